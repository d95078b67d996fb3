import { type PictureHeader, pictureDots, pictureHeader } from '../raster/images/picture-file.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { encodeGraphic } from '../zpl/graphic-encode.ts';
import { DEFAULT_PREFIXES } from '../zpl/tokenize.ts';
import { LABELARY_LIMITS } from './labelary-limits.ts';

/** A picture that a client uploads, and the format that it asks for. */
export interface GraphicUpload {
  readonly file: Uint8Array;
  readonly format: 'zpl' | 'json';
}

/**
 * A picture as a `^GF` field: the field itself, or the facts of it as JSON (`totalBytes`, `rowBytes`, `data`).
 *
 * @throws RequestRefusal (400) for a file that is no picture, damaged, or too large
 */
export function graphicField({ file, format }: GraphicUpload): Buffer {
  const header = pictureHeader(file);
  if (header === null) {
    throw new RequestRefusal(400, 'file is not a PNG, JPEG, GIF, BMP, WebP or plain SVG picture');
  }
  checkSize(header);
  const dots = pictureDots(file, header);
  if (dots === null) throw new RequestRefusal(400, `file is a damaged ${header.type} picture`);
  const { data, bytesPerRow } = dots;
  if (format === 'json') {
    const hex = Buffer.from(data).toString('hex').toUpperCase();
    return Buffer.from(JSON.stringify({ totalBytes: data.length, rowBytes: bytesPerRow, data: hex }));
  }
  return Buffer.from(`^GF${encodeGraphic(data, bytesPerRow, DEFAULT_PREFIXES)}^FS\n`, 'latin1');
}

function checkSize({ width, height }: PictureHeader): void {
  const { graphicDots: most } = LABELARY_LIMITS;
  const fits = width >= 1 && height >= 1 && width <= most && height <= most;
  if (!fits) {
    throw new RequestRefusal(
      400,
      `file is a picture of ${width} x ${height} dots; at most ${most} on a side are read`,
    );
  }
}
