import { copied, type GreyPicture } from '../raster/images/grey-picture.ts';
import type { PdfPage } from './read-pdf.ts';

/** Half black: so far from the middle grey at most. */
const HALF_MARGIN = 24;
/** Pixels side by side that are half black, as the edge of a bar is that lies in the middle of them. */
const EDGE_PIXELS = 16;
/** A finer drawing is taken if it has less ink and grey by that. */
const BETTER = 0.98;

/**
 * A page with so many pixels. Another program may have put a label between two dots: then edges are grey, and PDFium
 * widens shapes to whole pixels. Where that can be, the page is drawn twice as large, and of each four pixels one is
 * taken, always the same: the one with the least ink and grey. Bars of whole dots keep their width by that.
 *
 * @param scale pixels per inch, across and down, before they are rounded to whole pixels of the page
 * @param pixelsMax the largest drawing
 */
export function drawnPage(
  page: PdfPage,
  { width, height }: Pick<GreyPicture, 'width' | 'height'>,
  scale: { readonly x: number; readonly y: number },
  pixelsMax: number,
): GreyPicture {
  // Rounded by themselves: a page that is drawn half a pixel too wide is stretched.
  const twiceWidth = Math.max(1, Math.round(2 * page.width * scale.x));
  const twiceHeight = Math.max(1, Math.round(2 * page.height * scale.y));
  const isFine = twiceWidth * twiceHeight <= pixelsMax;
  // Text and shapes are sharper in the finer drawing, pictures smoother in the other.
  const picture = isFine && page.hasShapes && !page.hasPictures ? null : page.draw(width, height, copied);
  if (picture !== null && !(isFine && (page.hasShapes || hasHalfEdges(picture)))) return picture;
  return page.draw(twiceWidth, twiceHeight, (fine) => {
    const costs = quarterCosts(fine, width, height);
    const least = Math.min(...costs);
    if (picture !== null && least >= BETTER * costOf(picture)) return picture;
    const best = costs.indexOf(least);
    return quarterOf(fine, best & 1, best >> 1, width, height);
  });
}

/** Whether a column or a row has a run of half black pixels. */
function hasHalfEdges({ width, height, data }: GreyPicture): boolean {
  const runs = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    let run = 0;
    for (let x = 0; x < width; x++) {
      const isHalf = Math.abs((data[y * width + x] as number) - 127.5) < HALF_MARGIN;
      run = isHalf ? run + 1 : 0;
      const down = isHalf ? (runs[x] as number) + 1 : 0;
      if (run >= EDGE_PIXELS || down >= EDGE_PIXELS) return true;
      runs[x] = down;
    }
  }
  return false;
}

/** Ink and grey of a pixel; grey is ink that is not sharp. */
const COSTS = Uint16Array.from({ length: 256 }, (_, grey) => 255 - grey + 2 * Math.min(grey, 255 - grey));

/** Four white pixels as a word, which cost nothing. */
const WHITE = -1;

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
  const costs = [0, 0, 0, 0];
  const columns = Math.min(across, 2 * width);
  for (let y = 0; y < Math.min(down, 2 * height); y++) {
    let at = y * across;
    const end = at + columns;
    let [left, right] = [0, 0];
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
    costs[2 * (y & 1)]! += left;
    costs[2 * (y & 1) + 1]! += right;
  }
  return costs;
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
  const data = new Uint8Array(width * height).fill(255);
  const columns = Math.min(across, 2 * width);
  for (let y = 0; 2 * y + top < picture.height && y < height; y++) {
    let at = (2 * y + top) * across;
    const end = at + columns;
    let to = y * width;
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
