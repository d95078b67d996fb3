import { CODEWORD, edifactValue, isX12, type Mode, nextMode, textValues, x12Value } from './modes.ts';
import type { DataMatrixSize } from './sizes.ts';

const LATCH: Readonly<Record<Exclude<Mode, 'ascii'>, number>> = {
  c40: 230,
  base256: 231,
  x12: 238,
  text: 239,
  edifact: 240,
};
const UNLATCH = 254;
const EDIFACT_UNLATCH = 31;
const UPPER_SHIFT = 235;
const PAD = 129;

/**
 * The data words of a symbol, padded, and the first of `sizes` that holds them, or null. Modes are chosen as
 * ISO/IEC 16022, annex P, has it, so that symbols agree with those of other encoders.
 */
export function dataMatrixCodewords(
  items: readonly number[],
  sizes: readonly DataMatrixSize[],
): { readonly size: DataMatrixSize; readonly words: Uint8Array } | null {
  const most = Math.max(0, ...sizes.map((size) => size.dataCodewords));
  const words: number[] = [];
  let at = 0;
  /** Makes the words that the end still needs, given how many are left. */
  let ending: (left: number) => readonly number[] = () => [];
  while (at < items.length) {
    if (words.length > most) return null;
    const pair = digitPair(items, at);
    if (pair >= 0) {
      words.push(pair + 130);
      ending = () => [];
      at += 2;
      continue;
    }
    const mode = nextMode(items, at, 'ascii');
    if (mode !== 'ascii') {
      const before = words.length;
      words.push(LATCH[mode]);
      const run: Run = RUNS[mode](items, at, words);
      if (run.at > at) {
        ({ at, ending } = run);
        continue;
      }
      // The look-ahead chose a mode that cannot begin here.
      words.length = before;
    }
    words.push(...asciiWords(items[at] as number));
    ending = () => [];
    at++;
  }
  for (const size of sizes) {
    const left = size.dataCodewords - words.length;
    if (left < 0) continue;
    const end = ending(left);
    if (end.length <= left) return { size, words: padded([...words, ...end], size.dataCodewords) };
  }
  return null;
}

function digitPair(items: readonly number[], at: number): number {
  const first = (items[at] as number) - 48;
  const second = (items[at + 1] ?? 0) - 48;
  return first >= 0 && first <= 9 && second >= 0 && second <= 9 ? first * 10 + second : -1;
}

function asciiWords(item: number): readonly number[] {
  if (item >= CODEWORD) return [item - CODEWORD];
  return item > 127 ? [UPPER_SHIFT, item - 127] : [item + 1];
}

