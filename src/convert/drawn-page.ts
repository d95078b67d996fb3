import { copied, FOUR_WHITE, type GreyPicture, HIGHEST_BITS } from '../raster/images/grey-picture.ts';
import type { SourcePage } from './read-pdf.ts';

/** The first and the last grey that count as half black. */
const [HALF_FROM, HALF_TO] = [104, 151];
/** Adjacent half black pixels that make an edge: that of a bar which ends in the middle of them. */
const EDGE_PIXELS = 16;
/** Edges of bars at least; the letters of a line have fewer. */
const TEXT_EDGES = 16;
/** A finer drawing is taken if its ink and grey are less than this part of the plain one's. */
const BETTER = 0.98;

type Size = Pick<GreyPicture, 'width' | 'height'>;

/**
 * Draws a page. The label on it may lie between two dots: then edges are grey, and PDFium widens shapes to whole
 * pixels. Therefore shapes are drawn twice as large, and one of each four pixels is taken, always the same: the one
 * with the least ink and grey. Bars of whole dots keep their width in this way. The rest is drawn in its final size,
 * unless it has grey edges.
 *
 * @param scale pixels per inch, across and down, before they are rounded to whole pixels of the page
 * @param pixelsMax the largest drawing
 */
export function drawnPage(
  page: SourcePage,
  size: Size,
  scale: { readonly x: number; readonly y: number },
  pixelsMax: number,
): GreyPicture {
  // Rounded by themselves: a page that is drawn half a pixel too wide is stretched.
  const fineWidth = Math.max(1, Math.round(2 * page.width * scale.x));
  const fineHeight = Math.max(1, Math.round(2 * page.height * scale.y));
  const isFine = fineWidth * fineHeight <= pixelsMax;
  const { kinds } = page;
  const { width, height } = size;
  const ofShapes = (fine: GreyPicture): GreyPicture => sharpest(fine, size).picture();
  if (isFine && kinds.has('shape') && kinds.size === 1) return page.draw(fineWidth, fineHeight, ofShapes);
  return page.draw(width, height, (picture) => {
    if (!isFine) return copied(picture);
    if (hasHalfEdges(picture, kinds.has('text') && !kinds.has('picture') ? TEXT_EDGES : 1)) {
      const better = page.draw(fineWidth, fineHeight, (fine) => {
        const { cost, picture: quarter } = sharpest(fine, size);
        return cost < BETTER * costOf(picture) ? quarter() : null;
      });
      if (better !== null) return better;
    }
    if (!kinds.has('shape')) return copied(picture);
    return page.drawShapes(width, height, (shapes) =>
      withOthers(page.drawShapes(fineWidth, fineHeight, ofShapes), shapes, picture),
    );
  });
}

/**
 * The sharper drawing of shapes, with the pixels of a drawing of everything where that differs from the shapes alone.
 */
function withOthers(sharp: GreyPicture, shapes: GreyPicture, picture: GreyPicture): GreyPicture {
  const [to, without, all] = [sharp, shapes, picture].map(
    ({ data }) => new DataView(data.buffer, data.byteOffset, data.length),
  ) as [DataView, DataView, DataView];
  const { length } = sharp.data;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const four = all.getInt32(at);
    const differs = four ^ without.getInt32(at);
    if (differs === 0) continue;
    // The highest bit of each pixel that differs, and then all of its bits.
    const bits = (((differs & 0x7f7f7f7f) + 0x7f7f7f7f) | differs) & HIGHEST_BITS;
    const mask = Math.imul(bits >>> 7, 0xff);
    to.setInt32(at, (four & mask) | (to.getInt32(at) & ~mask));
  }
  for (; at < length; at++) {
    const grey = all.getUint8(at);
    if (grey !== without.getUint8(at)) to.setUint8(at, grey);
  }
  return sharp;
}

/** Whether `edges` columns in the same row, or rows in the same column, have a run of half black pixels. */
function hasHalfEdges({ width, height, data }: GreyPicture, edges: number): boolean {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  /** By the column: its last row that is half black, and the length of the run up to it. */
  const lasts = new Int32Array(width).fill(-1);
  const downs = new Int32Array(width);
  /** By the column: the number of rows with a run that is long enough there. */
  const rows = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let columns = 0;
    let last = -1;
    let across = 0;
    for (let x = 0; x < width; ) {
      while (x + 4 <= width && !hasMiddle(words.getInt32(start + x))) x += 4;
      for (const end = Math.min(x + 4, width); x < end; x++) {
        const grey = data[start + x] as number;
        if (grey < HALF_FROM || grey > HALF_TO) continue;
        across = last === x - 1 ? across + 1 : 1;
        last = x;
        const down = lasts[x] === y - 1 ? (downs[x] as number) + 1 : 1;
        lasts[x] = y;
        downs[x] = down;
        if (across === EDGE_PIXELS && ++rows[x]! === edges) return true;
        if (down === EDGE_PIXELS && ++columns === edges) return true;
      }
    }
  }
  return false;
}

