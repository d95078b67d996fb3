/** Bytes of one's own, or of somebody else's memory. */
export type LentBytes = Uint8Array | BorrowedBytes;

/**
 * Bytes in memory that its owner soon writes to again. A borrower reads them at once or copies them; after the end of
 * the loan both throw, so that no client gets the bytes of another.
 */
export class BorrowedBytes {
  readonly #bytes: Uint8Array;
  readonly #loan: Loan;

  constructor(bytes: Uint8Array, loan: Loan) {
    this.#bytes = bytes;
    this.#loan = loan;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Gives the bytes to a function that is done with them when it returns. @throws Error after the end of the loan. */
  read<T>(use: (bytes: Uint8Array) => T): T {
    this.#loan.check();
    return use(this.#bytes);
  }

  /** The bytes in memory of their own. @throws Error after the end of the loan. */
  copy(): Uint8Array {
    return this.read((bytes) => new Uint8Array(bytes));
  }
}

/** The bytes themselves, or a copy of those that are borrowed. */
export function owned(bytes: LentBytes): Uint8Array {
  return bytes instanceof BorrowedBytes ? bytes.copy() : bytes;
}

/** The value of poisoned bytes: invalid UTF-8. */
const POISON = 0xff;

/** The time for which bytes are lent. Its owner ends it before writing to their memory. */
export class Loan {
  /**
   * Set by tests: bytes are lent for one turn of the event loop and written over at its end, so that a kept view shows,
   * however seldom its memory is written to otherwise.
   */
  static poisons = false;
  #isOver = false;

  lend(bytes: Uint8Array): BorrowedBytes {
    return new BorrowedBytes(Loan.poisons ? this.#poisoned(bytes) : bytes, this);
  }

  end(): void {
    this.#isOver = true;
  }

  /** @throws Error after the end. */
  check(): void {
    if (this.#isOver)
      throw new Error('borrowed bytes were kept for too long: their memory has other bytes by now');
  }

  /** A copy, since the owner may be writing to the memory by then. */
  #poisoned(bytes: Uint8Array): Uint8Array {
    const lent = new Uint8Array(bytes);
    setImmediate(() => {
      this.end();
      lent.fill(POISON);
    });
    return lent;
  }
}
