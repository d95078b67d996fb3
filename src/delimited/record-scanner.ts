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
    this.#start = 0;
    this.#bounds = bounds;
    if (this.#mayBeQuoted && (this.#inQuotes || block.includes(QUOTE))) this.#scanQuoted(block);
    else for (let at = block.indexOf(LF); at >= 0; at = block.indexOf(LF, at + 1)) this.#endAt(block, at);
    if (this.#start < block.length) this.#isBlank &&= isBlank(block, this.#start, block.length);
    return this.#start;
  }

  /** The end of the input ends a record too. */
  end(): void {
    if (!this.#isBlank) this.records++;
  }

  /**
   * Looks at four bytes at once, of which most are neither quotes nor line ends: a row of 20 cells, one of them in
   * quotes, takes 0.11 µs instead of 0.35, bench batch-rows. With quotes around all cells it takes as long as byte by
   * byte.
   */
  #scanQuoted(block: Uint8Array): void {
    const head = -block.byteOffset & 3;
    if (block.length < head) return this.#scanBytes(block, 0, block.length);
    const words = new Uint32Array(block.buffer, block.byteOffset + head, (block.length - head) >> 2);
    const tail = head + words.length * 4;
    this.#scanBytes(block, 0, head);
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number;
      if (hasZero(word ^ QUOTES) || hasZero(word ^ LINE_ENDS)) {
        this.#scanBytes(block, head + at * 4, head + at * 4 + 4);
      }
    }
    this.#scanBytes(block, tail, block.length);
  }

  #scanBytes(block: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = block[at];
      if (byte === QUOTE) this.#inQuotes = !this.#inQuotes;
      else if (byte === LF && !this.#inQuotes) this.#endAt(block, at);
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
const LINE_ENDS = 0x0a0a0a0a;

/** Whether one of the four bytes of a word is zero: only there a borrow comes from a byte below 0x80. */
function hasZero(word: number): boolean {
  return (((word - 0x01010101) | 0) & ~word & 0x80808080) !== 0;
}
