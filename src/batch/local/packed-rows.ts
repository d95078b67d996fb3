import type { CompressedDots } from '../../encode/compressed-dots.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { OutputPiece } from '../stages.ts';
import { type ChunkReply, PAGE_NUMBERS, ROW_NUMBERS } from './chunk-messages.ts';
import type { RenderedRecord } from './record-maker.ts';

/** Puts what is made of rows into memory, one after the other, and remembers where. */
export class PackedRows {
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
   * Adds the labels of a row; false if there is no room for them. What does not fit alone gets memory of its own,
   * behind which nothing fits.
   *
   * @param between what is sent between two labels
   */
  add({ labels, blocks, pages }: RenderedRecord, between: ByteString): boolean {
    if (!this.#keeps) {
      this.#made.push(labels, 0, 0, 0);
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
    this.#made.push(labels, start, bytes, pages.length);
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
    labels: number,
    most: number,
    between: ByteString,
    write: (memory: Uint8Array, start: number) => number,
  ): 'added' | 'full' | 'other' {
    const isAlone = this.#made.length === 0 || !this.#keeps;
    const start = isAlone ? 0 : this.#at + between.length;
    // The row may be shorter than its bound: alone, it is made in another way, which finds out.
    if (start + most > this.#memory.length) return isAlone ? 'other' : 'full';
    const end = write(this.#memory, start);
    if (end < 0) return 'other';
    if (!this.#keeps) {
      this.#made.push(labels, 0, 0, 0);
      return 'added';
    }
    if (start > this.#at) this.#memory.write(between, this.#at, 'latin1');
    this.#at = end;
    this.#made.push(labels, start, end - start, 0);
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

const UNNAMED = { name: null, source: null };

/**
 * The labels that a thread made, as pieces: views of its memory.
 *
 * @param firstRow the number of the reply's first row
 * @param pieceRows labels of so many rows of the input may be one piece: those from one multiple to the next
 */
export function piecesOf(
  { made, pages, named, failed }: ChunkReply,
  memory: Uint8Array,
  firstRow: number,
  pieceRows: number,
): OutputPiece[] {
  const pieces: OutputPiece[] = [];
  const partOf = (row: number): number => Math.floor((row - 1) / pieceRows);
  let row = firstRow;
  let failures = 0;
  const passFailed = (): void => {
    for (; failed[failures]?.row === row; failures++) row++;
  };
  let page = 0;
  passFailed();
  for (let at = 0; at < made.length; ) {
    const first = { firstRow: row, ...(named[at / ROW_NUMBERS] ?? UNNAMED) };
    const start = made[at + 1] as number;
    const part = partOf(row);
    let [rows, labels, end, pageCount] = [0, 0, start, 0];
    // By index: a view and an array for each row would be most of what the main thread allocates.
    do {
      rows++;
      labels += made[at] as number;
      end = (made[at + 1] as number) + (made[at + 2] as number);
      pageCount += made[at + 3] as number;
      at += ROW_NUMBERS;
      row++;
      passFailed();
    } while (at < made.length && partOf(row) === part);
    const images: CompressedDots[] = [];
    for (let from = start; images.length < pageCount; page += PAGE_NUMBERS) {
      const width = pages[page] as number;
      const height = pages[page + 1] as number;
      const bytes = pages[page + 2] as number;
      images.push({ width, height, stream: memory.subarray(from, from + bytes) });
      from += bytes;
    }
    pieces.push({
      ...first,
      rows,
      labels,
      bytes: memory.subarray(start, pageCount > 0 ? start : end),
      pages: images,
      copies: pageCount > 0 ? labels / pageCount : 1,
    });
  }
  return pieces;
}
