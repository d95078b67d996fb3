/** A code is a number whose lowest bits are its length in bits, at most {@link JOINED_BITS_MAX}. */
const LENGTH_BITS = 5;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
/** The most bits of a code: together with the seven that may wait for a whole byte, less than a word. */
const JOINED_BITS_MAX = 24;

/** Adler-32 counts by this number (RFC 1950, 8.2). */
export const ADLER_MODULUS = 65_521;

/** Bits of a stream, the first one lowest in the first word; those beyond `length` are 0. */
export interface Bits {
  readonly words: Int32Array;
  readonly length: number;
}

/** @param value its first bit lowest, as deflate sends everything but Huffman codes. */
export function codeOf(value: number, length: number): number {
  return (value << LENGTH_BITS) | length;
}

/** The length of a code in bits. */
export function lengthOf(code: number): number {
  return code & LENGTH_MASK;
}

/** Whether two codes are short enough for {@link joined}. */
export function areJoinable(first: number, second: number): boolean {
  return lengthOf(first) + lengthOf(second) <= JOINED_BITS_MAX;
}

/** Two codes, one after the other, as one. */
export function joined(first: number, second: number): number {
  const length = lengthOf(first);
  const total = length + lengthOf(second);
  if (total > JOINED_BITS_MAX) throw new RangeError(`A code cannot have ${total} bits`);
  return codeOf((first >>> LENGTH_BITS) | ((second >>> LENGTH_BITS) << length), total);
}

/** Writes bits one after another, into memory that it uses again. */
export class DeflateBits {
  #words = new Int32Array(1 << 12);
  #view = new DataView(this.#words.buffer);
  /** The byte to which the pending bits, less than eight, belong. */
  #at = 0;
  #pending = 0;
  #pendingBits = 0;

  /** Bits so far. */
  get length(): number {
    return this.#at * 8 + this.#pendingBits;
  }

  /** Makes room for more bits; without it there is room for some 100,000. */
  reserve(bits: number): void {
    const count = (this.length >> 5) + (bits >> 5) + 3;
    if (count <= this.#words.length) return;
    const words = new Int32Array(count + (count >> 1));
    words.set(this.#words);
    this.#words = words;
    this.#view = new DataView(words.buffer);
  }

  /** Writes the first codes of a list. */
  putAll(codes: Int32Array, count: number): void {
    const view = this.#view;
    let at = this.#at;
    let pending = this.#pending;
    let bits = this.#pendingBits;
    for (let i = 0; i < count; i++) {
      const code = codes[i] as number;
      pending |= (code >>> LENGTH_BITS) << bits;
      bits += code & LENGTH_MASK;
      // A whole word each time, whose last bytes are written again: with a branch, which no processor predicts here,
      // bands take a seventh longer (bench render, a warm label).
      view.setInt32(at, pending, true);
      at += bits >> 3;
      pending >>>= bits & 24;
      bits &= 7;
    }
    this.#at = at;
    this.#pending = pending;
    this.#pendingBits = bits;
  }

  put(code: number): void {
    this.#put(code >>> LENGTH_BITS, lengthOf(code));
  }

  add({ words, length }: Bits): void {
    const view = this.#view;
    const shift = this.#pendingBits;
    let at = this.#at;
    let pending = this.#pending;
    const count = length >> 5;
    for (let i = 0; i < count; i++, at += 4) {
      const word = words[i] as number;
      view.setInt32(at, pending | (word << shift), true);
      // In two steps, because a shift by 32 would be none.
      pending = (word >>> 1) >>> (31 - shift);
    }
    this.#at = at;
    this.#pending = pending;
    const rest = length & 31;
    if (rest === 0) return;
    const word = words[count] as number;
    this.#put(word & 0xffff, Math.min(rest, 16));
    if (rest > 16) this.#put(word >>> 16, rest - 16);
  }

  /** Goes on with the next whole byte. */
  fillByte(): void {
    this.#put(0, -this.#pendingBits & 7);
  }

  /** Removes the bits after the first `length`. */
  cutBack(length: number): void {
    this.#view.setInt32(this.#at, this.#pending, true);
    this.#at = length >> 3;
    this.#pendingBits = length & 7;
    this.#pending = this.#view.getUint8(this.#at) & ((1 << this.#pendingBits) - 1);
  }

  /**
   * A copy of all of it.
   *
   * @param reused bits whose memory is used again, if it is large enough.
   */
  bits(reused?: Bits): Bits {
    const { length } = this;
    // Further bytes belong to earlier bits.
    this.#view.setInt32(this.#at, this.#pending, true);
    const count = (length + 31) >> 5;
    // With new memory each time, bands take a quarter longer.
    const words =
      reused !== undefined && reused.words.length >= count
        ? reused.words
        : new Int32Array(count + (count >> 2));
    // A loop: bands are short, and with `set` of a part coding one takes 4 % longer (bench render).
    const written = this.#words;
    for (let i = 0; i < count; i++) words[i] = written[i] as number;
    return { words, length };
  }

  /** All bytes, the last one filled up; good until something else is written. */
  bytes(): Uint8Array {
    this.#view.setInt32(this.#at, this.#pending, true);
    return new Uint8Array(this.#words.buffer, 0, (this.length + 7) >> 3);
  }

  /**
   * Ends a zlib stream with the Adler-32 of its bytes. Returns all of it; good until something else is written.
   *
   * @param sum 1 and the bytes.
   * @param sumOfSums the sums after each byte.
   */
  endZlib(sum: number, sumOfSums: number): Uint8Array {
    this.fillByte();
    for (const half of [sumOfSums % ADLER_MODULUS, sum % ADLER_MODULUS]) {
      // Highest byte first.
      this.#put(half >> 8, 8);
      this.#put(half & 0xff, 8);
    }
    return this.bytes();
  }

  /** Writes at most {@link JOINED_BITS_MAX} bits. */
  #put(value: number, length: number): void {
    const bits = this.#pendingBits + length;
    const pending = this.#pending | (value << this.#pendingBits);
    this.#view.setInt32(this.#at, pending, true);
    this.#at += bits >> 3;
    this.#pending = pending >>> (bits & 24);
    this.#pendingBits = bits & 7;
  }
}
