/** A picture in grey: a byte for each pixel, row by row from the top, 0 for black and 255 for white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The highest bit of each byte of a word, which holds four pixels. */
export const HIGHEST_BITS = 0x80808080;
/** Four white pixels as a word. */
export const FOUR_WHITE = -1;

/** A part of a picture. Pixels, from the upper left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Clockwise turns. Degrees. */
export type TurnDegrees = 0 | 90 | 180 | 270;

/** The part of a picture that has pixels darker than a threshold; null where there are none. */
export function inkOf({ width, height, data }: GreyPicture, threshold: number): Area | null {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((grey) => grey < threshold);
    if (first < 0) continue;
    const last = row.findLastIndex((grey) => grey < threshold);
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, first);
    right = Math.max(right, last);
  }
  return bottom < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** A picture with data of its own. */
export function copied({ width, height, data }: GreyPicture): GreyPicture {
  return { width, height, data: data.slice() };
}

/** @param area inside the picture */
export function cropped(picture: GreyPicture, { x, y, width, height }: Area): GreyPicture {
  if (width === picture.width && height === picture.height) return picture;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * picture.width + x;
    data.set(picture.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}

/** The picture turned clockwise; the same object for no turn. */
export function turned(picture: GreyPicture, turn: TurnDegrees): GreyPicture {
  if (turn === 0) return picture;
  const { width, height, data } = picture;
  if (turn === 180) return { width, height, data: data.toReversed() };
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [toX, toY] = turn === 90 ? [height - 1 - y, x] : [y, width - 1 - x];
      result[toY * height + toX] = data[y * width + x] as number;
    }
  }
  return { width: height, height: width, data: result };
}

/** From left to right. */
export function mirrored({ width, height, data }: GreyPicture): GreyPicture {
  const result = Uint8Array.from(data);
  for (let from = 0; from < result.length; from += width) result.subarray(from, from + width).reverse();
  return { width, height, data: result };
}

/**
 * The picture with another number of pixels: each is the mean of what it covers, and so a whole multiple repeats pixels
 * and keeps edges sharp.
 */
export function resized(picture: GreyPicture, width: number, height: number): GreyPicture {
  if (width === picture.width && height === picture.height) return picture;
  const columns = coversOf(width, picture.width);
  const rows = coversOf(height, picture.height);
  const data = new Uint8Array(width * height);
  const sums = new Float64Array(picture.width + columns.room);
  for (let y = 0; y < height; y++) {
    sumOfRows(picture, rows, y, sums);
    for (let x = 0, index = 0; x < width; x++) {
      let sum = 0;
      const end = index + columns.room;
      for (let at = columns.first[x] as number; index < end; index += GROUP, at += GROUP) {
        sum =
          sum +
          (columns.shares[index] as number) * (sums[at] as number) +
          (columns.shares[index + 1] as number) * (sums[at + 1] as number) +
          (columns.shares[index + 2] as number) * (sums[at + 2] as number);
      }
      // Rounded, since the array truncates to whole numbers.
      data[y * width + x] = sum + 0.5;
    }
  }
  return { width, height, data };
}

/** Sums up the old rows that a new one covers, column by column. */
function sumOfRows({ width, data }: GreyPicture, rows: Covers, y: number, sums: Float64Array): void {
  let first = (rows.first[y] as number) * width;
  sums.fill(0);
  const end = (y + 1) * rows.room;
  for (let index = y * rows.room; index < end && rows.shares[index] !== 0; index += GROUP) {
    const share = rows.shares[index] as number;
    const secondShare = rows.shares[index + 1] as number;
    const thirdShare = rows.shares[index + 2] as number;
    // Any row serves for one without a share.
    const second = secondShare === 0 ? first : first + width;
    const third = thirdShare === 0 ? first : second + width;
    for (let x = 0; x < width; x++) {
      sums[x] =
        (sums[x] as number) +
        share * (data[first + x] as number) +
        secondShare * (data[second + x] as number) +
        thirdShare * (data[third + x] as number);
    }
    first = third + width;
  }
}

/** The old pixels of one direction that each new one covers. */
interface Covers {
  /** The first old pixel of each. */
  readonly first: Int32Array;
  /** The number of shares of each, which are zeros after its last old pixel. */
  readonly room: number;
  /** The shares of old pixels, all of a new one 1 together. */
  readonly shares: Float64Array;
}

/** Shares that are summed up at a time, in two thirds of the time: most new pixels cover no more old ones. */
const GROUP = 3;

/** A share of a new pixel. */
const SLIVER = 1e-6;

function coversOf(count: number, old: number): Covers {
  const step = old / count;
  const first = new Int32Array(count);
  const all: (readonly number[])[] = [];
  for (let index = 0; index < count; index++) {
    const from = index * step;
    const to = Math.min(old, from + step);
    // Rounding leaves slivers of pixels, which are none.
    const begin = Math.min(old - 1, Math.floor(from + SLIVER * step));
    const own: number[] = [];
    for (let at = begin; at < to && at < old; at++) {
      const share = Math.min(to, at + 1) - Math.max(from, at);
      if (share > SLIVER * step) own.push(share);
    }
    if (own.length === 0) own.push(1);
    const total = own.reduce((sum, share) => sum + share, 0);
    first[index] = begin;
    all.push(own.map((share) => share / total));
  }
  const most = all.reduce((sum, { length }) => Math.max(sum, length), 0);
  const room = Math.ceil(most / GROUP) * GROUP;
  const shares = new Float64Array(count * room);
  for (const [index, own] of all.entries()) shares.set(own, index * room);
  return { first, room, shares };
}
