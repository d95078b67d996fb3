import type { PictureHeader } from '../raster/images/picture-header.ts';
import { MM_PER_INCH } from '../units.ts';

/** The resolution in the file of a PNG, JPEG or BMP, in pixels per inch; null if it has none. */
export function resolutionOf(file: Uint8Array, { type }: PictureHeader): number | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const dpi =
    type === 'PNG' ? pngDpi(bytes) : type === 'JPEG' ? jfifDpi(bytes) : type === 'BMP' ? bmpDpi(bytes) : 0;
  return dpi >= 1 ? dpi : null;
}

const INCH_M = MM_PER_INCH / 1000;

/** The resolution of the chunk `pHYs`, in pixels a metre, which precedes the data. */
function pngDpi(bytes: Buffer): number {
  const end = bytes.indexOf('IDAT', 0, 'latin1');
  const at = bytes.subarray(0, Math.max(0, end)).indexOf('pHYs', 0, 'latin1');
  if (at < 0 || at + 13 > bytes.length || bytes[at + 12] !== 1) return 0;
  return bytes.readUInt32BE(at + 4) * INCH_M;
}

/** The density of the first segment, if that is JFIF's. */
function jfifDpi(bytes: Buffer): number {
  if (bytes.length < 18 || bytes.toString('latin1', 6, 11) !== 'JFIF\0') return 0;
  const density = bytes.readUInt16BE(14);
  return bytes[13] === 1 ? density : bytes[13] === 2 ? (density * MM_PER_INCH) / 10 : 0;
}

function bmpDpi(bytes: Buffer): number {
  return bytes.length < 42 ? 0 : bytes.readInt32LE(38) * INCH_M;
}
