import type { BitWriter } from '../bit-writer.ts';

export const QR_ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/**
 * Data for one mode. `auto` is split into the modes that take the fewest bits; `blocks` into stretches of like
 * characters, as Labelary does. Bytes, one a character.
 */
export interface QrSegment {
  readonly mode: 'auto' | 'blocks' | 'numeric' | 'alphanumeric' | 'byte' | 'kanji';
  readonly data: string;
}

type Coded = QrSegment & { readonly mode: 'numeric' | 'alphanumeric' | 'byte' | 'kanji' };

/** Classes of versions by the width of character counts: 1–9, 10–26, 27–40. */
export type SizeClass = 0 | 1 | 2;

const COUNT_BITS = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
  kanji: [8, 10, 12],
} as const;

const INDICATORS = { numeric: 1, alphanumeric: 2, byte: 4, kanji: 8 } as const;

/** For each byte: 2 for a digit, 1 for another character of the alphanumeric set, 0 for the rest. */
const CLASSES = new Uint8Array(256);
const ALPHANUMERIC_VALUES = new Uint8Array(256);
for (let i = 0; i < QR_ALPHANUMERIC.length; i++) {
  CLASSES[QR_ALPHANUMERIC.charCodeAt(i)] = i < 10 ? 2 : 1;
  ALPHANUMERIC_VALUES[QR_ALPHANUMERIC.charCodeAt(i)] = i;
}

const MODES = ['byte', 'alphanumeric', 'numeric'] as const;
/** A character's cost in sixths of a bit. */
const COSTS = [48, 33, 20];

/** Splits `auto` and `blocks` segments for symbols of one size class. Linear in the length. */
export function splitSegments(segments: readonly QrSegment[], size: SizeClass): Coded[] {
  return segments.flatMap((segment) => {
    if (segment.mode === 'auto') return split(segment.data, size);
    return segment.mode === 'blocks' ? splitBlocks(segment.data, size) : [segment as Coded];
  });
}

function split(data: string, size: SizeClass): Coded[] {
  const length = data.length;
  // from[i * 3 + m]: the mode of character i - 1 on the cheapest way to have character i in mode m.
  const from = new Uint8Array(length * 3);
  const heads = MODES.map((mode) => (4 + COUNT_BITS[mode][size]) * 6);
  let costs = [...heads];
  for (let i = 0; i < length; i++) {
    const kind = CLASSES[data.charCodeAt(i)] as number;
    const next = [0, 0, 0];
    for (let mode = 0; mode < 3; mode++) {
      let best = costs[mode] as number;
      let origin = mode;
      if (i > 0) {
        for (let other = 0; other < 3; other++) {
          // A mode that is left is rounded up to whole bits.
          const cost = Math.ceil((costs[other] as number) / 6) * 6 + (heads[mode] as number);
          if (other !== mode && cost < best) {
            best = cost;
            origin = other;
          }
        }
      }
      from[i * 3 + mode] = origin;
      next[mode] = mode <= kind ? best + (COSTS[mode] as number) : Number.POSITIVE_INFINITY;
    }
    costs = next;
  }
  let mode = costs.indexOf(Math.min(...costs));
  const segments: Coded[] = [];
  for (let end = length, i = length - 1; i >= 0; i--) {
    const origin = from[i * 3 + mode] as number;
    if (origin === mode && i > 0) continue;
    segments.push({ mode: MODES[mode] as Coded['mode'], data: data.slice(i, end) });
    end = i;
    mode = origin;
  }
  return segments.toReversed();
}

/** Shorter stretches than these join a neighbour (printer evidence 59). By size class. */
interface Least {
  /** After a stretch that ends here, or before one that begins here. */
  readonly between: readonly [number, number, number];
  /** Between two stretches of the neighbour's kind, whose mode has to be announced again. */
  readonly within: readonly [number, number, number];
}

const CAPITALS_BESIDE_BYTES: Least = { between: [4, 5, 6], within: [7, 11, 12] };
const DIGITS_BESIDE_BYTES: Least = { between: [3, 3, 4], within: [4, 7, 7] };
const DIGITS_BESIDE_CAPITALS: Least = { between: [6, 9, 9], within: [9, 12, 15] };

