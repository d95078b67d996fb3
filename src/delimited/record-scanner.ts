import { BLOCK_BYTES_MAX, findLineEnds } from './line-ends.ts';

const CR = 0x0d;
/** Bytes of a word of bits. */
const WORD_BYTES = 16;

/**
 * Finds the ends of records in bytes that come block by block: at line ends, or, if values may be quoted, at those
 * outside quotes. An odd number of quotes before a place means that it is inside: a quote elsewhere is an error, which
 * ends the run when its record is read.
 */
export class RecordScanner {
  /** Records that ended so far; a blank line is none. */
  records = 0;
  readonly #mayBeQuoted: boolean;
  #inQuotes = false;
  /** Whether the record that is open has no bytes so far, or a carriage return alone. */
  #isBlank = true;

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
    let start = 0;
    for (let from = 0; from < block.length; from += BLOCK_BYTES_MAX) {
      const part =
        from === 0 && block.length <= BLOCK_BYTES_MAX ? block : block.subarray(from, from + BLOCK_BYTES_MAX);
      const isBlankBefore = this.#isBlank;
      const { records, end, inQuotes, bits } = this.#ends(part);
      if (bounds !== null) addBounds(bounds, block, { from, start, isBlank: isBlankBefore, bits });
      this.records += records;
      this.#inQuotes = inQuotes;
      if (end > 0) {
        this.#isBlank = true;
        start = from + end;
      }
      if (end < part.length) this.#isBlank &&= isBlank(part, end, part.length);
    }
    return start;
  }

  /**
   * Returns the bytes up to the first end of a record or a blank line in the block; 0 if there is none. Further bytes
   * are not read, and belong to the next block.
   *
   * @param block at most 1 MiB
   */
  scanFirst(block: Uint8Array): number {
    const { inQuotes, bits } = this.#ends(block);
    const word = bits.findIndex((ends) => ends !== 0);
    const at = word < 0 ? block.length : word * WORD_BYTES + lowestBit(bits[word] as number);
    const isBlankLine = this.#isBlank && isBlank(block, 0, at);
    if (word >= 0 && !isBlankLine) this.records++;
    this.#inQuotes = word < 0 && inQuotes;
    this.#isBlank = word >= 0 || isBlankLine;
    return word < 0 ? 0 : at + 1;
  }

  /** The end of the input ends a record too. */
  end(): void {
    if (!this.#isBlank) this.records++;
  }

  #ends(block: Uint8Array): ReturnType<typeof findLineEnds> {
    return findLineEnds(block, {
      mayBeQuoted: this.#mayBeQuoted,
      inQuotes: this.#inQuotes,
      isBlank: this.#isBlank,
    });
  }
}

/** A part of a block, and its line ends. */
interface BlockPart {
  /** The offset of the part. */
  readonly from: number;
  /** The offset of the record that is open at its beginning, and whether that is blank so far. */
  readonly start: number;
  readonly isBlank: boolean;
  readonly bits: Uint16Array;
}

function addBounds(
  bounds: number[],
  block: Uint8Array,
  { from, start: first, isBlank: isOpen, bits }: BlockPart,
): void {
  let start = first;
  let mayBeBlank = isOpen;
  for (let word = 0; word < bits.length; word++) {
    for (let ends = bits[word] as number; ends !== 0; ends &= ends - 1) {
      const at = from + word * WORD_BYTES + lowestBit(ends);
      if (!mayBeBlank || !isBlank(block, start, at)) bounds.push(start, block[at - 1] === CR ? at - 1 : at);
      mayBeBlank = true;
      start = at + 1;
    }
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function isBlank(block: Uint8Array, start: number, end: number): boolean {
  return end === start || (end === start + 1 && block[start] === CR);
}
