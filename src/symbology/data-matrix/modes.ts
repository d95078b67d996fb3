/** Added to a codeword that is sent as it is, in ASCII encodation. */
export const CODEWORD = 256;

export type Mode = 'ascii' | 'c40' | 'text' | 'x12' | 'edifact' | 'base256';

/** The function FNC1 as an item. */
export const DATA_MATRIX_FNC1 = CODEWORD + 232;

/** Values of an item in C40 or Text encodation, or null for a codeword that they lack. */
export function textValues(item: number, mode: 'c40' | 'text'): readonly number[] | null {
  if (item === DATA_MATRIX_FNC1) return [1, 27];
  if (item >= CODEWORD) return null;
  if (item > 127) return [1, 30, ...(VALUES[mode][item - 128] as readonly number[])];
  return VALUES[mode][item] as readonly number[];
}

function valuesOf(character: number, mode: 'c40' | 'text'): readonly number[] {
  if (character === 32) return [3];
  if (character < 32) return [0, character];
  if (character >= 48 && character <= 57) return [character - 44];
  const upper = character >= 65 && character <= 90;
  const lower = character >= 97 && character <= 122;
  if (mode === 'c40' ? upper : lower) return [(character & 31) + 13];
  if (mode === 'text' && upper) return [2, character - 64];
  if (character < 48) return [1, character - 33];
  if (character < 65) return [1, character - 43];
  if (character >= 91 && character <= 95) return [1, character - 69];
  return [2, character - 96];
}

const VALUES = {
  c40: Array.from({ length: 128 }, (_, character) => valuesOf(character, 'c40')),
  text: Array.from({ length: 128 }, (_, character) => valuesOf(character, 'text')),
};

/** Whether X12 encodation has an item: a carriage return, `*`, `>`, a space, a digit or a capital. */
export function isX12(item: number): boolean {
  return (
    item === 13 ||
    item === 42 ||
    item === 62 ||
    item === 32 ||
    (item >= 48 && item <= 57) ||
    (item >= 65 && item <= 90)
  );
}

/** The value of an item for which {@link isX12} holds. */
export function x12Value(item: number): number {
  if (item === 13) return 0;
  if (item === 42) return 1;
  if (item === 62) return 2;
  if (item === 32) return 3;
  return item <= 57 ? item - 44 : item - 51;
}

/** The six bits of an item, or -1. */
export function edifactValue(item: number): number {
  return item >= 32 && item <= 94 ? item & 63 : -1;
}

/** Costs are in words; no two differ by less than a twelfth, and floating point by far less than this. */
const SLACK = 1 / 24;

/**
 * The look-ahead test of ISO/IEC 16022, annex P, from an item on: which mode to be in. Steps (k) and (r) keep the
 * standard's order, because it decides between equals. The costs are plain floating-point sums: if one ends slightly
 * above a whole word, step (k) counts a word more, as Labelary does.
 */
export function nextMode(items: readonly number[], from: number, current: Mode): Mode {
  const latched = current === 'ascii' ? 0 : 1;
  let ascii = latched;
  let c40 = current === 'c40' ? 0 : latched + 1;
  let text = current === 'text' ? 0 : latched + 1;
  let x12 = current === 'x12' ? 0 : latched + 1;
  let edifact = current === 'edifact' ? 0 : latched + 1;
  let base256 = current === 'base256' ? 0 : latched + 1.25;

  for (let at = from; ; at++) {
    let chosen: Mode | null = null;
    if (at === items.length) {
      ascii = Math.ceil(ascii);
      base256 = Math.ceil(base256);
      edifact = Math.ceil(edifact);
      text = Math.ceil(text);
      x12 = Math.ceil(x12);
      c40 = Math.ceil(c40);
      let best = c40;
      chosen = 'c40';
      if (x12 < best) [best, chosen] = [x12, 'x12'];
      if (text < best) [best, chosen] = [text, 'text'];
      if (edifact < best) [best, chosen] = [edifact, 'edifact'];
      if (base256 < best) [best, chosen] = [base256, 'base256'];
      if (ascii <= best) chosen = 'ascii';
    } else {
      const item = items[at] as number;
      const digit = item >= 48 && item <= 57;
      const high = item > 127 && item < CODEWORD;
      const word = item >= CODEWORD;
      const shared = item === 32 || digit;
      ascii = digit ? ascii + 1 / 2 : Math.ceil(ascii) + (high ? 2 : 1);
      c40 += shared || (item >= 65 && item <= 90) ? 2 / 3 : high ? 8 / 3 : 4 / 3;
      text += shared || (item >= 97 && item <= 122) ? 2 / 3 : high ? 8 / 3 : 4 / 3;
      x12 += isX12(item) ? 2 / 3 : high ? 13 / 3 : 10 / 3;
      edifact += edifactValue(item) >= 0 ? 3 / 4 : high || word ? 17 : 13;
      base256 += word ? 4 : 1;
    }
    if (at >= from + 3) {
      const least = (cost: number, ...others: readonly number[]) =>
        others.every((other) => cost + 1 < other - SLACK);
      if (least(c40, ascii, base256, edifact, text)) {
        if (c40 < x12 - SLACK) chosen = 'c40';
        else if (c40 < x12 + SLACK) chosen = separatorComesFirst(items, at) ? 'x12' : 'c40';
      }
      if (least(x12, ascii, base256, edifact, text, c40)) chosen = 'x12';
      if (least(text, ascii, base256, edifact, x12, c40)) chosen = 'text';
      if (least(edifact, ascii, base256, text, x12, c40)) chosen = 'edifact';
      if (base256 + 1 < ascii + SLACK || least(base256, edifact, text, x12, c40)) chosen = 'base256';
      if (ascii + 1 < Math.min(base256, edifact, text, x12, c40) + SLACK) chosen = 'ascii';
    }
    if (chosen !== null) return chosen;
  }
}

/** Whether a separator of X12 comes before the first item that X12 lacks. */
function separatorComesFirst(items: readonly number[], from: number): boolean {
  for (let i = from; i < items.length; i++) {
    const item = items[i] as number;
    if (item === 13 || item === 42 || item === 62) return items.slice(i).some((later) => !isX12(later));
    if (!isX12(item)) return false;
  }
  return false;
}

const ECI = CODEWORD + 241;

/** Items that announce the character set of those that follow. */
export function eciItems(eci: number): number[] {
  if (eci < 127) return [ECI, CODEWORD + eci + 1];
  return [ECI, CODEWORD + Math.floor((eci - 127) / 254) + 128, CODEWORD + ((eci - 127) % 254) + 1];
}
