/**
 * The fixed codes of deflate (RFC 1951, 3.2.6), each a number that also tells how many bits it has: at most 16.
 */

/** Bytes that a match stands for. */
export const MATCH_MIN = 3;
const MATCH_MAX = 258;

const DISTANCE_BITS = 5;

/** A code stands above its length, which takes this many bits. */
const LENGTH_BITS = 5;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

function codeOf(value: number, length: number): number {
  return (value << LENGTH_BITS) | length;
}

/** Codes of literals and lengths, first bit lowest. */
function fixedCode(symbol: number): number {
  if (symbol < 144) return codeOf(backwards(0x30 + symbol, 8), 8);
  if (symbol < 256) return codeOf(backwards(0x190 + symbol - 144, 9), 9);
  if (symbol < 280) return codeOf(backwards(symbol - 256, 7), 7);
  return codeOf(backwards(0xc0 + symbol - 280, 8), 8);
}

/** Huffman codes are sent from their highest bit on, everything else from its lowest. */
function backwards(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}

const END_OF_BLOCK = fixedCode(256);
/** By their byte. */
export const LITERALS = Int32Array.from({ length: 256 }, (_, byte) => fixedCode(byte));

/** By the length of the match; its further bits stand above the symbol's. */
const LENGTHS = Int32Array.from({ length: MATCH_MAX + 1 }, (_, length) => {
  if (length < MATCH_MIN) return 0;
  if (length === MATCH_MAX) return fixedCode(285);
  const extraBits = Math.max(0, 29 - Math.clz32(length - MATCH_MIN));
  const group = extraBits === 0 ? length - MATCH_MIN : 4 * extraBits + ((length - MATCH_MIN) >> extraBits);
  const code = fixedCode(257 + group);
  const bits = code & LENGTH_MASK;
  const extra = (length - MATCH_MIN) & ((1 << extraBits) - 1);
  return codeOf((code >>> LENGTH_BITS) | (extra << bits), bits + extraBits);
});

const DISTANCE_OF_ONE = codeOf(0, DISTANCE_BITS);

/** Matches whose codes have no more than 16 bits together with the distance 1, which is all zeros. */
const SHORT_RUN_MAX = 114;
const SHORT_RUNS = LENGTHS.map((code) => code + DISTANCE_BITS);
const ZERO = LITERALS[0] as number;

/** Puts zeros at `at` of a list of codes; gives where the list goes on. */
export function putZeros(codes: Int32Array, at: number, count: number): number {
  if (count > SHORT_RUN_MAX) return putRun(codes, at, 0, count);
  codes[at] = ZERO;
  if (count > MATCH_MIN) {
    codes[at + 1] = SHORT_RUNS[count - 1] as number;
    return at + 2;
  }
  codes[at + 1] = ZERO;
  codes[at + 2] = ZERO;
  return at + count;
}

/** Puts a byte, as often as it takes, at `at` of a list of codes; gives where the list goes on. */
export function putRun(codes: Int32Array, at: number, byte: number, count: number): number {
  const literal = LITERALS[byte] as number;
  let next = at;
  codes[next++] = literal;
  let left = count - 1;
  while (left >= MATCH_MIN) {
    const length = Math.min(left, MATCH_MAX);
    codes[next++] = LENGTHS[length] as number;
    codes[next++] = DISTANCE_OF_ONE;
    left -= length;
  }
  for (; left > 0; left--) codes[next++] = literal;
  return next;
}

/** Puts what stands `distance` bytes before, as often as it takes to make `count` bytes, at least {@link MATCH_MIN}. */
export function putRepeat(codes: Int32Array, at: number, count: number, distance: number): number {
  // From 3 on: pairs of codes share a number of further bits.
  const extraBits = Math.max(0, 30 - Math.clz32(distance - 1));
  const symbol = distance <= 2 ? distance - 1 : 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1);
  const distanceCode = codeOf(backwards(symbol, DISTANCE_BITS), DISTANCE_BITS);
  const extraCode = codeOf((distance - 1) & ((1 << extraBits) - 1), extraBits);
  let next = at;
  for (let left = count; left > 0; ) {
    // What is left over must be no shorter than a match can be.
    const length =
      left > MATCH_MAX && left < MATCH_MAX + MATCH_MIN ? left - MATCH_MIN : Math.min(left, MATCH_MAX);
    codes[next++] = LENGTHS[length] as number;
    codes[next++] = distanceCode;
    codes[next++] = extraCode;
    left -= length;
  }
  return next;
}

/** Codes that {@link putRepeat} puts, at most. */
export function repeatCodesMax(count: number): number {
  return 3 * (Math.ceil(count / (MATCH_MAX - MATCH_MIN)) + 1);
}

/** Makes a part of a deflate stream of codes. One at a time: they share their memory. */
export class CodePacker {
  /** For lists of codes. */
  readonly codes: Int32Array;
  readonly #words: Uint16Array;
  readonly #bytes: Uint8Array;
  #at = 0;
  /** "Not the last block" and "fixed codes", at first. */
  #pending = 0b010;
  #pendingBits = 3;

  /**
   * @param bytes that the codes stand for, at most.
   * @param listLength of the lists of codes, at most.
   */
  constructor(bytes: number, listLength: number) {
    // No byte takes more than nine bits.
    const words = ((bytes * 9) >> 4) + 16;
    if (memory.words.length < words || memory.codes.length < listLength) {
      memory = sharedMemory(Math.max(words, memory.words.length), Math.max(listLength, memory.codes.length));
    }
    this.codes = memory.codes;
    this.#words = memory.words;
    this.#bytes = memory.bytes;
  }

  /** Packs the first codes of the list. */
  pack(count: number): void {
    const { codes } = this;
    const words = this.#words;
    let at = this.#at;
    let pending = this.#pending;
    let bits = this.#pendingBits;
    for (let i = 0; i < count; i++) {
      const code = codes[i] as number;
      pending |= (code >>> LENGTH_BITS) << bits;
      bits += code & LENGTH_MASK;
      // Lowest byte first, as on every machine that Node.js runs on; without a branch, which nobody could predict.
      words[at] = pending;
      at += bits >> 4;
      pending >>>= bits & 16;
      bits &= 15;
    }
    this.#at = at;
    this.#pending = pending;
    this.#pendingBits = bits;
  }

  /**
   * All of it, on whole bytes and without a last block, so that anything may follow.
   *
   * @param spent bytes whose memory is used again, if it is large enough.
   */
  end(spent?: Uint8Array): Uint8Array {
    this.codes[0] = END_OF_BLOCK;
    // An empty stored block fills up the last byte.
    this.codes[1] = codeOf(0, 3);
    this.pack(2);
    this.#words[this.#at] = this.#pending;
    const bytes = this.#bytes;
    let end = this.#at * 2 + ((this.#pendingBits + 7) >> 3);
    for (const byte of STORED_LENGTHS) bytes[end++] = byte;
    // To give memory back and take some anew lasts as long as to compress some rows.
    const memory =
      spent !== undefined && spent.buffer.byteLength >= end
        ? spent.buffer
        : new ArrayBuffer(end + (end >> 2));
    const packed = new Uint8Array(memory, 0, end);
    packed.set(bytes.subarray(0, end));
    return packed;
  }
}

const STORED_LENGTHS = [0, 0, 0xff, 0xff];

let memory = sharedMemory(1 << 14, 1 << 10);

/** What is in it is of no matter. */
function sharedMemory(words: number, codes: number) {
  const buffer = new ArrayBuffer(words * 2);
  return { words: new Uint16Array(buffer), bytes: new Uint8Array(buffer), codes: new Int32Array(codes) };
}
