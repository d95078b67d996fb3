import { PNG_SIGNATURE } from '../../encode/png.ts';
import { canvas } from '../../on-first-use.ts';
import type { Picture } from '../../zpl/printer.ts';
import { PackedDots } from './packed-dots.ts';
import { isDark, luminance } from './threshold.ts';

/** Formats of picture files, recognised by their content. */
export type PictureType = 'PNG' | 'JPEG' | 'GIF' | 'BMP' | 'WebP' | 'SVG';

/** The size that the header of a picture file gives it. Pixels. */
export interface PictureHeader {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

/** Elements of an SVG that take unbounded work, or reach beyond the file. */
const SVG_REFUSED =
  /<!(?:DOCTYPE|ENTITY)|<(?:[\w-]+:)?(?:use|image|filter|pattern|mask|foreignObject|script|feImage)\b/i;
const SVG_ELEMENTS_MAX = 5000;
/** An SVG begins within these bytes. */
const SVG_START_BYTES = 1024;

/**
 * Reads what kind of picture a file holds, and its size, without decoding it. Null for anything else, and for an SVG
 * that may not be drawn: with a document type, references, filters or scripts.
 */
export function pictureHeader(file: Uint8Array): PictureHeader | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  try {
    return (
      pngHeader(bytes) ??
      gifHeader(bytes) ??
      bmpHeader(bytes) ??
      webpHeader(bytes) ??
      jpegHeader(bytes) ??
      svgHeader(bytes)
    );
  } catch (error) {
    // A header that ends early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The last bytes of files that are whole; the decoder takes what there is of others, and leaves the rest blank. */
const ENDS: Readonly<Partial<Record<PictureType, Buffer>>> = {
  PNG: Buffer.from('IEND'),
  JPEG: Buffer.from([0xff, 0xd9]),
  GIF: Buffer.from([0x3b]),
};

/**
 * The pixels of a picture file: red, green, blue and alpha of each. The caller has bounded the size, which is that of
 * the header, or another one: an SVG is sharp then, and other pictures are smoothed. Null where the file is damaged.
 */
export function picturePixels(file: Uint8Array, { type, width, height }: PictureHeader): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const end = ENDS[type];
  if (end !== undefined && bytes.lastIndexOf(end) < 0) return null;
  const { createCanvas, Image } = canvas();
  const image = new Image();
  const surface = createCanvas(width, height);
  try {
    image.src = bytes;
    if (!image.complete || image.width === 0) return null;
    const context = surface.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  } catch {
    // The library throws what is wrong with the file.
    return null;
  } finally {
    // Else their memory is let go when V8 finds them, which knows nothing of its size: 400 pictures of 1400 x 1400 took
    // 2.9 GB in a batch.
    surface.width = 1;
    surface.height = 1;
    image.src = NOTHING;
  }
}

const NOTHING = Buffer.alloc(0);

/**
 * The dots of a picture file: what is darker than half is black, what is transparent lies on white. Null where it is
 * damaged.
 */
export function pictureDots(file: Uint8Array, header: PictureHeader): Picture | null {
  const pixels = picturePixels(file, header);
  if (pixels === null) return null;
  const { width, height } = header;
  const dots = new PackedDots(width, height);
  for (let y = 0; y < height; y++) {
    dots.drawLine(y, pixels.subarray(4 * width * y, 4 * width * (y + 1)), isBlack);
  }
  return dots;
}

function isBlack(line: Uint8Array, pixel: number): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = line.subarray(4 * pixel, 4 * pixel + 4);
  return isDark(luminance(red, green, blue), alpha);
}

function pngHeader(bytes: Buffer): PictureHeader | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifHeader(bytes: Buffer): PictureHeader | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { type: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function bmpHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.toString('latin1', 0, 2) !== 'BM' || bytes.readUInt32LE(14) < 40) return null;
  // Rows from the top have a negative height.
  return { type: 'BMP', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}

function webpHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type: 'WebP', width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { type: 'WebP', width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return {
        type: 'WebP',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    default:
      return null;
  }
}

/** Markers of a JPEG among those of frames (C0 to CF, which have the size) that are tables. */
const TABLES = new Set([0xc4, 0xc8, 0xcc]);
/** Markers without a length, which no header has: a decoder would take what follows for other segments than here. */
const ALONE = new Set([0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9]);

function jpegHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  // Each step passes over a segment, or a byte that fills.
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
    } else if (marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker)) {
      return { type: 'JPEG', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else if (ALONE.has(marker)) {
      return null;
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
}

function svgHeader(bytes: Buffer): PictureHeader | null {
  if (!/<svg[\s>]/i.test(bytes.toString('latin1', 0, SVG_START_BYTES))) return null;
  const text = bytes.toString();
  if (SVG_REFUSED.test(text) || (text.match(/</g)?.length ?? 0) > 2 * SVG_ELEMENTS_MAX) return null;
  const [root = ''] = /<svg[^>]*>/i.exec(text) ?? [];
  const side = (name: string): number | undefined => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(root)?.[1];
    return value === undefined ? undefined : Math.round(Number(value));
  };
  const box = /\sviewBox\s*=\s*["']([^"']*)["']/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = side('width') ?? Math.round(box?.[2] ?? Number.NaN);
  const height = side('height') ?? Math.round(box?.[3] ?? Number.NaN);
  return width >= 1 && height >= 1 ? { type: 'SVG', width, height } : null;
}
