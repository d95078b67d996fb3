import type { CompressedDots } from '../encode/compressed-dots.ts';
import type { LabelSize } from '../units.ts';
import {
  fileStart,
  filledPage,
  imageEntries,
  objectText,
  points,
  STREAM_END,
  streamStart,
} from './pdf-file.ts';

// A PDF of any number of pages that is written from its beginning to its end, without looking back. Numbers of objects
// follow from a page's index alone, so that a page names its parent and its image before those are written:
//
//   1 catalogue · 2 root of the page tree · 3 content of every page · then, for each 64 pages, their node of the tree
//   and a page and its image, 64 times · then nodes above those, and the cross-reference stream.
//
// A page that shows the image of another leaves the number of its own unused.

/** Pages below a node, and nodes below a node above. */
export const FAN_OUT = 64;
const CATALOGUE = 1;
const ROOT = 2;
const CONTENT = 3;
const FIRST_OF_GROUPS = 4;
const NUMBERS_OF_GROUP = 1 + 2 * FAN_OUT;

/** The text before the first page, in Latin-1, and the offsets of its two objects. */
export function fileHead(size: LabelSize): { text: string; catalogue: number; content: number } {
  const start = fileStart('1.5');
  const catalogue = start + objectText(CATALOGUE, `<</Type/Catalog/Pages ${ROOT} 0 R>>`);
  return { text: catalogue + filledPage(CONTENT, size), catalogue: start.length, content: catalogue.length };
}

/** @param image index of the page whose image it shows */
export function pageText(index: number, image: number): string {
  return objectText(
    pageNumber(index),
    `<</Type/Page/Parent ${leafNumber(Math.floor(index / FAN_OUT))} 0 R/Contents ${CONTENT} 0 R` +
      `/Resources<</XObject<</I ${imageNumber(image)} 0 R>>>>>>`,
  );
}

/** The text before the bytes of a page's image; `STREAM_END` follows them. */
export function imageStart(index: number, image: CompressedDots): string {
  return streamStart(imageNumber(index), imageEntries(image), image.stream.length);
}

/** The nodes of the page tree: those above pages first and in their order, the root last. */
export function* pageTree(pages: number, size: LabelSize): Generator<string> {
  let kids: Level = { count: pages, numberOf: pageNumber };
  let nodes: Level = { count: Math.ceil(pages / FAN_OUT), numberOf: leafNumber };
  let pagesOfNode = FAN_OUT;
  let unused = firstUpperNumber(pages);
  const list = (level: Level, first: number): string => {
    const end = Math.min(first + FAN_OUT, level.count);
    let text = '';
    for (let i = first; i < end; i++) text += `${i === first ? '' : ' '}${level.numberOf(i)} 0 R`;
    return text;
  };
  for (;;) {
    const isBelowRoot = nodes.count <= FAN_OUT;
    const base = unused;
    const above: Level = {
      count: Math.ceil(nodes.count / FAN_OUT),
      numberOf: isBelowRoot ? () => ROOT : (i) => base + i,
    };
    for (let i = 0; i < nodes.count; i++) {
      const number = nodes.numberOf(i);
      const count = Math.min(pagesOfNode, pages - i * pagesOfNode);
      const parent = above.numberOf(Math.floor(i / FAN_OUT));
      const text = `<</Type/Pages/Parent ${parent} 0 R/Count ${count}/Kids[${list(kids, i * FAN_OUT)}]>>`;
      yield objectText(number, text);
    }
    if (isBelowRoot) break;
    unused += above.count;
    kids = nodes;
    nodes = above;
    pagesOfNode *= FAN_OUT;
  }
  const box = `/MediaBox[0 0 ${points(size.widthMm)} ${points(size.heightMm)}]`;
  yield objectText(ROOT, `<</Type/Pages/Count ${pages}${box}/Kids[${list(nodes, 0)}]>>`);
}

interface Level {
  readonly count: number;
  readonly numberOf: (index: number) => number;
}

function leafNumber(group: number): number {
  return FIRST_OF_GROUPS + group * NUMBERS_OF_GROUP;
}

function pageNumber(index: number): number {
  return leafNumber(Math.floor(index / FAN_OUT)) + 1 + 2 * (index % FAN_OUT);
}

function imageNumber(index: number): number {
  return pageNumber(index) + 1;
}

/** Numbers of nodes that have no pages of their own begin here, but for the root's. */
function firstUpperNumber(pages: number): number {
  return imageNumber(pages - 1) + 1;
}

// The cross-reference stream of PDF 1.5 (ISO 32000-1, 7.5.8), which is the end of the file too: where each object
// begins. The table of older files has ten digits for that, and so ends at 10 GB. It is not compressed, so that its
// length is known before its entries are.

/** Bytes of a place in the file: enough for 281 TB. */
export const PLACE_BYTES = 6;
const ENTRY_BYTES = 1 + PLACE_BYTES;

const UNUSED = 0;
const IN_FILE = 1;

/** @param own number of its object, the last one; entries of all numbers from 0 to this one follow */
export function tableStart(own: number): string {
  const size = own + 1;
  return streamStart(own, `/Type/XRef/Size ${size}/W[1 ${PLACE_BYTES} 0]/Root 1 0 R`, size * ENTRY_BYTES);
}

/** @param place bytes before the object; 0, where no object can begin, for a number that is not used */
export function tableEntry(place: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry[0] = place === 0 ? UNUSED : IN_FILE;
  entry.writeUIntBE(place, 1, PLACE_BYTES);
  return entry;
}

/** @param start bytes before the cross-reference stream */
export function tableEnd(start: number): string {
  return `${STREAM_END}startxref\n${start}\n%%EOF\n`;
}
