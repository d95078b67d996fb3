import {
  addOnElements,
  compressUpce,
  ean8Elements,
  ean13Elements,
  expandUpce,
  gs1CheckDigit,
  upceElements,
} from '../linear/ean.ts';
import {
  barHeight,
  DIGITS,
  type Drawn,
  flag,
  inModules,
  keepOnly,
  type LinePiece,
  moduleDots,
  type NativeField,
  type NativeSymbology,
  refused,
  strayCharacter,
} from './field.ts';

/** How far guard bars reach below the others: 13 dots at 8 per mm whatever `^BY` says (measured). */
const GUARD_DOTS_AT_8 = 13;

/** Digits in a slot counted in modules from the left edge of the bars. */
type Slot = readonly [text: string, from: number, to: number];

function retailSymbol(
  field: NativeField,
  symbology: string,
  elements: readonly number[],
  guards: readonly number[],
  slots: readonly Slot[],
): Drawn {
  const dots = moduleDots(field);
  const dotsPerMm = field.dotsPerMm ?? 8;
  const pieces: LinePiece[] = slots.map(([text, from, to]) => ({ text, from: from * dots, to: to * dots }));
  return {
    ok: true,
    symbology,
    symbol: {
      ...inModules(field, elements, barHeight(field, 1)),
      guards,
      guardExtension: Math.round((GUARD_DOTS_AT_8 * dotsPerMm) / 8),
    },
    line: {
      text: slots.map(([text]) => text).join(''),
      shown: flag(field, 2, true),
      above: flag(field, 3, false),
      style: dots >= ocrBFrom(dotsPerMm) ? 'ocr-b' : 'A',
      pieces,
    },
  };
}

/** The module width from which the digits are set in OCR-B. */
function ocrBFrom(dotsPerMm: number): number {
  return dotsPerMm <= 6 ? 2 : dotsPerMm <= 8 ? 3 : dotsPerMm <= 12 ? 5 : 9;
}

/** Pads with zeros on the left and cuts on the right to the digits that the printer codes. */
function fitted(field: NativeField, length: number): string {
  return keepOnly(field.data, DIGITS).padStart(length, '0').slice(0, length);
}

/** Why these are not `length` digits, or those with their check digit, or null. */
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

export const ean13: NativeSymbology = {
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
        [digits.slice(0, 1), -9, -2],
        [digits.slice(1, 7), 3, 45],
        [digits.slice(7), 50, 92],
      ],
    );
  },
  check: (field) => checkedDigits('EAN-13', field.data, 12),
};

export const ean8: NativeSymbology = {
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
        [digits.slice(0, 4), 3, 31],
        [digits.slice(4), 36, 64],
      ],
    );
  },
  check: (field) => checkedDigits('EAN-8', field.data, 7),
};

export const upca: NativeSymbology = {
  symbology: () => 'upca',
  encode(field) {
    const body = fitted(field, 11);
    const digits = body + gs1CheckDigit(body);
    // The bars of the first and the last digit are as long as the guards beside them.
    return retailSymbol(
      field,
      'upca',
      ean13Elements(`0${digits}`),
      [0, 2, 4, 6, 28, 30, 52, 54, 56, 58],
      [
        [digits.slice(0, 1), -9, -2],
        [digits.slice(1, 6), 10, 45],
        [digits.slice(6, 11), 50, 85],
        [flag(field, 4, true) ? digits.slice(11) : '', 97, 104],
      ],
    );
  },
  check: (field) => checkedDigits('UPC-A', field.data, 11),
};

const UPCE_ALLOWED =
  'UPC-E takes 10 digits (5 of the manufacturer, 5 of the product) that zero suppression can shorten to 6';

export const upce: NativeSymbology = {
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
        [numberSystem, -9, -2],
        [six, 3, 45],
        [flag(field, 4, true) ? check : '', 53, 60],
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
export const addOn: NativeSymbology = {
  symbology: (field) => (field.data.length <= 2 ? 'ean2' : 'ean5'),
  encode(field) {
    const sent = keepOnly(field.data, DIGITS);
    const digits = fitted(field, sent.length <= 2 ? 2 : 5);
    const height = barHeight(field, 1);
    return {
      ok: true,
      symbology: digits.length === 2 ? 'ean2' : 'ean5',
      symbol: inModules(field, addOnElements(digits), height),
      line: {
        text: digits,
        shown: flag(field, 2, true),
        above: flag(field, 3, true),
        style: moduleDots(field) >= ocrBFrom(field.dotsPerMm ?? 8) ? 'ocr-b' : 'A',
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
