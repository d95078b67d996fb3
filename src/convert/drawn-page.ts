import { copied, type GreyPicture } from '../raster/images/grey-picture.ts';
import type { PdfPage } from './read-pdf.ts';

/** Half black: so far from the middle grey at most. */
const HALF_MARGIN = 24;
/** Pixels side by side that are half black, as the edge of a bar is that lies in the middle of them. */
const EDGE_PIXELS = 16;
/** Edges of bars that begin side by side at least; those of the letters of a line are fewer. */
const TEXT_EDGES = 16;
/** A finer drawing is taken if it has less ink and grey by that. */
const BETTER = 0.98;

type Size = Pick<GreyPicture, 'width' | 'height'>;

/**
 * A page with so many pixels. Another program may have put a label between two dots: then edges are grey, and PDFium
 * widens shapes to whole pixels. So shapes are drawn twice as large, and of each four pixels one is taken, always the
 * same: the one with the least ink and grey. Bars of whole dots keep their width by that. All else is drawn as large as
 * it is to be, unless it has grey edges.
 *
 * @param scale pixels per inch, across and down, before they are rounded to whole pixels of the page
 * @param pixelsMax the largest drawing
 */
export function drawnPage(
  page: PdfPage,
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
  const picture = page.draw(width, height, copied);
  if (!isFine) return picture;
  if (hasHalfEdges(picture, kinds.has('text') && !kinds.has('picture') ? TEXT_EDGES : 1)) {
    const better = page.draw(fineWidth, fineHeight, (fine) => {
      const { cost, picture: quarter } = sharpest(fine, size);
      return cost < BETTER * costOf(picture) ? quarter() : null;
    });
    if (better !== null) return better;
  }
  if (!kinds.has('shape')) return picture;
  const shapes = page.drawShapes(width, height, copied);
  return withOthers(page.drawShapes(fineWidth, fineHeight, ofShapes), shapes, picture);
}

/** The sharper drawing of shapes, but for pixels of a picture where there is something else. */
function withOthers(sharp: GreyPicture, shapes: GreyPicture, picture: GreyPicture): GreyPicture {
  const [to, without, all] = [sharp, shapes, picture].map(
    ({ data }) => new DataView(data.buffer, data.byteOffset, data.length),
  ) as [DataView, DataView, DataView];
  const { length } = sharp.data;
  for (let at = 0; at < length; ) {
    while (at + 4 <= length && all.getInt32(at) === without.getInt32(at)) at += 4;
    for (const end = Math.min(at + 4, length); at < end; at++) {
      const grey = all.getUint8(at);
      if (grey !== without.getUint8(at)) to.setUint8(at, grey);
    }
  }
  return sharp;
}

/** Whether so many columns in the same row, or rows in the same column, have a run of half black pixels. */
function hasHalfEdges({ width, height, data }: GreyPicture, edges: number): boolean {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  /** By the column: its last row that is half black, and how many rows up to there are. */
  const lasts = new Int32Array(width).fill(-1);
  const downs = new Int32Array(width);
  /** By the column: how many rows have a run that is long enough there. */
  const rows = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let columns = 0;
    let last = -1;
    let across = 0;
    for (let x = 0; x < width; ) {
      while (x + 4 <= width && isPlain(words.getInt32(start + x))) x += 4;
      for (const end = Math.min(x + 4, width); x < end; x++) {
        if (Math.abs((data[start + x] as number) - 127.5) >= HALF_MARGIN) continue;
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

/** Four white pixels as a word, which cost nothing. */
const WHITE = -1;

/** Whether four pixels, as a word, are white or black. */
function isPlain(word: number): boolean {
  return word === WHITE || word === 0;
}

/** Ink and grey of a pixel; grey is ink that is not sharp. */
const COSTS = Uint16Array.from({ length: 256 }, (_, grey) => 255 - grey + 2 * Math.min(grey, 255 - grey));

function costOf(picture: GreyPicture): number {
  const quarters = quarterCosts(picture, (picture.width + 1) >> 1, (picture.height + 1) >> 1);
  return quarters.reduce((sum, cost) => sum + cost, 0);
}

/** The costs of the quarters of {@link quarterOf}: from the upper left pixel of four to the lower right one. */
function quarterCosts(
  { width: across, height: down, data }: GreyPicture,
  width: number,
  height: number,
): readonly number[] {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  const rows = Buffer.from(data.buffer, data.byteOffset, data.length);
  const costs = [0, 0, 0, 0];
  const columns = Math.min(across, 2 * width);
  /** Costs of the left and the right pixels of the last two rows. */
  const lefts = [0, 0];
  const rights = [0, 0];
  for (let y = 0; y < Math.min(down, 2 * height); y++) {
    const start = y * across;
    const half = y & 1;
    if (y < 2 || !areEqualRows(rows, start - 2 * across, start, columns)) {
      let [left, right] = [0, 0];
      const end = start + columns;
      let at = start;
      for (; at + 4 <= end; at += 4) {
        const word = words.getInt32(at, true);
        if (word === WHITE) continue;
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
  return costs;
}

/** Whether two rows of pixels, from these places on, are alike: most of a page are like the one above. */
function areEqualRows(rows: Buffer, first: number, second: number, length: number): boolean {
  return rows.compare(rows, first, first + length, second, second + length) === 0;
}

/** The pixel of each four, always the same, that has the least ink and grey, and what that costs. */
function sharpest(fine: GreyPicture, { width, height }: Size): { cost: number; picture(): GreyPicture } {
  const costs = quarterCosts(fine, width, height);
  const cost = Math.min(...costs);
  const best = costs.indexOf(cost);
  return { cost, picture: () => quarterOf(fine, best & 1, best >> 1, width, height) };
}

/** Every second pixel of every second row; white beyond the last ones. */
function quarterOf(
  picture: GreyPicture,
  left: number,
  top: number,
  width: number,
  height: number,
): GreyPicture {
  const { data: from, width: across } = picture;
  const words = new DataView(from.buffer, from.byteOffset, from.length);
  const rows = Buffer.from(from.buffer, from.byteOffset, from.length);
  const data = new Uint8Array(width * height).fill(255);
  const columns = Math.min(across, 2 * width);
  for (let y = 0; 2 * y + top < picture.height && y < height; y++) {
    let at = (2 * y + top) * across;
    let to = y * width;
    if (y > 0 && areEqualRows(rows, at - 2 * across, at, columns)) {
      data.copyWithin(to, to - width, to);
      continue;
    }
    const end = at + columns;
    for (; at + 4 <= end; at += 4, to += 2) {
      const word = words.getInt32(at, true);
      if (word === WHITE) continue;
      const two = word >> (8 * left);
      data[to] = two;
      data[to + 1] = two >> 16;
    }
    for (at += left; at < end; at += 2) data[to++] = from[at] as number;
  }
  return { width, height, data };
}