/** A stretch of characters of one class, or merged into that of another. */
interface Block {
  kind: number;
  readonly length: number;
}

function splitBlocks(data: string, size: SizeClass): Coded[] {
  const blocks = likeBlocks(data);
  merge(blocks, size);
  return joined(blocks, data);
}

function likeBlocks(data: string): Block[] {
  const blocks: Block[] = [];
  for (let i = 0, start = 0; i < data.length; i++) {
    const kind = CLASSES[data.charCodeAt(i)] as number;
    if (kind === CLASSES[data.charCodeAt(i + 1)]) continue;
    blocks.push({ kind, length: i + 1 - start });
    start = i + 1;
  }
  return blocks;
}

function merge(blocks: readonly Block[], size: SizeClass): void {
  const absorb = (at: number, into: number) => {
    const block = blocks[at];
    const kind = blocks[into]?.kind ?? 0;
    if (block === undefined || kind >= block.kind) return;
    const least =
      kind === 1 ? DIGITS_BESIDE_CAPITALS : block.kind === 1 ? CAPITALS_BESIDE_BYTES : DIGITS_BESIDE_BYTES;
    const isWithin = blocks[2 * at - into]?.kind === kind;
    if (block.length < least[isWithin ? 'within' : 'between'][size]) block.kind = kind;
  };
  for (let i = 0; i + 1 < blocks.length; i++) absorb(i + 1, i);
  for (let i = blocks.length - 1; i > 0; i--) absorb(i - 1, i);
}

function joined(blocks: readonly Block[], data: string): Coded[] {
  const segments: { mode: Coded['mode']; data: string }[] = [];
  let at = 0;
  for (const { kind, length } of blocks) {
    const mode = MODES[kind] as Coded['mode'];
    const part = data.slice(at, at + length);
    const last = segments.at(-1);
    if (last?.mode === mode) last.data += part;
    else segments.push({ mode, data: part });
    at += length;
  }
  return segments;
}

/** Bits that a segment takes with its header. */
export function segmentBits({ mode, data }: Coded, size: SizeClass): number {
  const head = 4 + COUNT_BITS[mode][size];
  const { length } = data;
  switch (mode) {
    case 'numeric':
      return head + Math.floor(length / 3) * 10 + (length % 3 === 0 ? 0 : (length % 3) * 3 + 1);
    case 'alphanumeric':
      return head + (length >> 1) * 11 + (length & 1) * 6;
    case 'byte':
      return head + length * 8;
    case 'kanji':
      return head + (length >> 1) * 13;
  }
}

/** Whether a segment's length fits its character count. */
export function segmentFits({ mode, data }: Coded, size: SizeClass): boolean {
  return (mode === 'kanji' ? data.length >> 1 : data.length) < 1 << COUNT_BITS[mode][size];
}

/** Writes a segment with its header. */
export function writeSegment(bits: BitWriter, { mode, data }: Coded, size: SizeClass): void {
  bits.write(INDICATORS[mode], 4);
  bits.write(mode === 'kanji' ? data.length >> 1 : data.length, COUNT_BITS[mode][size]);
  switch (mode) {
    case 'numeric':
      for (let i = 0; i < data.length; i += 3) {
        const digits = data.slice(i, i + 3);
        bits.write(Number(digits), digits.length * 3 + 1);
      }
      return;
    case 'alphanumeric': {
      const value = (i: number) => ALPHANUMERIC_VALUES[data.charCodeAt(i)] as number;
      let i = 0;
      for (; i + 1 < data.length; i += 2) bits.write(value(i) * 45 + value(i + 1), 11);
      if (i < data.length) bits.write(value(i), 6);
      return;
    }
    case 'byte':
      for (let i = 0; i < data.length; i++) bits.write(data.charCodeAt(i), 8);
      return;
    case 'kanji':
      for (let i = 0; i + 1 < data.length; i += 2) {
        const pair = (data.charCodeAt(i) << 8) | data.charCodeAt(i + 1);
        const packed = pair - (pair < 0xe040 ? 0x8140 : 0xc140);
        bits.write(((packed >> 8) * 0xc0 + (packed & 0xff)) & 0x1fff, 13);
      }
  }
}
