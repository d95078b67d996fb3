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
