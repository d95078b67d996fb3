import type { ByteString } from '../../zpl/byte-string.ts';
import type { PageImage, Piece } from '../stages.ts';
import { type ChunkReply, PAGE_NUMBERS, ROW_NUMBERS } from './chunk-messages.ts';
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

const UNNAMED = { name: null, row: null };

/** Rows whose labels lie next to one another in the memory of their slot. */
interface Stretch {
  readonly index: number;
  rows: number;
  labels: number;
  readonly start: number;
  end: number;
  pages: number;
  readonly name: string | null;
  readonly row: Piece['row'];
}

/**
 * The labels that a thread made, as pieces: views of its memory.
 *
 * @param firstRow number of the reply's first row in the input
 * @param pieceRows labels of so many rows of the input may be one piece: those from one multiple to the next
 */
export function piecesOf(
  reply: ChunkReply,
  memory: Uint8Array,
  firstRow: number,
  pieceRows: number,
): Piece[] {
  let page = 0;
  return stretchesOf(reply, firstRow, pieceRows).map(
    ({ index, rows, labels, start, end, pages, name, row }) => {
      const images: PageImage[] = [];
      for (let at = start; images.length < pages; page += PAGE_NUMBERS) {
        const width = reply.pages[page] as number;
        const height = reply.pages[page + 1] as number;
        const bytes = reply.pages[page + 2] as number;
        images.push({ width, height, stream: memory.subarray(at, at + bytes) });
        at += bytes;
      }
      return {
        index,
        rows,
        labels,
        bytes: memory.subarray(start, pages > 0 ? start : end),
        pages: images,
        copies: pages > 0 ? labels / pages : 1,
        name,
        row,
      };
    },
  );
}

function stretchesOf({ made, named }: ChunkReply, firstRow: number, pieceRows: number): Stretch[] {
  const stretches: Stretch[] = [];
  let lastPart = -1;
  for (let at = 0; at < made.length; at += ROW_NUMBERS) {
    // By index: a view and an array for each row would be most of what the main thread allocates.
    const index = made[at] as number;
    const labels = made[at + 1] as number;
    const start = made[at + 2] as number;
    const end = start + (made[at + 3] as number);
    const pages = made[at + 4] as number;
    const part = Math.floor((firstRow - 1 + index) / pieceRows);
    const last = stretches.at(-1);
    if (last !== undefined && part === lastPart) {
      last.rows++;
      last.labels += labels;
      last.end = end;
      last.pages += pages;
    } else {
      const { name, row } = named[at / ROW_NUMBERS] ?? UNNAMED;
      stretches.push({ index, rows: 1, labels, start, end, pages, name, row });
      lastPart = part;
    }
  }
  return stretches;
}
