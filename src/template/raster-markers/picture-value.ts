import type { Orientation } from '../../bitmap/rotate.ts';
import { LIMITS } from '../../limits.ts';
import { dithered } from '../../raster/images/dithered.ts';
import { type GreyPicture, resized, type TurnDegrees, turned } from '../../raster/images/grey-picture.ts';
import { type PictureHeader, pictureHeader } from '../../raster/images/picture-header.ts';
import { readPicture } from '../../raster/images/read-picture.ts';
import type { SubstitutionBudget } from '../records/substitution-budget.ts';
import type { PictureMarker } from './marker.ts';

/** The size of a raster, whose rows are whole bytes. */
export interface RasterBox {
  readonly bytesPerRow: number;
  readonly rows: number;
}

/** Dots of a box, in packed rows of whole bytes, 1 is black. */
interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const TURNS: Readonly<Record<Orientation, TurnDegrees>> = { N: 0, R: 90, I: 180, B: 270 };

const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Characters of base64, line ends included, for a picture of the most bytes: longer values are not decoded. */
const TEXT_UNITS_MAX = 2 * LIMITS.pictureBytes;

/**
 * Passes through a progressive JPEG that are decoded: common ones have ten. Each passes over all pixels, and takes but
 * a few bytes of the file.
 */
const SCANS_MAX = 30;
const SCAN = Buffer.from([0xff, 0xda]);

/**
 * Draws the picture of a value into the box of the saved raster: as large as fits, in proportion, in the middle, with
 * white around it. An empty value leaves the box white. Everything is checked by the header before the picture is
 * decoded; the work is charged to the budget, which may throw.
 */
export function drawPicture(
  marker: PictureMarker,
  value: string,
  { bytesPerRow, rows }: RasterBox,
  budget: SubstitutionBudget,
): DrawnPicture | { readonly reason: string } {
  const box = { width: 8 * bytesPerRow, height: rows };
  const refuse = (why: string): { readonly reason: string } => ({
    reason:
      `the value of ${marker.template} must be a PNG or JPEG in base64, of at most ${LIMITS.pictureBytes} bytes and ` +
      `${LIMITS.picturePixels} pixels; ${why}`,
  });
  budget.spendRaster(box.width, box.height);
  if (value === '') return { ...box, data: new Uint8Array(bytesPerRow * rows) };
  const file = fileOf(value);
  if (typeof file === 'string') return refuse(file);
  const header = pictureHeader(file);
  const wrong = wrongHeader(file, header);
  if (header === null || wrong !== null) return refuse(wrong ?? '');
  budget.spendPicture(header.width * header.height, box.width * box.height);
  const turn = TURNS[marker.rotation];
  const picture = readPicture(file, { ...header, ...drawnSize(header, turn, box) });
  if (picture === null) return refuse(`this ${header.type} is damaged`);
  const fitted = fittedInto(box, turned(picture, turn));
  return { ...box, data: dithered(fitted, marker.dither, marker.threshold).data };
}

/** The bytes of a file, or the reason why there are none. */
function fileOf(value: string): Uint8Array | string {
  if (value.length > TEXT_UNITS_MAX) return `it has ${value.length} characters`;
  const text = value.replace(DATA_URL, '').replaceAll(/[\r\n]+/g, '');
  if (!BASE64.test(text)) return 'it is not base64';
  const file = Buffer.from(text, 'base64');
  return file.length > LIMITS.pictureBytes ? `it has ${file.length} bytes` : file;
}

/** Reason why a picture with this header is not decoded; null if it is. */
function wrongHeader(file: Uint8Array, header: PictureHeader | null): string | null {
  if (header === null) return 'it is neither';
  const { type, width, height } = header;
  if (type !== 'PNG' && type !== 'JPEG') return `it is a ${type}`;
  if (width < 1 || height < 1 || width * height > LIMITS.picturePixels) {
    return `it has ${width} x ${height} pixels`;
  }
  return type === 'JPEG' && scansOf(file) > SCANS_MAX ? `it has more than ${SCANS_MAX} scans` : null;
}

/** The scans of a JPEG, and those of previews in it. */
function scansOf(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + SCAN.length)) scans++;
  return scans;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size in which a picture is decoded: its own, unless it is far larger than its box. The canvas then makes it
 * smaller, since all pixels that it hands out stay in memory until the turn of the event loop ends.
 */
function drawnSize({ width, height }: Size, turn: TurnDegrees, box: Size): Size {
  const isUpright = turn === 0 || turn === 180;
  const [across, down] = isUpright ? [width, height] : [height, width];
  const scale = Math.min(1, SPARE * Math.min(box.width / across, box.height / down));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Pixels for a dot either way, from which it is averaged. */
const SPARE = 3;

function fittedInto({ width, height }: Size, picture: GreyPicture): GreyPicture {
  const scale = Math.min(width / picture.width, height / picture.height);
  const fitted = resized(
    picture,
    Math.max(1, Math.min(width, Math.round(picture.width * scale))),
    Math.max(1, Math.min(height, Math.round(picture.height * scale))),
  );
  const left = (width - fitted.width) >> 1;
  const top = (height - fitted.height) >> 1;
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < fitted.height; y++) {
    const row = fitted.data.subarray(y * fitted.width, (y + 1) * fitted.width);
    data.set(row, (top + y) * width + left);
  }
  return { width, height, data };
}
