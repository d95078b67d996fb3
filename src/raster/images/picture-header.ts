import { PNG_SIGNATURE } from '../../encode/png.ts';
import { orientationOf } from './exif.ts';
import { exifOf, isFrame, jpegSegments } from './jpeg-segments.ts';

/** Formats of picture files, recognised by their content. */
export type PictureType = 'PNG' | 'JPEG' | 'GIF' | 'BMP' | 'WebP' | 'SVG';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that a picture has upright, by the header of its file. Pixels. */
export interface PictureHeader extends Size {
  readonly type: PictureType;
}

/** Elements of an SVG that take unbounded work, or reach beyond the file. */
const SVG_REFUSED =
  /<!(?:DOCTYPE|ENTITY)|<(?:[\w-]+:)?(?:use|image|filter|pattern|mask|foreignObject|script|feImage)\b/i;
const SVG_ELEMENTS_MAX = 5000;
/** An SVG begins within these bytes. */
const SVG_START_BYTES = 1024;

/**
 * Reads the type and the size of a picture file without decoding it. Null for anything else, and for an SVG that may
 * not be drawn: with a document type, references, filters or scripts.
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
    // The header ends early.
    if (error instanceof RangeError) return null;
    throw error;
  }
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
    case 'VP8X': {
      const size = { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
      return { type: 'WebP', ...upright(size, webpExif(bytes)) };
    }
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

/** The EXIF of a WebP file, which its flags announce and a chunk after the picture has; null if there is none. */
function webpExif(bytes: Buffer): Buffer | null {
  if ((bytes.readUInt8(20) & 8) === 0) return null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'EXIF') return bytes.subarray(at + 8, at + 8 + length);
    // Chunks have an even number of bytes.
    at += 8 + length + (length & 1);
  }
  return null;
}

/** The size of a picture once it is turned as its EXIF says. */
function upright({ width, height }: Size, exif: Buffer | null): Size {
  const isUpright = exif === null || orientationOf(exif).turn % 180 === 0;
  return isUpright ? { width, height } : { width: height, height: width };
}

function jpegHeader(bytes: Buffer): PictureHeader | null {
  let exif: Buffer | null = null;
  for (const segment of jpegSegments(bytes)) {
    exif ??= exifOf(segment);
    if (!isFrame(segment)) continue;
    const size = { width: segment.body.readUInt16BE(3), height: segment.body.readUInt16BE(1) };
    return { type: 'JPEG', ...upright(size, exif) };
  }
  return null;
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
