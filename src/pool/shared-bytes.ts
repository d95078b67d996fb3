/** The least that is shared: some twenty bodies of one label's values, or its ZPL. */
const LEAST_BYTES = 32_768;

/** Memory through which one thread gives bytes to another, which must be done with them before the next are written. */
export class SharedBytes {
  #memory = new Uint8Array(new SharedArrayBuffer(0));

  /** Writes parts one after the other. Returns the memory where it is another than it was: the other thread has to know. */
  write(parts: readonly Uint8Array[]): Uint8Array | undefined {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const grows = bytes > this.#memory.length;
    if (grows) {
      let length = LEAST_BYTES;
      while (length < bytes) length *= 2;
      this.#memory = new Uint8Array(new SharedArrayBuffer(length));
    }
    let at = 0;
    for (const part of parts) {
      this.#memory.set(part, at);
      at += part.length;
    }
    return grows ? this.#memory : undefined;
  }
}
