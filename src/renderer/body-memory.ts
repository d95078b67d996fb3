/** Bytes of bodies that are being received or wait for their turn, all calls together. */
const BODIES_BYTES_MAX = 256 * 2 ** 20;

/** The memory that bodies of calls may take together: a body is admitted before it is read, by its greatest length. */
export class BodyMemory {
  #taken = 0;

  /** Whether so many more bytes may come. They are to be given back by {@link leave}. */
  enter(bytes: number): boolean {
    if (this.#taken + bytes > BODIES_BYTES_MAX) return false;
    this.#taken += bytes;
    return true;
  }

  leave(bytes: number): void {
    this.#taken -= bytes;
  }
}
