import { frameOf, isFrame, jpegSegments, SCAN } from './jpeg-segments.ts';
import type { PictureHeader } from './picture-header.ts';
import { PNG_SAMPLES } from './png.ts';

/** Bytes for a file, its decoded pixels and their drawing, so that the program stays below 256 MiB. */
export const MEMORY_BYTES = 180_000_000;
/** Bytes of a pixel as the canvas holds it. */
const PIXEL_BYTES = 4;
/** Bytes of a drawn pixel: in the canvas, copied from it, and in grey. */
const DRAWN_BYTES = 2 * PIXEL_BYTES + 1;
/** Pixels that are drawn at most: 4 × 6 inches have 8.6 million dots at 600 dpi. */
export const DRAWN_PIXELS_MAX = Math.floor(MEMORY_BYTES / DRAWN_BYTES);
/** The least scale of a drawing. Below half, the canvas makes smaller copies first. */
const LEAST_SCALE = 0.53;

/** Pixels of a JPEG that is decoded by rows: photos have up to 64 million. It takes a second. */
const ROWS_PIXELS_MAX = 2 ** 26;
/** Pixels of its drawing at most, and at least: 4 inches have 812 dots at 203 dpi. */
const ROWS_DRAWN_MAX = 6_000_000;
const ROWS_DRAWN_LEAST = 1_000_000;
/** Copies of its file: as read, in a page, and two in PDFium's memory, which grows by more than it needs. */
const ROWS_FILES = 5;
/** Bytes that decoding by rows takes besides, and for each drawn pixel, as measured. */
const ROWS_BYTES = 40_000_000;
const ROWS_DRAWN_BYTES = 11;

/** The scale at which a picture file is drawn, or the number of pixels that such a file may have. */
export type DrawnScale =
  | {
      readonly scale: number;
      /** Whether there is memory for it only where its rows are decoded one after another. */
      readonly isByRows: boolean;
    }
  | { readonly pixelsMax: number };

/**
 * The scale at which decoding and drawing a picture keep to their memory, at most 1; the most pixels of such a file
 * where none does. An SVG has the scale that its caller draws it with, up to {@link DRAWN_PIXELS_MAX}.
 */
export function drawnScale(file: Uint8Array, header: PictureHeader): DrawnScale {
  const { type, width, height } = header;
  if (type === 'SVG') return { scale: 1, isByRows: false };
  const pixels = width * height;
  const left = MEMORY_BYTES - file.length;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const decoded = decodedBytes(bytes, type);
  // A BMP is read without a canvas, as large as it is.
  const leastDrawn = type === 'BMP' ? 1 : PIXEL_BYTES * LEAST_SCALE ** 2;
  const pixelsMax = Math.max(0, Math.floor(left / (decoded + leastDrawn)));
  if (!(width >= 1 && height >= 1)) return { pixelsMax };
  if (pixels > pixelsMax) {
    const room = (MEMORY_BYTES - ROWS_FILES * file.length - ROWS_BYTES) / ROWS_DRAWN_BYTES;
    if (type !== 'JPEG' || !hasRows(bytes) || room < ROWS_DRAWN_LEAST) return { pixelsMax };
    if (pixels > ROWS_PIXELS_MAX) return { pixelsMax: ROWS_PIXELS_MAX };
    return { scale: Math.min(1, Math.sqrt(Math.min(ROWS_DRAWN_MAX, room) / pixels)), isByRows: true };
  }
  if (type === 'BMP') return { scale: 1, isByRows: false };
  const drawn = Math.min(DRAWN_PIXELS_MAX, (left - decoded * pixels) / PIXEL_BYTES);
  return { scale: Math.min(1, Math.sqrt(drawn / pixels)), isByRows: false };
}

/** Bytes that a decoder takes for each pixel, as measured. */
function decodedBytes(bytes: Buffer, type: PictureHeader['type']): number {
  if (type === 'PNG') return PIXEL_BYTES + interlacedBytes(bytes);
  if (type === 'JPEG') return PIXEL_BYTES + coefficientBytes(bytes);
  return PIXEL_BYTES + (type === 'WebP' ? webpBytes(bytes) : 0);
}

/**
 * A WebP has a copy of its pixels if it is lossless, otherwise a byte of alpha for each, and two copies more if it is
 * turned.
 */
function webpBytes(bytes: Buffer): number {
  const isTurned = bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 8) !== 0;
  return (bytes.includes('VP8L') ? PIXEL_BYTES : 1) + (isTurned ? 2 * PIXEL_BYTES : 0);
}

/** An interlaced PNG is unpacked as a whole. */
function interlacedBytes(bytes: Buffer): number {
  const [depth = 0, colours = 0, , , interlace = 0] = bytes.subarray(24, 29);
  return interlace === 0 ? 0 : ((PNG_SAMPLES[colours] ?? 4) * depth) / 8;
}

/** Whether a JPEG has its rows one after another, in grey or in colours that are not those of inks. */
function hasRows(bytes: Buffer): boolean {
  const components = frameOf(bytes)?.components;
  return (components === 1 || components === 3) && coefficientBytes(bytes) === 0;
}

/** A JPEG of several scans is kept as coefficients of two bytes until the last one. */
function coefficientBytes(bytes: Buffer): number {
  let components = 0;
  let isProgressive = false;
  for (const segment of jpegSegments(bytes)) {
    if (isFrame(segment)) {
      components = segment.body[5] ?? 0;
      isProgressive = segment.marker !== 0xc0 && segment.marker !== 0xc1;
    } else if (segment.marker === SCAN) {
      const hasMore = isProgressive || segment.body[0] !== components;
      return hasMore ? 2 * components : 0;
    }
  }
  return 0;
}
