import { inflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../encode/png.ts';
import { type BlackTest, type DecodedImage, mayDecode, PackedDots } from './packed-dots.ts';
import { isDark, luminance } from './threshold.ts';

interface Header {
  readonly width: number;
  readonly height: number;
  /** Bits of one sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  readonly colour: number;
  readonly interlaced: boolean;
}

/** Samples of a pixel, by colour type: grey, RGB, palette, grey and alpha, RGB and alpha. */
export const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const GREY = 0;
const PALETTE = 3;

/** Depths that each colour type has besides 8 bits. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** A pass of an interlaced picture: its first pixel, and the distances to the next ones. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
/** Adam7, the interlacing of PNG. */
const INTERLACED: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/**
 * The dots of a PNG: what is darker than half is black, what is transparent lies on white. Damaged pictures and those
 * that take more than `maxBytes` give null. Checksums are not looked at.
 */
export function decodePng(png: Uint8Array, maxBytes: number): DecodedImage | null {
  try {
    const parts = partsOf(Buffer.from(png.buffer, png.byteOffset, png.length));
    return parts && decoded(parts, maxBytes);
  } catch {
    // Chunks that end early and data that does not unpack.
    return null;
  }
}

interface Parts {
  readonly header: Header;
  readonly palette: Buffer;
  readonly transparency: Buffer;
  readonly compressed: Buffer;
}

function partsOf(png: Buffer): Parts | null {
  if (
    !png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) ||
    png.toString('latin1', 12, 16) !== 'IHDR'
  )
    return null;
  const [depth, colour, compression, filter, interlace] = png.subarray(24, 29);
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null;
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const header = { ...size, depth, colour, interlaced: interlace === 1 } as Header;
  if (DEPTHS[header.colour]?.includes(header.depth) !== true) return null;
  const chunks: Record<string, Buffer[]> = { PLTE: [], tRNS: [], IDAT: [] };
  for (let at = 33; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    chunks[png.toString('latin1', at + 4, at + 8)]?.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [palette, transparency, compressed] = ['PLTE', 'tRNS', 'IDAT'].map((type) =>
    Buffer.concat(chunks[type] as Buffer[]),
  ) as [Buffer, Buffer, Buffer];
  return { header, palette, transparency, compressed };
}

function decoded(parts: Parts, maxBytes: number): DecodedImage | null {
  const { width, height, depth, colour, interlaced } = parts.header;
  const bits = depth * (PNG_SAMPLES[colour] as number);
  const passes = (interlaced ? INTERLACED : WHOLE)
    .filter(({ x, y }) => x < width && y < height)
    .map((pass) => {
      const lineBytes = Math.ceil((Math.ceil((width - pass.x) / pass.stepX) * bits) / 8);
      return { ...pass, lineBytes, bytes: (lineBytes + 1) * Math.ceil((height - pass.y) / pass.stepY) };
    });
  const bytes = passes.reduce((sum, pass) => sum + pass.bytes, 0);
  if (!mayDecode(width, height) || bytes > maxBytes) return null;
  const data = inflateSync(parts.compressed, { maxOutputLength: bytes });
  if (data.length !== bytes) return null;
  const black = depth <= 8 && colour !== 2 && bits <= 8 ? blackOfSamples(parts) : null;
  const isBlack = bySamples(parts);
  const dots = new PackedDots(width, height);
  let from = 0;
  for (const { x, y, stepX, stepY, lineBytes, bytes: passBytes } of passes) {
    const lines = data.subarray(from, (from += passBytes));
    if (!unfilter(lines, lineBytes, Math.max(1, bits >> 3))) return null;
    for (let at = 1, row = y; at < passBytes; at += lineBytes + 1, row += stepY) {
      const line = lines.subarray(at, at + lineBytes);
      if (black === null) dots.drawLine(row, line, isBlack, x, stepX);
      else dots.drawSamples(row, line, depth, black, x, stepX);
    }
  }
  return dots.decoded(bytes);
}

/** Undoes the filters in place; false for an unknown filter. */
function unfilter(lines: Uint8Array, lineBytes: number, pixelBytes: number): boolean {
  const stride = lineBytes + 1;
  for (let line = 0; line < lines.length; line += stride) {
    const filter = lines[line] as number;
    if (filter > 4) return false;
    if (filter === 0) continue;
    for (let i = 1; i <= lineBytes; i++) {
      const left = i > pixelBytes ? (lines[line + i - pixelBytes] as number) : 0;
      const up = line > 0 ? (lines[line + i - stride] as number) : 0;
      const corner = line > 0 && i > pixelBytes ? (lines[line + i - stride - pixelBytes] as number) : 0;
      lines[line + i]! += predicted(filter, left, up, corner);
    }
  }
  return true;
}

/** A filter's (1–4) prediction of a byte from those before and above it. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** One sample of at most 8 bits a pixel: its value decides. */
function blackOfSamples({ header: { depth, colour }, palette, transparency }: Parts): readonly boolean[] {
  const most = (1 << depth) - 1;
  const clear = colour === GREY && transparency.length >= 2 ? transparency.readUInt16BE(0) : -1;
  return Array.from({ length: most + 1 }, (_, value) => {
    if (colour === PALETTE) {
      const [red = 255, green = 255, blue = 255] = palette.subarray(value * 3, value * 3 + 3);
      return isDark(luminance(red, green, blue), transparency[value] ?? 255);
    }
    return value !== clear && isDark((value * 255) / most, 255);
  });
}

/** Samples of one or two bytes. The higher of two decides, except when the transparent colour is compared. */
function bySamples({ header: { depth, colour }, transparency }: Parts): BlackTest {
  const sampleBytes = depth >> 3;
  const pixelBytes = sampleBytes * (PNG_SAMPLES[colour] as number);
  const grey = colour === GREY || colour === 4;
  const alphaAt = colour === 4 ? sampleBytes : colour === 6 ? 3 * sampleBytes : null;
  // Samples of the transparent colour have two bytes each, whatever their depth.
  const clear = transparency.length === 0 ? null : transparency.filter((_, i) => depth === 16 || i % 2 === 1);
  return (line, pixel) => {
    const at = pixel * pixelBytes;
    const alpha = alphaAt === null ? 255 : (line[at + alphaAt] as number);
    if (alphaAt === null && clear?.every((byte, i) => line[at + i] === byte)) return false;
    const first = line[at] as number;
    const level = grey
      ? first
      : luminance(first, line[at + sampleBytes] as number, line[at + 2 * sampleBytes] as number);
    return isDark(level, alpha);
  };
}
