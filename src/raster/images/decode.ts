import type { ImageType } from '../../zpl/printer.ts';
import { decodeBmp } from './bmp.ts';
import type { DecodedImage } from './packed-dots.ts';
import { decodePcx } from './pcx.ts';
import { decodePng } from './png.ts';

/** The dots of a downloaded image; null when it is none of that type, damaged, or takes more than `maxBytes`. */
export function decodeImage(type: ImageType, file: Uint8Array, maxBytes: number): DecodedImage | null {
  if (type === 'PNG') return decodePng(file, maxBytes);
  return type === 'BMP' ? decodeBmp(file, maxBytes) : decodePcx(file, maxBytes);
}
