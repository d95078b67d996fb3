import { checkEncodedData } from '../../barcode/commands.ts';
import type { DotsPerMm } from '../../units.ts';
import type { BarcodeElement, Span } from '../../zpl/label.ts';
import type { PlacedElement } from '../layout/layout.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';
import { checkGs1 } from './gs1.ts';
import { narrowDots, OWN_MODULES } from './quiet-zones.ts';

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
  for (const { drawn } of symbols) checkModules(narrowDots(drawn.symbol), span, dotsPerMm, report);
  checkGs1(element, span, report);
}

/** The same of a barcode whose data has placeholders without a value: what its other parameters say. */
export function checkOpenBarcode(
  element: BarcodeElement,
  span: Span,
  dotsPerMm: DotsPerMm,
  report: Report,
): void {
  checkModules(askedDots(element), span, dotsPerMm, report);
  checkGs1(element, span, report);
}

/** @param dots 0 for a symbol without modules, or where they are not known. */
function checkModules(dots: number, span: Span, dotsPerMm: DotsPerMm, report: Report): void {
  if (dots === 0 || dots / dotsPerMm >= MODULE_MIN_MM) return;
  const millimetres = (dots / dotsPerMm).toFixed(3);
  const message = `its modules are ${dots} dot${dots === 1 ? '' : 's'} wide, which is ${millimetres} mm at ${dotsPerMm} dots per mm`;
  const suggestion = `make them ${Math.ceil(MODULE_MIN_MM * dotsPerMm)} dots wide at least`;
  report.add({ code: 'module-too-small', span, command: '^FD', parameter: 1, message, suggestion });
}

/** What the module is to be before there is a symbol; 0 where that goes by the data or the resolution. */
function askedDots({ command, options, moduleWidth }: BarcodeElement): number {
  const { magnification, module } = options as Readonly<Record<string, number | undefined>>;
  if (command === '^BD' || command === '^BT') return 0;
  if (OWN_MODULES.has(command)) return magnification ?? 0;
  return command === '^BX' ? (module ?? 0) : moduleWidth;
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
