import { cornerOf } from '../../bitmap/frame.ts';
import type { SampledSize } from '../../printer-profile/profile.ts';
import { hexPair } from '../../zpl/hex.ts';
import type { ProbeArea, ProbeFields, ProbePicture } from './prober.ts';

/** A font at a size in an orientation. Dots. */
export type SizeName = Pick<SampledSize, 'font' | 'height' | 'width' | 'orientation'>;

/** Dots around the pen in the upright field that a cell has for ink. */
export interface Room {
  readonly before: number;
  readonly after: number;
  readonly above: number;
  readonly below: number;
}

/** A line of text that is sampled by itself. */
export interface Cell {
  readonly size: SizeName;
  readonly text: string;
  readonly room: Room;
  /**
   * The place of the pen on the baseline from that of `^FO`, where that command is used, as far as it can be guessed;
   * null for `^FT`, which gives the pen.
   */
  readonly fromOrigin: { readonly x: number; readonly y: number } | null;
}

/** A cell with the place of its pen. */
export interface PlacedCell<C extends Cell = Cell> {
  readonly cell: C;
  readonly x: number;
  readonly y: number;
}

/** Cells that were laid out together. */
export interface CellFields<C extends Cell = Cell> extends ProbeFields {
  readonly placed: readonly PlacedCell<C>[];
  /** Cells without room, in their order. */
  readonly rest: readonly C[];
}

/** The gap between two cells, which shows ink that leaves a cell. Dots. */
const GUTTER = 2;

/** Dots that a cell takes. */
export function dotsOfCell({ size, room }: Cell): { readonly width: number; readonly height: number } {
  const along = room.before + room.after;
  const across = room.above + room.below;
  const lies = size.orientation === 'R' || size.orientation === 'B';
  return lies ? { width: across, height: along } : { width: along, height: across };
}

/** Whether a cell has room on an area by itself. */
export function fits(cell: Cell, area: ProbeArea): boolean {
  const { width, height } = dotsOfCell(cell);
  return width + 2 * GUTTER <= area.width && height + 2 * GUTTER <= area.height;
}

/** Lays cells out in rows, in their order, as many as there is room for. */
export function layOutCells<C extends Cell>(cells: readonly C[], area: ProbeArea): CellFields<C> {
  const placed: PlacedCell<C>[] = [];
  const rest: C[] = [];
  let left = area.x + GUTTER;
  let top = area.y + GUTTER;
  let rowHeight = 0;
  for (const cell of cells) {
    const { width, height } = dotsOfCell(cell);
    if (left + width + GUTTER > area.x + area.width || (rowHeight > 0 && height > rowHeight)) {
      left = area.x + GUTTER;
      top += rowHeight + GUTTER;
      rowHeight = 0;
    }
    if (top + height + GUTTER > area.y + area.height || left + width + GUTTER > area.x + area.width) {
      rest.push(cell);
      continue;
    }
    rowHeight = Math.max(rowHeight, height);
    const { before, after, above, below } = cell.room;
    const { orientation } = cell.size;
    const corner = cornerOf({ orientation, x: 0, y: 0 }, -before, -above, before + after, above + below);
    placed.push({ cell, x: left - corner.x, y: top - corner.y });
    left += width + GUTTER;
  }
  return { placed, rest, zpl: placed.map(fieldOf).join('') };
}

function fieldOf({ cell, x, y }: PlacedCell): string {
  const { font, orientation, height, width } = cell.size;
  const origin = cell.fromOrigin;
  const place = origin === null ? `^FT${x},${y}` : `^FO${x - origin.x},${y - origin.y}`;
  return `${place}^A${font}${orientation},${height},${width}^FH_^FD${fieldData(cell.text)}^FS`;
}

/** Text in UTF-8 with escapes for all but letters and digits, so that no part of it is a command or a code. */
function fieldData(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9]/.test(character) ? character : `_${hexPair(byte)}`;
  }).join('');
}

/** The dots of a cell, turned upright. Its place is that of its room. */
export class CellInk {
  readonly #room: Room;
  readonly #width: number;
  readonly #bits: Uint8Array;

  constructor(room: Room, bits: Uint8Array) {
    this.#room = room;
    this.#width = room.before + room.after;
    this.#bits = bits;
  }

  isBlack(u: number, v: number): boolean {
    const { before, after, above, below } = this.#room;
    if (u < -before || u >= after || v < -above || v >= below) return false;
    return this.#bits[(v + above) * this.#width + u + before] === 1;
  }

  /** The box of the ink from one column up to another; null without ink. */
  box({ from = -this.#room.before, to = this.#room.after } = {}): InkBox | null {
    const { above, below } = this.#room;
    let box: InkBox | null = null;
    for (let v = -above; v < below; v++) {
      for (let u = from; u < to; u++) {
        if (!this.isBlack(u, v)) continue;
        const { left, right, top }: Omit<InkBox, 'bottom'> = box ?? { left: u, right: u + 1, top: v };
        box = { left: Math.min(left, u), right: Math.max(right, u + 1), top, bottom: v + 1 };
      }
    }
    return box;
  }

  /** Rows of ceil(width / 8) bytes, the highest bit leftmost. */
  packed({ left, right, top, bottom }: InkBox): Uint8Array {
    const bytesPerRow = (right - left + 7) >> 3;
    const packed = new Uint8Array(bytesPerRow * (bottom - top));
    for (let v = top; v < bottom; v++) {
      for (let u = left; u < right; u++) {
        if (this.isBlack(u, v))
          packed[(v - top) * bytesPerRow + ((u - left) >> 3)]! |= 0x80 >> ((u - left) & 7);
      }
    }
    return packed;
  }
}

/** Sides of ink from the pen on the baseline; `right` and `bottom` are the first dots beyond it. */
export interface InkBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The dots of a cell; null if ink crosses its edge. */
export function readCell(
  { isBlack }: Pick<ProbePicture<CellFields>, 'isBlack'>,
  { cell, x, y }: PlacedCell,
): CellInk | null {
  const { room, size } = cell;
  const { before, after, above, below } = room;
  const width = before + after;
  const bits = new Uint8Array(width * (above + below));
  const frame = { orientation: size.orientation, x, y };
  for (let v = -above - 1; v <= below; v++) {
    for (let u = -before - 1; u <= after; u++) {
      const corner = cornerOf(frame, u, v, 1, 1);
      if (!isBlack(corner.x, corner.y)) continue;
      if (u < -before || u === after || v < -above || v === below) return null;
      bits[(v + above) * width + u + before] = 1;
    }
  }
  return new CellInk(room, bits);
}
