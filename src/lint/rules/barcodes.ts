import { checkEncodedData } from '../../barcode/commands.ts';
import { DATA_MATRIX_SIZES } from '../../symbology/data-matrix/sizes.ts';
import type { DotsPerMm } from '../../units.ts';
import { HAS_OWN_MODULES, parametersOf } from '../../zpl/command-table/command-table.ts';
import type { BarcodeElement, Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Edit } from '../finding.ts';
import { type GivenParameter, givenParameters } from '../given-parameters.ts';
import type { PlacedElement } from '../layout/layout.ts';
import { narrowDots } from '../layout/quiet-zone.ts';
import type { RuleCode } from '../rule-codes.ts';
import type { Findings, LaidOutLabel, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Barcodes and their data. */
export const BARCODES = {
  rules: {
    'barcode-not-printed': {
      severity: 'error',
      title: 'A barcode cannot be made of its data',
      wrong: 'Printers leave the field blank, or print an unreadable symbol.',
      example: '^XA^FO50,50^BY2^B9N,80^FD«1234567890»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^B9N,80^FD1234500006^FS^XZ',
      instead: 'send data that the symbology allows',
    },
    'barcode-data-changed': {
      severity: 'error',
      title: 'A barcode does not hold its data unchanged',
      wrong:
        'Printers leave out characters that a symbology lacks, fill up with zeros, or cut off long data.',
      example: '^XA^FO50,50^BY2^BEN,80^FD«12345»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BEN,80^FD400638133393^FS^XZ',
      instead: 'send data that the symbology allows unchanged',
    },
    'itf-odd-digits': {
      severity: 'error',
      title: 'Interleaved 2 of 5 has an odd number of digits',
      wrong: 'It holds pairs of digits; printers put a 0 before an odd number of them, and readers read it.',
      example: '^XA^FO50,50^BY2^B2N,80^FD«12345»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^B2N,80^FD012345^FS^XZ',
      instead: 'send an even number of digits, including the check digit of the printer',
    },
    'codabar-start-stop': {
      severity: 'info',
      title: 'Codabar data repeats its start and stop letters',
      wrong: 'They come from the parameters of `^BK`; in the data they are left out.',
      example: '^XA^FO50,50^BY2^BKN,N,80^FD«A12345A»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BKN,N,80^FD12345^FS^XZ',
      instead: 'leave the letters out of the data',
    },
    'data-matrix-old': {
      severity: 'warning',
      title: 'A Data Matrix has the old error correction',
      wrong:
        'Without a quality of 200 a symbol has the error correction of ECC 000 to 140, which hardly any reader still supports.',
      example: '^XA^FO50,50«^BX»N,5^FD12345^FS^XZ',
      corrected: '^XA^FO50,50^BXN,5,200^FD12345^FS^XZ',
      instead: 'give ^BX 200 as its third parameter',
      repair: 'redraws',
    },
    'data-matrix-size': {
      severity: 'warning',
      title: 'A Data Matrix has no such size',
      wrong:
        'ECC 200 has 24 squares and 6 rectangles; printers take the smallest of them that holds the data.',
      example: '^XA^FO50,50^BXN,5,200,«17»,17^FD12345^FS^XZ',
      corrected: '^XA^FO50,50^BXN,5,200,18,18^FD12345^FS^XZ',
      instead: 'give a size of ECC 200, such as 18 x 18, or none',
    },
    'module-too-small': {
      severity: 'warning',
      title: 'The modules of a symbol are too small',
      wrong: 'Below 0.16 mm printers smear modules and readers miss them.',
      example: '^XA^FO50,50^BY1^BCN,80^FD«12345»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^XZ',
      instead: 'give ^BY, or the magnification, more dots',
    },
  },
  commands: (report) => ({ read: (command) => checkDataMatrix(command, report) }),
  element: checkBarcode,
  openBarcode: checkOpenBarcode,
} as const satisfies RuleFamily;

const BX = parametersOf('^BX');

/** Readers may confuse bars or modules that are narrower. Millimetres. */
const MODULE_MIN_MM = 0.16;

/** Reports a barcode that contains other data than was given, or cannot be read. */
function checkBarcode(placed: PlacedElement, { spanOf, dotsPerMm }: LaidOutLabel, report: Findings): void {
  const { element, symbols, refused } = placed;
  if (element.kind !== 'barcode') return;
  const span = spanOf(element);
  const at = { span, command: '^FD', parameter: 1 };
  if (refused !== null) {
    const message = `${refused.symbology}: ${refused.reason}`;
    report.add({ code: 'barcode-not-printed', ...at, message });
  } else {
    const reason = checkEncodedData({ dotsPerMm, ...element });
    const symbology = symbols[0]?.drawn.symbology ?? 'barcode';
    if (reason !== null) report.add({ code: codeOf(element), ...at, message: `${symbology}: ${reason}` });
  }
  // TLC39 is two symbols, which are drawn as the dots of one.
  if (element.command === '^BT') checkModules(moduleDotsOf(element), span, dotsPerMm, report);
  else for (const { drawn } of symbols) checkModules(narrowDots(drawn.symbol), span, dotsPerMm, report);
}

/** The numbers of columns and rows that `^BX` gives, and its quality. */
function checkDataMatrix(command: Command, report: Findings): void {
  if (command.name !== '^BX') return;
  const given = givenParameters(command, BX.escape.number);
  const quality = given[BX.quality.number - 1]?.text ?? '';
  if (quality === '' || /^0*$/.test(quality)) {
    const message = 'no quality is given: the symbol is of ECC 000, which hardly any reader supports';
    const span = nameSpan(command);
    report.add({
      code: 'data-matrix-old',
      span,
      command: '^BX',
      message,
      edits: [qualityEdit(command, given)],
    });
    return;
  }
  const columns = given[BX.columns.number - 1];
  const [width, height] = [Number(columns?.text || 0), Number(given[BX.rows.number - 1]?.text || 0)];
  if (Number(quality) !== 200 || !(width > 0 || height > 0)) return;
  const isSize = DATA_MATRIX_SIZES.some(
    (size) => (width === 0 || size.columns === width) && (height === 0 || size.rows === height),
  );
  const place = width > 0 ? BX.columns.number : BX.rows.number;
  const span = given[place - 1]?.span;
  if (isSize || span === undefined) return;
  const message = `a Data Matrix of ECC 200 has no size of ${width || 'any number of'} columns and ${height || 'any number of'} rows`;
  report.add({ code: 'data-matrix-size', span, command: '^BX', parameter: place, message });
}

/** The quality at its place, after the delimiters that are missing. */
function qualityEdit({ params, paramsStart, delimiter }: Command, given: readonly GivenParameter[]): Edit {
  const found = given[BX.quality.number - 1];
  if (found !== undefined) return { offset: found.span.start, length: found.text.length, text: '200' };
  const offset = paramsStart + params.trimEnd().length;
  const missing = BX.quality.number - Math.max(given.length, 1);
  return { offset, length: 0, text: `${delimiter.repeat(missing)}200` };
}

/** The same for a barcode whose data is not known, by its other parameters. */
function checkOpenBarcode(
  element: BarcodeElement,
  { spanOf, dotsPerMm }: LaidOutLabel,
  report: Findings,
): void {
  checkModules(moduleDotsOf(element), spanOf(element), dotsPerMm, report);
}

/** @param dots of a module; 0 for a symbol without modules, or with modules that are not known. */
function checkModules(dots: number, span: Span, dotsPerMm: DotsPerMm, report: Findings): void {
  if (dots === 0 || dots / dotsPerMm >= MODULE_MIN_MM) return;
  const millimetres = (dots / dotsPerMm).toFixed(3);
  const message = `its modules are ${dots} dot${dots === 1 ? '' : 's'} wide, which is ${millimetres} mm at ${dotsPerMm} dots per mm`;
  const suggestion = `make them at least ${Math.ceil(MODULE_MIN_MM * dotsPerMm)} dots wide`;
  report.add({ code: 'module-too-small', span, command: '^FD', parameter: 1, message, suggestion });
}

/** The module that a command sets, before there is a symbol; 0 if the data or the resolution decides. */
function moduleDotsOf({ command, options, moduleWidth }: BarcodeElement): number {
  const { magnification, module, smallModule } = options as Readonly<Record<string, number | undefined>>;
  if (command === '^BD') return 0;
  if (command === '^BT') return Math.min(module ?? smallModule ?? 0, smallModule ?? module ?? 0);
  if (HAS_OWN_MODULES.has(command)) return magnification ?? 0;
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
