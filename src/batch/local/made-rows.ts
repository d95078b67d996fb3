import type { ByteString } from '../../zpl/byte-string.ts';
import type { ChunkReply } from './chunk-messages.ts';
import type { MadeRecord } from './record-maker.ts';

/** Puts what is made of rows into memory, one after the other, and remembers where. */
export class MadeRows {
  #memory: Buffer;
  #large: Buffer | null = null;
  #at = 0;
  readonly #keeps: boolean;
  readonly #made: number[] = [];
  readonly #pages: number[] = [];

  /**
   * @param memory whatever is in it
   * @param keeps whether it is to have what is added, not only the numbers of it
   */
  constructor(memory: Uint8Array, keeps = true) {
    this.#memory = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
    this.#keeps = keeps;
  }

  /** Bytes of the memory that have something. */
  get bytes(): number {
    return this.#large === null ? this.#at : 0;
  }

  /**
   * Adds the labels of a row; false if there is no room for them. What does not fit alone gets memory of its own, behind
   * which nothing fits.
   *
   * @param index of the row
   * @param between what is sent between two labels
   */
  add(index: number, { labels, blocks, pages }: MadeRecord, between: ByteString): boolean {
    if (!this.#keeps) {
      this.#made.push(index, labels, 0, 0, 0);
      return true;
    }
    if (this.#large !== null) return false;
    let bytes = 0;
    for (const block of blocks) bytes += block.length;
    const start = this.#made.length === 0 ? 0 : this.#at + between.length;
    if (start + bytes > this.#memory.length) {
      if (this.#made.length > 0) return false;
      this.#large = Buffer.alloc(bytes);
      this.#memory = this.#large;
    }
    if (start > this.#at) this.#put(between);
    for (const block of blocks) this.#put(block);
    this.#made.push(index, labels, start, bytes, pages.length);
    for (const [i, { width, height }] of pages.entries()) {
      this.#pages.push(width, height, (blocks[i] as Uint8Array).length);
    }
    return true;
  }

  /**
   * Adds labels of a row that are written right into the memory.
   *
   * @param most bytes of them at most
   * @param write takes where they begin, and returns where they end; -1 for a row that is to be made in another way
   */
  write(
    index: number,
    labels: number,
    most: number,
    between: ByteString,
    write: (memory: Uint8Array, start: number) => number,
  ): 'added' | 'full' | 'other' {
    const isAlone = this.#made.length === 0 || !this.#keeps;
    const start = isAlone ? 0 : this.#at + between.length;
    // It may be shorter than that: alone, it is made in another way, which finds out.
    if (start + most > this.#memory.length) return isAlone ? 'other' : 'full';
    const end = write(this.#memory, start);
    if (end < 0) return 'other';
    if (!this.#keeps) {
      this.#made.push(index, labels, 0, 0, 0);
      return 'added';
    }
    if (start > this.#at) this.#memory.write(between, this.#at, 'latin1');
    this.#at = end;
    this.#made.push(index, labels, start, end - start, 0);
    return 'added';
  }

  /** All of them, as they cross to the main thread. */
  packed(): Pick<ChunkReply, 'made' | 'pages' | 'large'> {
    return { made: Int32Array.from(this.#made), pages: Int32Array.from(this.#pages), large: this.#large };
  }

  #put(block: ByteString | Uint8Array): void {
    if (typeof block === 'string') this.#memory.write(block, this.#at, 'latin1');
    else this.#memory.set(block, this.#at);
    this.#at += block.length;
  }
}
