import { FIELD_BYTES_MAX } from '../zpl/command-table/graphics.ts';
import type { Picture } from '../zpl/printer.ts';

/** A rectangle of a picture: bytes of its rows, and rows. `right` and `bottom` are the first ones beyond it. */
interface ByteArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bytes in rows; those with ink are not 0. */
type ByteRows = Pick<Picture, 'data' | 'bytesPerRow'>;

/** A part of a picture that fits into one field, and its place in dots. */
export interface PicturePart {
  readonly x: number;
  readonly y: number;
  readonly picture: Picture;
}

/**
 * White bytes that cost as much as a further field: its commands, the beginning of its data, and the repeats that are
 * cut off.
 */
const FIELD_COST = 5000;
/** Rows of a cell, which is a byte wide. */
const CELL_ROWS = 8;

/** The ink of a picture in parts for fields. A white picture has none. */
export interface InkParts {
  /** Areas around large white rectangles, if leaving the rectangles out saves more than further fields cost. */
  readonly parts: readonly PicturePart[];
  /** The whole picture without its white edges, in parts; null if `parts` are the same. */
  readonly whole: (() => readonly PicturePart[]) | null;
}

/** Cuts the ink of a picture into parts for fields. */
export function inkParts(picture: Picture): InkParts {
  const { bytesPerRow, rows } = picture;
  const cells = cellsOf(picture);
  const ink = inkOf(cells, { left: 0, right: bytesPerRow, top: 0, bottom: Math.ceil(rows / CELL_ROWS) });
  if (ink === null) return { parts: [], whole: null };
  const areas = inkAreas(cells, ink);
  return { parts: partsOf(picture, areas), whole: areas.length > 1 ? () => partsOf(picture, [ink]) : null };
}

/** The ink of areas of cells, each in as few parts as fields can hold. */
function partsOf(picture: Picture, areas: readonly ByteArea[]): readonly PicturePart[] {
  return areas.flatMap((area) => {
    const rows = { top: area.top * CELL_ROWS, bottom: Math.min(area.bottom * CELL_ROWS, picture.rows) };
    const ink = inkOf(picture, { ...area, ...rows }) as ByteArea;
    const most = Math.floor(FIELD_BYTES_MAX / (ink.right - ink.left));
    const parts: PicturePart[] = [];
    for (let { top } = ink; top < ink.bottom; top += most) {
      const bottom = Math.min(top + most, ink.bottom);
      const band = bottom - top === ink.bottom - ink.top ? ink : inkOf(picture, { ...ink, top, bottom });
      if (band !== null) parts.push(partOf(picture, band));
    }
    return parts;
  });
}

function partOf({ data, bytesPerRow }: Picture, { left, right, top, bottom }: ByteArea): PicturePart {
  const [width, rows] = [right - left, bottom - top];
  const place = { x: 8 * left, y: top };
  if (width === bytesPerRow) {
    const part = data.subarray(top * bytesPerRow, bottom * bytesPerRow);
    return { ...place, picture: { data: part, bytesPerRow, rows } };
  }
  const from = Buffer.from(data.buffer, data.byteOffset, data.length);
  const part = new Uint8Array(width * rows);
  for (let row = 0; row < rows; row++) {
    const start = (top + row) * bytesPerRow;
    from.copy(part, row * width, start + left, start + right);
  }
  return { ...place, picture: { data: part, bytesPerRow: width, rows } };
}

/** The cells of a picture, 1 for those with ink. */
function cellsOf({ data, bytesPerRow, rows }: Picture): ByteRows {
  const cells = new Uint8Array(bytesPerRow * Math.ceil(rows / CELL_ROWS));
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let row = 0; row < rows; row++) {
    const shift = (Math.floor(row / CELL_ROWS) - row) * bytesPerRow;
    const end = (row + 1) * bytesPerRow;
    for (let at = row * bytesPerRow; at < end; ) {
      // Most bytes of a label are white.
      while (at + 4 <= end && view.getInt32(at) === 0) at += 4;
      for (const next = Math.min(at + 4, end); at < next; at++) if (data[at] !== 0) cells[at + shift] = 1;
    }
  }
  return { data: cells, bytesPerRow };
}

