import type { CompressedDots } from '../../encode/compressed-dots.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { OutputPiece } from '../stages.ts';
import { type ChunkReply, PAGE_NUMBERS, ROW_NUMBERS } from './chunk-messages.ts';
import type { RenderedRecord } from './record-maker.ts';

/** Packs the labels of rows into memory, one after another, with numbers that say where each is. */
export class PackedRows {
  #memory: Buffer;
  #large: Buffer | null = null;
  #at = 0;
  readonly #keeps: boolean;
  readonly #made: number[] = [];
  readonly #pages: number[] = [];

  /**
   * @param memory to write to; its content does not matter
   * @param keeps whether labels are kept; otherwise only counted
   */
  constructor(memory: Uint8Array, keeps = true) {
    this.#memory = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
    this.#keeps = keeps;
  }

  /** Bytes of the memory that are used. */
  get bytes(): number {
    return this.#large === null ? this.#at : 0;
  }

  /**
   * Adds the labels of a row; false if there is no room for them. Labels of a first row that do not fit get memory of
   * their own, and no further row is added.
   *
   * @param between ZPL between the labels of two rows
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
   * Adds the labels of a row that `write` writes right into the memory.
   *
   * @param most an upper bound of their bytes
   * @param write gets the offset of their beginning, and returns that of their end; -1 for a row that it cannot write
   * @returns `full` if there is no room, `other` for a row that {@link add} has to take
   */
  write(
    labels: number,
    most: number,
    between: ByteString,
    write: (memory: Uint8Array, start: number) => number,
  ): 'added' | 'full' | 'other' {
    const isAlone = this.#made.length === 0 || !this.#keeps;
    const start = isAlone ? 0 : this.#at + between.length;
    // A first row may be shorter than its bound: `add` finds out.
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

  /** The numbers of all rows, for the message to the main thread. */
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
 * The pieces of a thread's reply, as views of its memory.
 *
 * @param firstRow the number of the reply's first row
 * @param pieceRows rows whose labels may be one piece, which never crosses a multiple of this number
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
    // Read by index: a view and an array for each row would be most of the main thread's allocations.
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
