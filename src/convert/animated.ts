import type { PictureHeader } from '../raster/images/picture-header.ts';

/** Whether a picture file has several pictures; only the first one is drawn. */
export function isAnimated(file: Uint8Array, { type }: PictureHeader): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  switch (type) {
    case 'GIF':
      return gifPictures(bytes) > 1;
    case 'WebP':
      return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] as number) & 2) !== 0;
    case 'PNG': {
      const control = bytes
        .subarray(0, Math.max(0, bytes.indexOf('IDAT', 0, 'latin1')))
        .indexOf('acTL', 0, 'latin1');
      return control >= 0 && bytes.readUInt32BE(control + 4) > 1;
    }
    default:
      return false;
  }
}

/** The number of pictures of a GIF, at most two. */
function gifPictures(bytes: Buffer): number {
  const byte = (at: number): number => bytes[at] ?? 0;
  const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let count = 0;
  for (let at = 13 + tableBytes(byte(10)); at < bytes.length && count < 2; ) {
    const kind = byte(at);
    if (kind === 0x2c) {
      count++;
      // The picture's place and size, its colours, and the bits of a code.
      at += 11 + tableBytes(byte(at + 9));
    } else if (kind === 0x21) {
      at += 2;
    } else {
      break;
    }
    // Blocks of data, up to an empty one.
    while (byte(at) > 0) at += 1 + byte(at);
    at++;
  }
  return count;
}
