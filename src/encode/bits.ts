/** A code is a number that stands above its length in bits, which is at most {@link CODE_BITS_MAX}. */
const LENGTH_BITS = 5;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
/** So that with the seven bits that may wait for a whole byte it is less than a word. */
const CODE_BITS_MAX = 24;

/** Bits of a stream, the first one lowest in the first word; those beyond `length` are 0. */
export interface Bits {
  readonly words: Int32Array;
  readonly length: number;
}

/** @param value its first bit lowest, as deflate sends everything but Huffman codes. */
export function codeOf(value: number, length: number): number {
  return (value << LENGTH_BITS) | length;
}

export function lengthOf(code: number): number {
  return code & LENGTH_MASK;
}

/** Two codes, one after the other, as one. */
export function joined(first: number, second: number): number {
  const length = lengthOf(first);
  const total = length + lengthOf(second);
  if (total > CODE_BITS_MAX) throw new RangeError(`A code cannot have ${total} bits`);
  return codeOf((first >>> LENGTH_BITS) | ((second >>> LENGTH_BITS) << length), total);
}

/** Makes bits of codes. One at a time: they share their memory. */
export class CodePacker {
  /** For lists of codes. */
  readonly codes: Int32Array;
  readonly #view: DataView;
  #at = 0;
  #pending = 0;
  #pendingBits = 0;

  /**
   * @param length of all bits, at most.
   * @param listLength of the lists of codes, at most.
   */
  constructor(length: number, listLength: number) {
    const words = (length >> 5) + 2;
    if (memory.words.length < words || memory.codes.length < listLength) {
      memory = sharedMemory(Math.max(words, memory.words.length), Math.max(listLength, memory.codes.length));
    }
    this.codes = memory.codes;
    this.#view = memory.view;
  }

  /** Packs the first codes of the list. */
  pack(count: number): void {
    const { codes } = this;
    const view = this.#view;
    let at = this.#at;
    let pending = this.#pending;
    let bits = this.#pendingBits;
    for (let i = 0; i < count; i++) {
      const code = codes[i] as number;
      pending |= (code >>> LENGTH_BITS) << bits;
      bits += code & LENGTH_MASK;
      // A whole word each time, whose last bytes are written again: with a branch, which nothing can predict, bands take a
      // seventh longer (`npm run bench -- render` shows a warm label).
      view.setInt32(at, pending, true);
      at += bits >> 3;
      pending >>>= bits & 24;
      bits &= 7;
    }
    this.#at = at;
    this.#pending = pending;
    this.#pendingBits = bits;
  }

  /** @param reused bits whose memory is used again, if it is large enough. */
  end(reused?: Bits): Bits {
    const length = this.#at * 8 + this.#pendingBits;
    // What follows is of earlier bits.
    this.#view.setInt32(this.#at, this.#pending, true);
    const count = (length + 31) >> 5;
    // With new memory each time, bands take a quarter longer.
    const words =
      reused !== undefined && reused.words.length >= count
        ? reused.words
        : new Int32Array(count + (count >> 2));
    // A loop: bands are short, and with `set` of a part coding one takes 4 % longer (bench render).
    const { words: packed } = memory;
    for (let i = 0; i < count; i++) words[i] = packed[i] as number;
    return { words, length };
  }
}

let memory = sharedMemory(1 << 12, 1 << 10);

/** Nothing in it is read before it is written. */
function sharedMemory(words: number, codes: number) {
  const buffer = new ArrayBuffer(words * 4);
  return { words: new Int32Array(buffer), view: new DataView(buffer), codes: new Int32Array(codes) };
}

let joinerMemory = new Int32Array(0);

/** Puts bits one after another. One at a time: they share their memory. */
export class BitJoiner {
  readonly #words: Int32Array;
  #at = 0;
  #pending = 0;
  #pendingBits = 0;

  /** @param length of all bits, at most. */
  constructor(length: number) {
    const words = (length >> 5) + 2;
    if (joinerMemory.length < words) joinerMemory = new Int32Array(words);
    this.#words = joinerMemory;
  }

  add({ words, length }: Bits): void {
    const target = this.#words;
    const shift = this.#pendingBits;
    let at = this.#at;
    let pending = this.#pending;
    for (let i = 0, end = length >> 5; i < end; i++) {
      const word = words[i] as number;
      target[at++] = pending | (word << shift);
      // In two steps, because a shift by 32 would be none.
      pending = (word >>> 1) >>> (31 - shift);
    }
    this.#at = at;
    this.#pending = pending;
    if ((length & 31) > 0) this.#put(words[length >> 5] as number, length & 31);
  }

  /** Adds what one code stands for. */
  put(code: number): void {
    this.#put(code >>> LENGTH_BITS, lengthOf(code));
  }

  /** Goes on with the next whole byte. */
  fillByte(): void {
    this.#put(0, -this.#pendingBits & 7);
  }

  /** All of it, the last byte filled up; good until something else is joined. */
  bytes(): Uint8Array {
    this.#words[this.#at] = this.#pending;
    return new Uint8Array(this.#words.buffer, 0, this.#at * 4 + ((this.#pendingBits + 7) >> 3));
  }

  /** Adds less than a word. */
  #put(value: number, length: number): void {
    const shift = this.#pendingBits;
    this.#pending |= value << shift;
    this.#pendingBits += length;
    if (this.#pendingBits < 32) return;
    this.#words[this.#at++] = this.#pending;
    this.#pendingBits -= 32;
    this.#pending = (value >>> 1) >>> (31 - shift);
  }
}
