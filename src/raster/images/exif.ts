import type { TurnDegrees } from './grey-picture.ts';
import { exifOf, jpegSegments } from './jpeg-segments.ts';

const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Turned first, and then mirrored from left to right. */
export interface PictureOrientation {
  readonly turn: TurnDegrees;
  readonly isMirrored: boolean;
}

/** The orientations of EXIF, from 1: the turn and the mirroring that make a picture upright. */
const ORIENTATIONS: readonly PictureOrientation[] = [
  { turn: 0, isMirrored: false },
  { turn: 0, isMirrored: true },
  { turn: 180, isMirrored: false },
  { turn: 180, isMirrored: true },
  { turn: 90, isMirrored: true },
  { turn: 90, isMirrored: false },
  { turn: 270, isMirrored: true },
  { turn: 270, isMirrored: false },
];
const UPRIGHT = ORIENTATIONS[0] as PictureOrientation;

/**
 * The orientation that EXIF gives to a picture; none if the EXIF is damaged.
 *
 * @param tiff from the byte order on
 */
export function orientationOf(tiff: Buffer): PictureOrientation {
  try {
    return ORIENTATIONS[orientationIn(tiff) - 1] ?? UPRIGHT;
  } catch (error) {
    if (error instanceof RangeError) return UPRIGHT;
    throw error;
  }
}

/** The number of the orientation; 0 where there is none. Throws a RangeError where EXIF ends early. */
function orientationIn(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 0;
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = short(first);
  for (let at = first + 2, index = 0; index < count; index++, at += ENTRY_BYTES) {
    if (short(at) === ORIENTATION) return short(at + 2) === SHORT ? short(at + 8) : 0;
  }
  return 0;
}

/** The orientation in the EXIF of a JPEG. */
export function jpegOrientation(jpeg: Uint8Array): PictureOrientation {
  for (const segment of jpegSegments(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length))) {
    const exif = exifOf(segment);
    if (exif !== null) return orientationOf(exif);
  }
  return UPRIGHT;
}

/**
 * A copy of a JPEG that decoders do not turn, and its orientation: a canvas that turns a picture takes three times its
 * memory.
 */
export function asItLies(jpeg: Uint8Array): { readonly file: Uint8Array } & PictureOrientation {
  let file = jpeg;
  for (const segment of jpegSegments(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length))) {
    if (exifOf(segment) === null) continue;
    if (file === jpeg) file = Uint8Array.from(jpeg);
    // The name of the segment becomes one that no decoder knows.
    file[segment.start] = 0;
  }
  return { file, ...jpegOrientation(jpeg) };
}
