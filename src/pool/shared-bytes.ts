/** The least that is shared: some twenty bodies of one label's values, or its ZPL. */
const LEAST_BYTES = 32_768;

/** Memory through which one thread gives bytes to another, which must be done with them before the next are written. */
export class SharedBytes {
  #memory = Buffer.from(new SharedArrayBuffer(0));
  #length = 0;
  /** Whether the other thread does not know this memory yet. */
  #isNew = false;

  /** Writes a part behind those that were written since the last {@link end}. */
  write(part: Uint8Array): void {
    const start = this.#length;
    this.#length += part.length;
    if (this.#length > this.#memory.length) this.#grow(start);
    // `set` copies byte by byte where memory is shared: 9 kB in 2.9 µs instead of 0.5.
    if (part.length > 0) this.#memory.fill(part, start, this.#length);
  }

  /** The parts are complete. Returns the memory where it is another than it was: the other thread has to know. */
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
