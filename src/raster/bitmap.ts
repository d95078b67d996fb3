import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { WorkMeter } from './work-meter.ts';

/** Packed rows, most significant bit leftmost, 1 is ink. Bits beyond `width` in a row mean nothing. */
export interface PackedBits {
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

/** How ink meets what lies beneath: blackens it, whitens it, or inverts it. */
export type InkMode = 'ink' | 'paper' | 'invert';

/** Units of a {@link WorkMeter} for a call and for each of its rows, beside the bytes; measured. */
const CALL_WORK = 64;
const ROW_WORK = 4;

/** A surface of 1-bit dots, to which drawing is clipped; coordinates are whole dots. */
export class Bitmap implements PackedBits {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** Bits beyond `width` stay 0. */
  readonly data: Uint8Array;
  /** Set when ink falls beside the surface; whoever wants to know clears it before drawing. */
  inkLost = false;
  #meter: WorkMeter | undefined;

  protected constructor(width: number, height: number, meter?: WorkMeter) {
    this.#meter = meter;
    this.width = width;
    this.height = height;
    this.stride = (width + 7) >> 3;
    this.data = new Uint8Array(this.stride * height);
  }

  /** An empty bitmap. Fails with `too_large` beyond the render limits, before memory is taken. */
  static create(width: number, height: number, meter?: WorkMeter): Bitmap {
    checkSize(width, height);
    return new Bitmap(width, height, meter);
  }

  /** What is drawn from now on is counted here; on a surface without a meter it must be bounded otherwise. */
  countWith(meter: WorkMeter): void {
    this.#meter = meter;
  }

  /** Counts work beside that of the calls of this class. */
  spend(units: number): void {
    this.#meter?.spend(units);
  }

  fillRect(x: number, y: number, width: number, height: number, mode: InkMode): void {
    const left = Math.max(x, 0);
    const right = Math.min(x + width, this.width);
    const top = Math.max(y, 0);
    const bottom = Math.min(y + height, this.height);
    this.spend(CALL_WORK);
    if (mode !== 'paper' && width > 0 && height > 0) {
      this.inkLost ||= right - left !== width || bottom - top !== height;
    }
    if (left >= right || top >= bottom) return;
    const { data, stride } = this;
    const firstByte = left >> 3;
    const lastByte = (right - 1) >> 3;
    const bytesWork = (lastByte - firstByte) >> (mode === 'invert' ? 0 : 3);
    this.spend((bottom - top) * (ROW_WORK + bytesWork));
    const firstMask = 0xff >> (left & 7);
    const lastMask = 0xff << (7 - ((right - 1) & 7));
    for (let row = top * stride; row < bottom * stride; row += stride) {
      if (firstByte === lastByte) {
        combine(data, row + firstByte, firstMask & lastMask, mode);
        continue;
      }
      combine(data, row + firstByte, firstMask, mode);
      if (mode === 'invert') {
        for (let i = row + firstByte + 1; i < row + lastByte; i++) combine(data, i, 0xff, mode);
      } else {
        data.fill(mode === 'ink' ? 0xff : 0, row + firstByte + 1, row + lastByte);
      }
      combine(data, row + lastByte, lastMask & 0xff, mode);
    }
  }

