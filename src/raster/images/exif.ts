const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * Whether EXIF says that the rows of a picture are its columns (orientations 5 to 8). The canvas turns JPEG and WebP
 * pictures as EXIF says, and leaves their size to its caller.
 *
 * @param tiff from the byte order on; throws a RangeError where it ends early
 */
export function isOnItsSide(tiff: Buffer): boolean {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return false;
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = short(first);
  for (let at = first + 2, index = 0; index < count; index++, at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return short(at + 2) === SHORT && value >= 5 && value <= 8;
  }
  return false;
}
