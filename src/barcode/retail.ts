import { DIGITS, keepOnly, strayCharacter } from '../symbology/characters.ts';
import {
  addOnElements,
  compressUpce,
  ean8Elements,
  ean13Elements,
  expandUpce,
  gs1CheckDigit,
  upceElements,
} from '../symbology/linear/ean.ts';
import {
  BARS_COST,
  type BarcodeField,
  barHeight,
  type Drawn,
  type InterpretationLine,
  inModules,
  type LinePiece,
  moduleDots,
  refused,
  type Symbology,
} from './field.ts';

/** Dots that guard bars reach below the rest at 8 dots per mm, whatever `^BY` says (printer evidence 42). */
const GUARD_DOTS_AT_8 = 13;

/** Digits, and where they are below the bars (printer evidence 43), in modules from their left edge. */
type Slot = readonly [text: string, at: number, side: LinePiece['side']];

/** EAN and UPC with a fixed number of digits. */
type RetailCommand = '^B8' | '^B9' | '^BE' | '^BU';

function retailSymbol(
  field: BarcodeField<RetailCommand>,
  symbology: string,
  elements: readonly number[],
  guards: readonly number[],
  slots: readonly Slot[],
): Drawn {
  const dots = moduleDots(field);
  const dotsPerMm = field.dotsPerMm ?? 8;
  const isSame = field.rules?.has('retailGuards') ?? false;
  const { line: shown, above } = field.options;
  const pieces = slots.map(([text, at, side]) => ({ text, at: at * dots, side }));
  return {
    ok: true,
    symbology,
    symbol: {
      ...inModules(field, elements, barHeight(field)),
      guards,
      guardExtension: isSame ? GUARD_DOTS_AT_8 : Math.round((GUARD_DOTS_AT_8 * dotsPerMm) / 8),
    },
    line: {
      text: slots.map(([text]) => text).join(''),
      shown,
      above,
      // Above, they are a line like that of other symbologies (printer evidence 44).
      ...(above ? { style: 'A' } : { ...interpretationFont(dots, dotsPerMm), pieces }),
    },
  };
}

/** OCR-B from a module width on, and twice as large from twice that width (printer evidence 45); font A below. */
function interpretationFont(
  dots: number,
  dotsPerMm: number,
): Pick<InterpretationLine, 'style' | 'magnification'> {
  const from = dotsPerMm <= 6 ? 2 : dotsPerMm <= 8 ? 3 : dotsPerMm <= 12 ? 5 : 9;
  return dots < from ? { style: 'A' } : { style: 'ocr-b', magnification: Math.floor(dots / from) };
}

/** The digits that are coded: others count as zeros, missing ones on the left too (printer evidence 46). */
function fitted(field: BarcodeField<RetailCommand>, length: number): string {
  const sent = field.data.replace(/\D/g, '0');
  return codedPart(sent, length).padStart(length, '0');
}

/** Shortens data that is too long, by rules that differ between symbologies (printer evidence 46). */
function codedPart(sent: string, length: number): string {
  if (sent.length <= length + 1) return sent.slice(0, length);
  if (length === 12) return sent.slice(0, 1) + sent.slice(-11);
  if (length === 7 && sent.length <= 13) return sent.slice(5, 12);
  return sent.slice(-length);
}

/** Reason why data is not `length` digits, alone or with their check digit; null if it is. */
export function checkedDigits(title: string, data: string, length: number): string | null {
  const allowed = `${title} takes ${length} digits, or ${length + 1} with a correct check digit`;
  const stray = strayCharacter(data, DIGITS);
  if (stray !== null) return `${allowed}; got ${stray}`;
  if (data.length !== length && data.length !== length + 1) return `${allowed}; got ${data.length}`;
  if (data.length === length) return null;
  const check = gs1CheckDigit(data.slice(0, length));
  return data[length] === check
    ? null
    : `${allowed}; the check digit of ${data.slice(0, length)} is ${check}`;
}

export const ean13: Symbology<'^BE'> = {
  cost: BARS_COST,
  checkIsComplete: true,
  digits: [12, 13],
  symbology: () => 'ean13',
  encode(field) {
    const body = fitted(field, 12);
    const digits = body + gs1CheckDigit(body);
    return retailSymbol(
      field,
      'ean13',
      ean13Elements(digits),
      [0, 2, 28, 30, 56, 58],
      [
        [digits.slice(0, 1), -9, 'left'],
        [digits.slice(1, 7), 45.5, 'right'],
        [digits.slice(7), 50.5, 'left'],
      ],
    );
  },
  check: (field) => checkedDigits('EAN-13', field.data, 12),
};

