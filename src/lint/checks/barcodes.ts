import { checkEncodedData } from '../../barcode/commands.ts';
import type { DotsPerMm } from '../../units.ts';
import type { BarcodeElement, Span } from '../../zpl/label.ts';
import type { PlacedElement } from '../layout/layout.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';
import { narrowDots } from './quiet-zones.ts';

/** Below this readers are not sure to tell bars or modules apart. Millimetres. */
const MODULE_MIN_MM = 0.16;

/**
 * Whether a barcode holds just the data that it is given, and can be read.
 *
 * @param span of the data.
 */
export function checkBarcode(
  { element, symbols, refused }: PlacedElement & { readonly element: BarcodeElement },
  span: Span,
  dotsPerMm: DotsPerMm,
  report: Report,
): void {
  const at = { span, command: '^FD', parameter: 1 };
  if (refused !== null) {
    const message = `${refused.symbology}: ${refused.reason}`;
    report.add({ code: 'barcode-not-printed', ...at, message });
  } else {
    const reason = checkEncodedData({ dotsPerMm, ...element });
    const symbology = symbols[0]?.drawn.symbology ?? 'barcode';
    if (reason !== null) report.add({ code: codeOf(element), ...at, message: `${symbology}: ${reason}` });
  }
  for (const { drawn } of symbols) {
    const dots = narrowDots(drawn.symbol);
    if (dots > 0 && dots / dotsPerMm < MODULE_MIN_MM) {
      const millimetres = (dots / dotsPerMm).toFixed(3);
      const message = `its modules are ${dots} dot${dots === 1 ? '' : 's'} wide, which is ${millimetres} mm at ${dotsPerMm} dots per mm`;
      const suggestion = `make them ${Math.ceil(MODULE_MIN_MM * dotsPerMm)} dots wide at least`;
      report.add({ code: 'module-too-small', ...at, message, suggestion });
    }
  }
  if (lacksFnc1(element)) {
    const message =
      'parentheses around application identifiers are printed as data, and no FNC1 says that this is GS1';
    report.add({ code: 'gs1-without-fnc1', ...at, message });
  }
}

function codeOf({ command, data, options }: BarcodeElement): RuleCode {
  if (command === '^B2' && /^\d+$/.test(data)) return 'itf-odd-digits';
  if (command === '^BK' && 'start' in options) {
    const [, first, last] = /^([A-D]).*([A-D])$/i.exec(data) ?? [];
    const { start, stop } = options as { start: string; stop: string };
    if (first?.toUpperCase() === start && last?.toUpperCase() === stop) return 'codabar-start-stop';
  }
  return 'barcode-data-changed';
}

/** `(01)09501101530003` outside of mode D of Code 128, which alone takes parentheses for what people read. */
const PARENTHESES = /^(?:>[:;9])?\((?:0[0-2]|1[0-37]|2[01]|3\d\d\d|37|4\d\d|8\d\d\d|9\d)\)[\x21-\x7e]+$/;

function lacksFnc1({ command, data, options }: BarcodeElement): boolean {
  if (!PARENTHESES.test(data)) return false;
  if (command === '^BC') return (options as { mode: string }).mode !== 'D';
  return command === '^BX';
}