  /** Draws the ink of `source` with its top left at (x, y); its paper leaves the surface as it is. */
  blit(source: PackedBits, x: number, y: number, mode: InkMode): void {
    const left = Math.max(x, 0);
    const right = Math.min(x + source.width, this.width);
    const top = Math.max(y, 0);
    const bottom = Math.min(y + source.height, this.height);
    this.spend(CALL_WORK);
    if (
      mode !== 'paper' &&
      !this.inkLost &&
      (right - left !== source.width || bottom - top !== source.height)
    ) {
      this.spend(source.height * ((source.width + 7) >> 3));
      this.inkLost = hasInkOutside(source, left - x, top - y, right - x, bottom - y);
    }
    if (left >= right || top >= bottom) return;
    const firstByte = left >> 3;
    const lastByte = (right - 1) >> 3;
    this.spend((bottom - top) * (ROW_WORK + 2 * (lastByte - firstByte)));
    const firstMask = 0xff >> (left & 7);
    const lastMask = (0xff << (7 - ((right - 1) & 7))) & 0xff;
    // Bit 0 of destination byte `firstByte` is bit `offset` of a source row; it can lie before the row.
    const offset = firstByte * 8 - x;
    const firstSource = offset >> 3;
    const shift = 8 - (offset & 7);
    const bytes = (source.width + 7) >> 3;
    const { data: ink, stride: inkStride } = source;
    const { data, stride } = this;
    // Whitening is all that looks at the dots beneath twice: ~(~before | bits).
    const flip = mode === 'paper' ? 0xff : 0;
    const keep = mode === 'invert' ? 0 : 0xff;
    for (let row = top; row < bottom; row++) {
      const end = (row - y) * inkStride + bytes;
      let from = (row - y) * inkStride + firstSource;
      let pair = firstSource < 0 ? 0 : (ink[from] as number);
      let mask = firstMask;
      const last = row * stride + lastByte;
      for (let target = row * stride + firstByte; target <= last; target++) {
        from++;
        pair = (pair << 8) | (from < end ? (ink[from] as number) : 0);
        if (target === last) mask &= lastMask;
        const bits = (pair >> shift) & mask;
        mask = 0xff;
        if (bits === 0) continue;
        const before = (data[target] as number) ^ flip;
        data[target] = ((before ^ bits) | (before & bits & keep)) ^ flip;
      }
    }
  }

  /** Whether the dot has ink; dots outside have none. */
  has(x: number, y: number): boolean {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    return ((this.data[y * this.stride + (x >> 3)] as number) & (0x80 >> (x & 7))) !== 0;
  }
}

/** Fails with `too_large` unless a surface of this many dots may be rendered. */
export function checkSize(width: number, height: number): void {
  const sides = [width, height];
  if (sides.some((side) => !Number.isInteger(side) || side < 1)) {
    throw new RangeError(`A bitmap cannot be ${width} by ${height} dots`);
  }
  if (sides.some((side) => side > LIMITS.renderDots) || width * height > LIMITS.renderPixels) {
    fail(
      'too_large',
      `The image would be ${width} by ${height} dots; at most ${LIMITS.renderDots} dots a side and ` +
        `${LIMITS.renderPixels} dots in all can be rendered`,
    );
  }
}

/** Whether a source has ink outside of this rectangle of it, which may be empty. */
function hasInkOutside(
  source: PackedBits,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  const { width, height, stride, data } = source;
  // Blank when each byte is like the one before: a label may declare megabytes of nothing.
  if (data[0] === 0 && Buffer.compare(data.subarray(1), data.subarray(0, -1)) === 0) return false;
  for (let y = 0; y < height; y++) {
    const inside = y >= top && y < bottom && left < right;
    const start = y * stride;
    const end = start + ((width + 7) >> 3);
    for (let at = start; at < end; at++) {
      let bits = data[at] as number;
      if (bits === 0) continue;
      const x = (at - start) * 8;
      if (x + 8 > width) bits &= 0xff << (x + 8 - width);
      if (inside) bits &= ~(bitsBelow(right - x) & ~bitsBelow(left - x));
      if ((bits & 0xff) !== 0) return true;
    }
  }
  return false;
}

/** The first `count` bits of a byte; all of them from 8 on, none below 1. */
function bitsBelow(count: number): number {
  return 0xff & ~(0xff >> Math.min(8, Math.max(0, count)));
}

function combine(data: Uint8Array, index: number, bits: number, mode: InkMode): void {
  const before = data[index] as number;
  data[index] = mode === 'ink' ? before | bits : mode === 'paper' ? before & ~bits : before ^ bits;
}
