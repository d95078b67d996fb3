/** Modules of the digits 0–9 in number set A; set C is the same with colours swapped, set B reversed. */
const DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'
  .split(' ')
  .map((widths) => Array.from(widths, Number));

/** EAN-13: which of digits 2 to 7 use set B, by the first digit. */
const EAN13_SETS = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');
/** UPC-E, number system 0: by the check digit. Number system 1 swaps A and B. */
const UPCE_SETS = 'BBBAAA BBABAA BBAABA BBAAAB BABBAA BAABBA BAAABB BABABA BABAAB BAABAB'.split(' ');
const EAN5_SETS = 'BBAAA BABAA BAABA BAAAB ABBAA AABBA AAABB ABABA ABAAB AABAB'.split(' ');
const EAN2_SETS = 'AA AB BA BB'.split(' ');

const GUARD = [1, 1, 1];
const CENTRE = [1, 1, 1, 1, 1];

/** The GS1 modulo 10 check digit: weights 3, 1, 3 … from the right. */
export function gs1CheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    sum += (digits.charCodeAt(digits.length - 1 - i) - 48) * (i % 2 === 0 ? 3 : 1);
  }
  return String((10 - (sum % 10)) % 10);
}

/** Modules of 13 digits, check digit included. */
export function ean13Elements(digits: string): number[] {
  const left = coded(digits.slice(1, 7), EAN13_SETS[Number(digits[0])] as string);
  return [...GUARD, ...left, ...CENTRE, ...coded(digits.slice(7), 'AAAAAA'), ...GUARD];
}

/** Modules of 8 digits, check digit included. */
export function ean8Elements(digits: string): number[] {
  return [
    ...GUARD,
    ...coded(digits.slice(0, 4), 'AAAA'),
    ...CENTRE,
    ...coded(digits.slice(4), 'AAAA'),
    ...GUARD,
  ];
}

/** Modules of the six digits of a UPC-E symbol; number system and check digit are in the choice of sets. */
export function upceElements(six: string, numberSystem: '0' | '1', check: string): number[] {
  let sets = UPCE_SETS[Number(check)] as string;
  if (numberSystem === '1') sets = Array.from(sets, (set) => (set === 'A' ? 'B' : 'A')).join('');
  return [...GUARD, ...coded(six, sets), 1, 1, 1, 1, 1, 1];
}

/** Modules of a two or five digit add-on. */
export function addOnElements(digits: string): number[] {
  const sets = digits.length === 2 ? EAN2_SETS[Number(digits) % 4] : EAN5_SETS[ean5Parity(digits)];
  const elements = [1, 1, 2];
  for (let i = 0; i < digits.length; i++) {
    if (i > 0) elements.push(1, 1);
    elements.push(...coded(digits[i] as string, (sets as string)[i] as string));
  }
  return elements;
}

function ean5Parity(digits: string): number {
  let sum = 0;
  for (let i = 0; i < 5; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 3 : 9);
  return sum % 10;
}

/** The 11 digits of UPC-A (number system first, no check digit) for six UPC-E digits. */
export function expandUpce(six: string, numberSystem: string): string {
  const last = six[5] as string;
  const head = six.slice(0, 5);
  if (last <= '2') return `${numberSystem}${head.slice(0, 2)}${last}0000${head.slice(2)}`;
  if (last === '3') return `${numberSystem}${head.slice(0, 3)}00000${head.slice(3)}`;
  if (last === '4') return `${numberSystem}${head.slice(0, 4)}00000${head.slice(4)}`;
  return `${numberSystem}${head}0000${last}`;
}

/** The six digits of UPC-E for a manufacturer and a product number of five digits each, or null. */
export function compressUpce(ten: string): string | null {
  const product = ten.slice(5);
  if (/^..[0-2]0000/.test(ten) && product.startsWith('00'))
    return ten.slice(0, 2) + product.slice(2) + ten[2];
  if (ten.slice(3, 5) === '00' && product.startsWith('000')) return `${ten.slice(0, 3)}${product.slice(3)}3`;
  if (ten[4] === '0' && product.startsWith('0000')) return `${ten.slice(0, 4)}${product[4]}4`;
  if (ten[4] !== '0' && product.startsWith('0000') && product >= '00005') return ten.slice(0, 5) + product[4];
  return null;
}

/** Modules of digits in the given sets. The elements before them decide the first colour. */
function coded(digits: string, sets: string): number[] {
  const elements: number[] = [];
  for (let i = 0; i < digits.length; i++) {
    const widths = DIGITS[Number(digits[i])] as readonly number[];
    elements.push(...(sets[i] === 'B' ? widths.toReversed() : widths));
  }
  return elements;
}
