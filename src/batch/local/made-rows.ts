import type { ByteString } from '../../zpl/byte-string.ts';
import type { ChunkReply } from './chunk-messages.ts';
import type { MadeRecord } from './record-maker.ts';

/** Puts what is made of rows into a slot's output, one after the other, and remembers where. */
export class MadeRows {
  #memory: Buffer;
  #large: Buffer | null = null;
  #at = 0;
  readonly #made: number[] = [];
  readonly #pages: number[] = [];

  /** @param output a slot's, whatever is in it */
  constructor(output: Uint8Array) {
    this.#memory = Buffer.from(output.buffer, output.byteOffset, output.length);
  }

  /**
   * Adds the labels of a row; false if there is no room for them. What does not fit alone gets memory of its own, behind
   * which nothing fits.
   *
   * @param index of the row
   * @param between what is sent between two labels
   */
  add(index: number, { labels, blocks, pages }: MadeRecord, between: ByteString): boolean {
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

  /** Adds labels that are thrown away. */
  count(index: number, labels: number): void {
    this.#made.push(index, labels, 0, 0, 0);
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