function padded(words: readonly number[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(words);
  for (let i = words.length; i < length; i++) {
    // The first pad is plain, the rest are randomised by their position.
    const pad = PAD + ((149 * (i + 1)) % 253) + 1;
    bytes[i] = i === words.length ? PAD : pad <= 254 ? pad : pad - 254;
  }
  return bytes;
}

/**
 * The result of one stretch in another mode. The stretch has written its words; `ending` is for the end of the data.
 */
interface Run {
  readonly at: number;
  readonly ending: (left: number) => readonly number[];
}

const RUNS: Readonly<
  Record<Exclude<Mode, 'ascii'>, (items: readonly number[], at: number, words: number[]) => Run>
> = {
  c40: (items, at, words) => runTriples(items, at, words, 'c40'),
  text: (items, at, words) => runTriples(items, at, words, 'text'),
  x12: runX12,
  edifact: runEdifact,
  base256: runBase256,
};

function pushTriples(values: readonly number[], words: number[]): void {
  for (let i = 0; i + 2 < values.length; i += 3) {
    const word =
      (values[i] as number) * 1600 + (values[i + 1] as number) * 40 + (values[i + 2] as number) + 1;
    words.push(word >> 8, word & 255);
  }
}

function runTriples(items: readonly number[], from: number, words: number[], mode: 'c40' | 'text'): Run {
  const values: number[] = [];
  let at = from;
  for (; at < items.length; at++) {
    if (values.length % 3 === 0 && nextMode(items, at, mode) !== mode) break;
    const more = textValues(items[at] as number, mode);
    if (more === null) break;
    values.push(...more);
  }
  // A third of a word cannot be sent: characters go back until what remains fills words, but for one value.
  const sent = at;
  while (values.length % 3 === 1 || (values.length % 3 === 2 && at < items.length && sent < items.length)) {
    at--;
    values.length -= (textValues(items[at] as number, mode) as readonly number[]).length;
  }
  if (sent < items.length) {
    pushTriples(values, words);
    words.push(UNLATCH);
    return { at: Math.max(at, from), ending: () => [] };
  }
  // A lone shift at the end has no effect: the shift of a character that went back, or one that fills the word.
  if (values.length % 3 === 2) {
    const back = at < sent ? textValues(items[at] as number, mode) : null;
    values.push(back?.length === 2 ? (back[0] as number) : 0);
  }
  pushTriples(values, words);
  const rest = items.slice(at).flatMap(asciiWords);
  return {
    at: items.length,
    // When exactly one word is left, or none, the mode need not be left.
    ending: (left) => (left === rest.length && left <= 1 ? rest : [UNLATCH, ...rest]),
  };
}

function runX12(items: readonly number[], from: number, words: number[]): Run {
  const values: number[] = [];
  let at = from;
  for (; at < items.length; at++) {
    if (values.length % 3 === 0 && nextMode(items, at, 'x12') !== 'x12') break;
    const item = items[at] as number;
    if (!isX12(item)) break;
    values.push(x12Value(item));
  }
  const over = values.length % 3;
  values.length -= over;
  pushTriples(values, words);
  if (at < items.length) {
    words.push(UNLATCH);
    return { at: at - over, ending: () => [] };
  }
  const rest = items.slice(at - over).flatMap(asciiWords);
  return {
    at: items.length,
    ending: (left) => (left === rest.length && left <= 1 ? rest : [UNLATCH, ...rest]),
  };
}

function runEdifact(items: readonly number[], from: number, words: number[]): Run {
  const values: number[] = [];
  let at = from;
  for (; at < items.length; at++) {
    // The standard looks ahead where an unlatch would fill the last quarter of three words.
    if (values.length % 4 === 3 && nextMode(items, at, 'edifact') !== 'edifact') break;
    const value = edifactValue(items[at] as number);
    if (value < 0) break;
    values.push(value);
  }
  if (at < items.length) {
    values.push(EDIFACT_UNLATCH);
    pushQuarters(values, words);
    return { at, ending: () => [] };
  }
  const over = values.length % 4;
  const tail = values.slice(values.length - over);
  pushQuarters(values.slice(0, values.length - over), words);
  const rest = items.slice(items.length - over).flatMap(asciiWords);
  const unlatched: number[] = [];
  pushQuarters([...tail, EDIFACT_UNLATCH], unlatched);
  return { at, ending: (left) => (left <= 2 && rest.length <= left ? rest : unlatched) };
}

/** Four values of six bits in three words; of what does not fill them, only the words begun. */
function pushQuarters(values: readonly number[], words: number[]): void {
  for (let i = 0; i < values.length; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = values.slice(i, i + 4);
    const three = [(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d];
    words.push(...three.slice(0, Math.min(3, values.length - i)));
  }
}

function runBase256(items: readonly number[], from: number, words: number[]): Run {
  let at = from;
  while (
    at < items.length &&
    (items[at] as number) < CODEWORD &&
    (at === from || nextMode(items, at, 'base256') === 'base256')
  )
    at++;
  const count = at - from;
  const bytes = [
    ...(count < 250 ? [count] : [Math.floor(count / 250) + 249, count % 250]),
    ...items.slice(from, at),
  ];
  for (const byte of bytes) {
    // Randomised by its position among all words.
    words.push((byte + ((149 * (words.length + 1)) % 255) + 1) & 255);
  }
  return { at, ending: () => [] };
}
