import { type BlackTest, type DecodedImage, mayDecode, PackedDots } from './packed-dots.ts';
import { blackOfColours, isDark, luminance } from './threshold.ts';

const HEADER_BYTES = 14;
/** The oldest header of a bitmap, whose palette has no fourth byte. */
const CORE_BYTES = 12;
/** The "compression" without any: masks give the bits of a pixel that are red, green and blue. */
const BY_MASKS = 3;
const MASKS_AT = 54;
/** The shortest header with a mask of alpha. */
const ALPHA_BYTES = 56;

interface Header {
  readonly width: number;
  readonly height: number;
  /** Rows come from the top, not from the bottom. */
  readonly topDown: boolean;
  /** Bits of a pixel. */
  readonly depth: number;
  readonly pixelsAt: number;
  readonly paletteAt: number;
  readonly paletteStep: 3 | 4;
  /** The fourth byte of a pixel is its alpha. */
  readonly hasAlpha: boolean;
}

/**
 * The dots of a Windows bitmap of 1, 4, 8, 24 or 32 bits a pixel: what is darker than half is black. Compressed ones,
 * damaged ones and those that take more than `maxBytes` give null.
 */
export function decodeBmp(file: Uint8Array, maxBytes: number): DecodedImage | null {
  const bmp = Buffer.from(file.buffer, file.byteOffset, file.length);
  const header = headerOf(bmp);
  if (header === null) return null;
  const { width, height, topDown, depth, pixelsAt } = header;
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (!mayDecode(width, height) || rowBytes * height > maxBytes) return null;
  if (pixelsAt + rowBytes * height > bmp.length) return null;
  const black = depth <= 8 ? blackOfPalette(bmp, header) : null;
  const isBlack = byColour(depth >> 3);
  const dots = new PackedDots(width, height);
  for (let line = 0; line < height; line++) {
    const at = pixelsAt + line * rowBytes;
    const y = topDown ? line : height - 1 - line;
    const row = bmp.subarray(at, at + rowBytes);
    if (black === null) dots.drawLine(y, row, isBlack);
    else dots.drawSamples(y, row, depth, black);
  }
  return dots.decoded(0);
}

/**
 * The pixels of a Windows bitmap, as a canvas has them: red, green, blue and alpha of each. Alpha is 255 unless a mask
 * of the file names it; 0 in all pixels means that the program that wrote the file left it out. Null as {@link
 * decodeBmp} has it, and where the file ends early.
 *
 * @param size the caller's, which it has bounded
 */
export function bmpPixels(
  file: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array | null {
  const bmp = Buffer.from(file.buffer, file.byteOffset, file.length);
  const header = headerOf(bmp);
  if (header?.width !== width || header.height !== height) return null;
  const { topDown, depth, pixelsAt, paletteAt, paletteStep } = header;
  const hasAlpha = header.hasAlpha && isAlphaSet(bmp.subarray(pixelsAt, pixelsAt + 4 * width * height));
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (pixelsAt + rowBytes * height > bmp.length) return null;
  const isPalette = depth <= 8;
  const paletteEnd = isPalette ? Math.min(pixelsAt, paletteAt + (paletteStep << depth)) : 0;
  const most = (1 << depth) - 1;
  // Colours that the palette lacks are white.
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (let line = 0; line < height; line++) {
    const row = pixelsAt + line * rowBytes;
    let to = 4 * width * (topDown ? line : height - 1 - line);
    for (let x = 0; x < width; x++, to += 4) {
      let from = row + x * (depth >> 3);
      if (isPalette) {
        const bit = x * depth;
        const sample = ((bmp[row + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & most;
        from = paletteAt + sample * paletteStep;
        if (from + paletteStep > paletteEnd) continue;
      }
      pixels[to] = bmp[from + 2] as number;
      pixels[to + 1] = bmp[from + 1] as number;
      pixels[to + 2] = bmp[from] as number;
      if (hasAlpha) pixels[to + 3] = bmp[from + 3] as number;
    }
  }
  return pixels;
}

/** Whether any of these pixels of four bytes is not transparent. */
function isAlphaSet(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true;
  return false;
}

function headerOf(bmp: Buffer): Header | null {
  if (bmp.length < HEADER_BYTES + CORE_BYTES || bmp.toString('latin1', 0, 2) !== 'BM') return null;
  const pixelsAt = bmp.readUInt32LE(10);
  const bytes = bmp.readUInt32LE(HEADER_BYTES);
  const paletteAt = HEADER_BYTES + bytes;
  if (bytes === CORE_BYTES) {
    const [width, height, depth] = [bmp.readUInt16LE(18), bmp.readUInt16LE(20), bmp.readUInt16LE(24)];
    return checked({
      width,
      height,
      topDown: false,
      depth,
      pixelsAt,
      paletteAt,
      paletteStep: 3,
      hasAlpha: false,
    });
  }
  if (bytes < 40 || bmp.length < paletteAt) return null;
  const height = bmp.readInt32LE(22);
  const compression = bmp.readUInt32LE(30);
  if (compression !== 0 && !(compression === BY_MASKS && hasUsualMasks(bmp))) return null;
  return checked({
    width: bmp.readInt32LE(18),
    height: Math.abs(height),
    topDown: height < 0,
    depth: bmp.readUInt16LE(28),
    pixelsAt,
    paletteAt,
    paletteStep: 4,
    hasAlpha:
      compression === BY_MASKS && bytes >= ALPHA_BYTES && bmp.readUInt32LE(MASKS_AT + 12) === 0xff000000,
  });
}

/** Whether the masks are those of 32 bits a pixel without compression. */
function hasUsualMasks(bmp: Buffer): boolean {
  return (
    bmp.readUInt16LE(28) === 32 &&
    bmp.length >= MASKS_AT + 12 &&
    bmp.readUInt32LE(MASKS_AT) === 0xff0000 &&
    bmp.readUInt32LE(MASKS_AT + 4) === 0xff00 &&
    bmp.readUInt32LE(MASKS_AT + 8) === 0xff
  );
}

function checked(header: Header): Header | null {
  return [1, 4, 8, 24, 32].includes(header.depth) ? header : null;
}

function blackOfPalette(
  bmp: Buffer,
  { depth, paletteAt, paletteStep, pixelsAt }: Header,
): readonly boolean[] {
  const colours: number[] = [];
  // Blue, green, red.
  for (let at = paletteAt; at + paletteStep <= pixelsAt && colours.length < 3 << depth; at += paletteStep) {
    colours.push(bmp[at + 2] as number, bmp[at + 1] as number, bmp[at] as number);
  }
  return blackOfColours(1 << depth, Uint8Array.from(colours));
}

function byColour(pixelBytes: number): BlackTest {
  return (row, x) => {
    const at = x * pixelBytes;
    return isDark(luminance(row[at + 2] as number, row[at + 1] as number, row[at] as number));
  };
}
