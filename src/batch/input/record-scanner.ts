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
  readonly #quotes: boolean;
  #quoted = false;
  /** Whether the record that is open has no bytes so far, or a carriage return alone. */
  #blank = true;

  /** @param quotes whether a line end in quotes belongs to a value. */
  constructor(quotes: boolean) {
    this.#quotes = quotes;
  }

  /** Returns the bytes up to the end of the last record that ends in the block; 0 if none does. */
  scan(block: Uint8Array): number {
    const end =
      this.#quotes && (this.#quoted || block.includes(QUOTE)) ? this.#byBytes(block) : this.#byLines(block);
    if (end < block.length) this.#blank &&= isBlank(block, end, block.length);
    return end;
  }

  /** The end of the input ends a record too. */
  end(): void {
    if (!this.#blank) this.records++;
  }

  #byBytes(block: Uint8Array): number {
    let start = 0;
    let quoted = this.#quoted;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at];
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LF && !quoted) {
        this.#close(block, start, at);
        start = at + 1;
      }
    }
    this.#quoted = quoted;
    return start;
  }

  #byLines(block: Uint8Array): number {
    let start = 0;
    for (let at = block.indexOf(LF); at >= 0; at = block.indexOf(LF, start)) {
      this.#close(block, start, at);
      start = at + 1;
    }
    return start;
  }

  #close(block: Uint8Array, start: number, end: number): void {
    if (!this.#blank || !isBlank(block, start, end)) this.records++;
    this.#blank = true;
  }
}

function isBlank(block: Uint8Array, start: number, end: number): boolean {
  return end === start || (end === start + 1 && block[start] === CR);
}
