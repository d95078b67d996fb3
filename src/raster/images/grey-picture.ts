/** A picture in grey: a byte for each pixel, row by row from the top, 0 for black and 255 for white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A part of a picture. Pixels, from the upper left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Clockwise turns. Degrees. */
export type Turn = 0 | 90 | 180 | 270;

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

/** @param area inside the picture */
export function cropped(picture: GreyPicture, { x, y, width, height }: Area): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * picture.width + x;
    data.set(picture.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}

export function turned(picture: GreyPicture, turn: Turn): GreyPicture {
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

/**
 * The picture with another number of pixels: each is the mean of what it covers, and so a whole multiple repeats pixels
 * and keeps edges sharp.
 */
export function resized(picture: GreyPicture, width: number, height: number): GreyPicture {
  if (width === picture.width && height === picture.height) return picture;
  const columns = coveredBy(width, picture.width);
  const rows = coveredBy(height, picture.height);
  const lines = new Float32Array(width * picture.height);
  for (let y = 0; y < picture.height; y++) {
    const line = picture.data.subarray(y * picture.width, (y + 1) * picture.width);
    for (let x = 0; x < width; x++) lines[y * width + x] = meanOf(columns[x] as Cover, line, 0, 1);
  }
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const cover = rows[y] as Cover;
    for (let x = 0; x < width; x++) {
      data[y * width + x] = Math.round(meanOf(cover, lines, x, width));
    }
  }
  return { width, height, data };
}

/** Pixels from `first` on, and the share that each has. */
interface Cover {
  readonly first: number;
  readonly shares: Float64Array;
  /** The sum of the shares. */
  readonly total: number;
}

/** The old pixels of one direction that each new one covers. */
function coveredBy(count: number, old: number): readonly Cover[] {
  const step = old / count;
  return Array.from({ length: count }, (_, index) => {
    const from = index * step;
    const to = Math.min(old, from + step);
    const first = Math.min(old - 1, Math.floor(from));
    const shares: number[] = [];
    for (let at = first; at < to && at < old; at++) {
      const share = (Math.min(to, at + 1) - Math.max(from, at)) / step;
      // Rounding leaves slivers.
      if (share > 1e-6) shares.push(share);
    }
    if (shares.length === 0) shares.push(1);
    const total = shares.reduce((sum, share) => sum + share, 0);
    return { first, shares: Float64Array.from(shares), total };
  });
}

/** The mean of values that stand `step` apart, the first of all at `start`. */
function meanOf(
  { first, shares, total }: Cover,
  values: Uint8Array | Float32Array,
  start: number,
  step: number,
): number {
  let sum = 0;
  for (let index = 0, at = start + first * step; index < shares.length; index++, at += step) {
    sum += (shares[index] as number) * (values[at] as number);
  }
  return sum / total;
}