/** Whether one of four pixels, as a word, is a grey from 64 to 191: its two highest bits differ. */
function hasMiddle(word: number): boolean {
  return ((word ^ (word << 1)) & HIGHEST_BITS) !== 0;
}

/** Ink and grey of a pixel; grey is ink that is not sharp. */
const COSTS = Uint16Array.from({ length: 256 }, (_, grey) => 255 - grey + 2 * Math.min(grey, 255 - grey));

function costOf(picture: GreyPicture): number {
  const { costs } = quarterCosts(picture, (picture.width + 1) >> 1, (picture.height + 1) >> 1);
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * The costs of the quarters of {@link quarterOf}, from the upper left pixel of four to the lower right one, and by the
 * row whether it is like the one two rows above, as most rows are.
 */
function quarterCosts(
  { width: across, height: down, data }: GreyPicture,
  width: number,
  height: number,
): { readonly costs: readonly number[]; readonly repeats: Uint8Array } {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  const rows = Buffer.from(data.buffer, data.byteOffset, data.length);
  const costs = [0, 0, 0, 0];
  const repeats = new Uint8Array(down);
  const columns = Math.min(across, 2 * width);
  /** Costs of the left and the right pixels of the last two rows. */
  const lefts = [0, 0];
  const rights = [0, 0];
  for (let y = 0; y < Math.min(down, 2 * height); y++) {
    const start = y * across;
    const half = y & 1;
    const above = start - 2 * across;
    if (y > 1 && rows.compare(rows, above, above + columns, start, start + columns) === 0) repeats[y] = 1;
    else {
      let [left, right] = [0, 0];
      const end = start + columns;
      let at = start;
      for (; at + 4 <= end; at += 4) {
        const word = words.getInt32(at, true);
        if (word === FOUR_WHITE) continue;
        left += (COSTS[word & 0xff] as number) + (COSTS[(word >> 16) & 0xff] as number);
        right += (COSTS[(word >> 8) & 0xff] as number) + (COSTS[word >>> 24] as number);
      }
      for (let isLeft = true; at < end; at++, isLeft = !isLeft) {
        const cost = COSTS[data[at] as number] as number;
        if (isLeft) left += cost;
        else right += cost;
      }
      lefts[half] = left;
      rights[half] = right;
    }
    costs[2 * half]! += lefts[half] as number;
    costs[2 * half + 1]! += rights[half] as number;
  }
  return { costs, repeats };
}

/** The drawing by one pixel of each four, always the same: the one with the least ink and grey. `cost` is theirs. */
function sharpest(fine: GreyPicture, { width, height }: Size): { cost: number; picture(): GreyPicture } {
  const { costs, repeats } = quarterCosts(fine, width, height);
  const cost = Math.min(...costs);
  const best = costs.indexOf(cost);
  return { cost, picture: () => quarterOf(fine, repeats, best & 1, best >> 1, width, height) };
}

/** Every second pixel of every second row; white beyond the last ones. */
function quarterOf(
  picture: GreyPicture,
  repeats: Uint8Array,
  left: number,
  top: number,
  width: number,
  height: number,
): GreyPicture {
  const { data: from, width: across } = picture;
  const words = new DataView(from.buffer, from.byteOffset, from.length);
  const data = new Uint8Array(width * height).fill(255);
  const columns = Math.min(across, 2 * width);
  for (let y = 0; 2 * y + top < picture.height && y < height; y++) {
    let at = (2 * y + top) * across;
    let to = y * width;
    if (y > 0 && repeats[2 * y + top] === 1) {
      data.copyWithin(to, to - width, to);
      continue;
    }
    const end = at + columns;
    for (; at + 4 <= end; at += 4, to += 2) {
      const word = words.getInt32(at, true);
      if (word === FOUR_WHITE) continue;
      const two = word >> (8 * left);
      data[to] = two;
      data[to + 1] = two >> 16;
    }
    for (at += left; at < end; at += 2) data[to++] = from[at] as number;
  }
  return { width, height, data };
}