/**
 * Leaves the largest white rectangle out of an area of cells that has no white edges, and then out of the areas around
 * it, as long as that costs less.
 */
function inkAreas(cells: ByteRows, ink: ByteArea): readonly ByteArea[] {
  // A further field costs more than all of its bytes.
  if (bytesOf(ink) <= FIELD_COST) return [ink];
  const white = largestWhite(cells, ink);
  const above = { ...ink, bottom: white.top };
  const below = { ...ink, top: white.bottom };
  const before = { ...ink, right: white.left };
  const after = { ...ink, left: white.right };
  const { top, bottom, left, right } = white;
  const ways = [
    [above, { ...before, top, bottom }, { ...after, top, bottom }, below],
    [before, { ...above, left, right }, { ...below, left, right }, after],
  ].map((parts) => parts.flatMap((part) => inkOf(cells, part) ?? []));
  const costs = ways.map((parts) => parts.reduce((sum, part) => sum + cost(part), 0));
  const least = Math.min(...costs);
  if (least >= cost(ink)) return [ink];
  return (ways[costs.indexOf(least)] as ByteArea[]).flatMap((part) => inkAreas(cells, part));
}

/** The cost of an area of cells in white bytes, without its ink. */
function cost(area: ByteArea): number {
  const bytes = bytesOf(area);
  return bytes + FIELD_COST * Math.ceil(bytes / FIELD_BYTES_MAX);
}

function bytesOf({ left, right, top, bottom }: ByteArea): number {
  return (right - left) * (bottom - top) * CELL_ROWS;
}

/** An area without its white edges; null for a white one. */
function inkOf({ data, bytesPerRow }: ByteRows, area: ByteArea): ByteArea | null {
  let { top, bottom } = area;
  const isWhite = (row: number): boolean => {
    for (let at = row * bytesPerRow + area.left; at < row * bytesPerRow + area.right; at++) {
      if (data[at] !== 0) return false;
    }
    return true;
  };
  while (top < bottom && isWhite(top)) top++;
  if (top === bottom) return null;
  while (isWhite(bottom - 1)) bottom--;
  let [left, right] = [area.right, area.left];
  for (let row = top; row < bottom; row++) {
    const start = row * bytesPerRow;
    // Cells within the ink found so far do not matter.
    for (let at = area.left; at < left; at++) if (data[start + at] !== 0) left = at;
    for (let at = area.right; at > right; at--) if (data[start + at - 1] !== 0) right = at;
  }
  return { left, right, top, bottom };
}

/** The largest white part of an area; empty if the area has none. */
function largestWhite({ data, bytesPerRow }: ByteRows, { left, right, top, bottom }: ByteArea): ByteArea {
  /** By the column: how many bytes from the row upwards are white. */
  const heights = new Int32Array(right + 1);
  /** White rectangles that reach this row and may become wider, the highest last: where each begins, and its height. */
  const begins = new Int32Array(right + 1);
  const highs = new Int32Array(right + 1);
  let largest: ByteArea = { left, right: left, top, bottom: top };
  let most = 0;
  for (let row = top; row < bottom; row++) {
    let count = 0;
    for (let column = left; column <= right; column++) {
      const isWhite = column < right && data[row * bytesPerRow + column] === 0;
      const height = isWhite ? (heights[column] as number) + 1 : 0;
      heights[column] = height;
      let begin = column;
      while (count > 0 && (highs[count - 1] as number) >= height) {
        count--;
        begin = begins[count] as number;
        const high = highs[count] as number;
        if (high * (column - begin) <= most) continue;
        most = high * (column - begin);
        largest = { left: begin, right: column, top: row + 1 - high, bottom: row + 1 };
      }
      begins[count] = begin;
      highs[count++] = height;
    }
  }
  return largest;
}
