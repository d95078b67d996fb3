import type { PageImage, Piece } from '../stages.ts';
import { type ChunkReply, PAGE_NUMBERS, ROW_NUMBERS } from './chunk-messages.ts';

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
        const [width, height, bytes] = reply.pages.subarray(
          page,
          page + PAGE_NUMBERS,
        ) as Iterable<number> as Page;
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

type Page = [width: number, height: number, bytes: number];

function stretchesOf({ made, named }: ChunkReply, firstRow: number, pieceRows: number): Stretch[] {
  const stretches: Stretch[] = [];
  let lastPart = -1;
  for (let at = 0; at < made.length; at += ROW_NUMBERS) {
    const [index, labels, start, bytes, pages] = made.subarray(
      at,
      at + ROW_NUMBERS,
    ) as Iterable<number> as MadeRow;
    const part = Math.floor((firstRow - 1 + index) / pieceRows);
    const last = stretches.at(-1);
    if (last !== undefined && part === lastPart) {
      last.rows++;
      last.labels += labels;
      last.end = start + bytes;
      last.pages += pages;
    } else {
      const { name, row } = named[at / ROW_NUMBERS] ?? UNNAMED;
      stretches.push({ index, rows: 1, labels, start, end: start + bytes, pages, name, row });
      lastPart = part;
    }
  }
  return stretches;
}

type MadeRow = [index: number, labels: number, start: number, bytes: number, pages: number];
