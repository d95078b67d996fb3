/** A segment of a JPEG before its first pixels. */
export interface JpegSegment {
  /** Its second byte: C0 to CF for frames and tables, DA for a scan, E1 for EXIF. */
  readonly marker: number;
  /** Its content, which shares memory with the file, and where in the file that begins. */
  readonly body: Buffer;
  readonly start: number;
}

/**
 * Markers without a length, which no header has: decoders would read the bytes after them as other segments than this
 * function.
 */
const ALONE = new Set([0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9]);
export const SCAN = 0xda;
const EXIF = 'Exif\0\0';

/** The segments of a JPEG up to its first scan, as far as there are any; none for anything else. */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment, void, undefined> {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0xffd8) return;
  // Each step passes over a segment, or a byte that fills.
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    if (ALONE.has(marker)) return;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    yield { marker, body: bytes.subarray(at + 4, end), start: at + 4 };
    if (marker === SCAN) return;
    at = end;
  }
}

/** The EXIF of a segment, from its byte order on; null where the segment has none. */
export function exifOf({ marker, body }: JpegSegment): Buffer | null {
  const isExif = marker === 0xe1 && body.toString('latin1', 0, EXIF.length) === EXIF;
  return isExif ? body.subarray(EXIF.length) : null;
}

/** Markers of a JPEG among those of frames (C0 to CF, which have the size) that are tables. */
const TABLES = new Set([0xc4, 0xc8, 0xcc]);

/** Whether a segment is a frame, which has the size of the picture. */
export function isFrame({ marker }: JpegSegment): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker);
}

/** The frame of a JPEG as it lies in its file. */
export interface JpegFrame {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** One for grey, three for colours, four for inks; 0 where it ends before that. */
  readonly components: number;
}

/** The frame; null if a JPEG has none before its first scan. Throws a RangeError if the frame ends before its size. */
export function frameOf(jpeg: Uint8Array): JpegFrame | null {
  for (const segment of jpegSegments(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length))) {
    if (!isFrame(segment)) continue;
    const { body } = segment;
    return { height: body.readUInt16BE(1), width: body.readUInt16BE(3), components: body[5] ?? 0 };
  }
  return null;
}
