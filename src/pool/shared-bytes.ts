/** The smallest memory that is shared: for some twenty bodies with the values of a label, or for its ZPL. */
const LEAST_BYTES = 32_768;

/** Shared memory for bytes that one thread passes to another, which must have read them before the next are written. */
export class SharedBytes {
  #memory = Buffer.from(new SharedArrayBuffer(0));
  #length = 0;
  /** Whether the other thread does not know this memory yet. */
  #isNew = false;

  /** Appends a part to those that were written since the last {@link end}. */
  write(part: Uint8Array): void {
    const start = this.#length;
    this.#length += part.length;
    if (this.#length > this.#memory.length) this.#grow(start);
    // `set` copies byte by byte where memory is shared: 9 kB in 2.9 µs instead of 0.5.
    if (part.length > 0) this.#memory.fill(part, start, this.#length);
  }

  /** Ends the parts. Returns the memory if it is new, for the other thread; undefined otherwise. */
  end(): Uint8Array | undefined {
    const memory = this.#isNew ? this.#memory : undefined;
    this.#length = 0;
    this.#isNew = false;
    return memory;
  }

  #grow(written: number): void {
    let length = LEAST_BYTES;
    while (length < this.#length) length *= 2;
    const memory = Buffer.from(new SharedArrayBuffer(length));
    memory.set(this.#memory.subarray(0, written));
    this.#memory = memory;
    this.#isNew = true;
  }
}