export const ean8: Symbology<'^B8'> = {
  cost: BARS_COST,
  checkIsComplete: true,
  digits: [7, 8],
  symbology: () => 'ean8',
  encode(field) {
    const body = fitted(field, 7);
    const digits = body + gs1CheckDigit(body);
    return retailSymbol(
      field,
      'ean8',
      ean8Elements(digits),
      [0, 2, 20, 22, 40, 42],
      [
        [digits.slice(0, 4), 31.5, 'right'],
        [digits.slice(4), 36.5, 'left'],
      ],
    );
  },
  check: (field) => checkedDigits('EAN-8', field.data, 7),
};

export const upca: Symbology<'^BU'> = {
  cost: BARS_COST,
  checkIsComplete: true,
  digits: [11, 12],
  symbology: () => 'upca',
  encode(field) {
    const body = fitted(field, 11);
    const digits = body + gs1CheckDigit(body);
    // The bars of the first and the last digit are as long as the guards next to them.
    return retailSymbol(
      field,
      'upca',
      ean13Elements(`0${digits}`),
      [0, 2, 4, 6, 28, 30, 52, 54, 56, 58],
      [
        [digits.slice(0, 1), -9, 'left'],
        [digits.slice(1, 6), 45.5, 'right'],
        [digits.slice(6, 11), 50.5, 'left'],
        [field.options.showCheck ? digits.slice(11) : '', 97, 'left'],
      ],
    );
  },
  check: (field) => checkedDigits('UPC-A', field.data, 11),
};

const UPCE_ALLOWED =
  'UPC-E takes 10 digits (5 of the manufacturer, 5 of the product) that zero suppression can shorten to 6';

export const upce: Symbology<'^B9'> = {
  cost: BARS_COST,
  digits: [10, 10],
  symbology: () => 'upce',
  encode(field) {
    const { six, numberSystem } = upceDigits(keepOnly(field.data, DIGITS));
    if (six === null) return refused('upce', 'C', UPCE_ALLOWED);
    const check = gs1CheckDigit(expandUpce(six, numberSystem));
    return retailSymbol(
      field,
      'upce',
      upceElements(six, numberSystem, check),
      [0, 2, 28, 30, 32],
      [
        [numberSystem, -9, 'left'],
        [six, 25.5, 'centre'],
        [field.options.showCheck ? check : '', 53, 'left'],
      ],
    );
  },
  check(field) {
    const stray = strayCharacter(field.data, DIGITS);
    if (stray !== null) return `${UPCE_ALLOWED}; got ${stray}`;
    if (field.data.length !== 10) return `${UPCE_ALLOWED}; got ${field.data.length}`;
    return compressUpce(field.data) === null ? `${UPCE_ALLOWED}; ${field.data} cannot be shortened` : null;
  },
};

/** Six digits as viewers also take them: alone, after a number system, before a check digit; else from ten. */
function upceDigits(digits: string): { six: string | null; numberSystem: '0' | '1' } {
  if (digits.length === 6) return { six: digits, numberSystem: '0' };
  if ((digits.length === 7 || digits.length === 8) && /^[01]/.test(digits)) {
    return { six: digits.slice(1, 7), numberSystem: digits[0] === '1' ? '1' : '0' };
  }
  return { six: compressUpce(digits.padStart(10, '0').slice(-10)), numberSystem: '0' };
}

/** `^BS`: two or five digits, by how many are sent. */
export const addOn: Symbology<'^BS'> = {
  cost: BARS_COST,
  digits: [2, 5],
  symbology: (field) => (field.data.length <= 2 ? 'ean2' : 'ean5'),
  encode(field) {
    const sent = keepOnly(field.data, DIGITS);
    const most = sent.length <= 2 ? 2 : 5;
    const digits = sent.padStart(most, '0').slice(0, most);
    const height = barHeight(field);
    return {
      ok: true,
      symbology: digits.length === 2 ? 'ean2' : 'ean5',
      symbol: inModules(field, addOnElements(digits), height),
      line: {
        text: digits,
        shown: field.options.line,
        above: field.options.above,
        ...interpretationFont(moduleDots(field), field.dotsPerMm ?? 8),
      },
    };
  },
  check(field) {
    const allowed = 'a UPC/EAN add-on takes 2 or 5 digits';
    const stray = strayCharacter(field.data, DIGITS);
    if (stray !== null) return `${allowed}; got ${stray}`;
    return field.data.length === 2 || field.data.length === 5 ? null : `${allowed}; got ${field.data.length}`;
  },
};
