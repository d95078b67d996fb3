import { type BlackTest, type DecodedImage, mayDecode, PackedDots } from './packed-dots.ts';
import { blackOfColours, isDark, luminance } from './threshold.ts';

const HEADER_BYTES = 128;
const MANUFACTURER = 10;
/** The offset of the 16 colours in the header. */
const COLOURS_AT = 16;
/** The byte before the 256 colours at the end of the file. */
const LARGE_PALETTE = 0x0c;
const LARGE_PALETTE_BYTES = 769;
/** A byte of which the two highest bits are set repeats the next one. */
const REPEATS = 0xc0;

/**
 * The dots of a PCX picture: black and white, 16 or 256 colours, or 24 bits a pixel; what is darker than half is
 * black. Other files, damaged ones and those that take more than `maxBytes` give null.
 */
export function decodePcx(file: Uint8Array, maxBytes: number): DecodedImage | null {
  const pcx = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (pcx.length < HEADER_BYTES || pcx[0] !== MANUFACTURER || pcx[2] !== 1) return null;
  const width = pcx.readUInt16LE(8) - pcx.readUInt16LE(4) + 1;
  const height = pcx.readUInt16LE(10) - pcx.readUInt16LE(6) + 1;
  const [depth, planes, planeBytes] = [pcx[3] as number, pcx[65] as number, pcx.readUInt16LE(66)];
  if (!mayDecode(width, height) || planeBytes * 8 < width * depth) return null;
  const rowBytes = planes * planeBytes;
  if (rowBytes * height > maxBytes) return null;
  const isColour = depth === 8 && planes === 3;
  const black = isColour ? [] : blackOfSamples(pcx, depth, planes);
  if (black === null) return null;
  const isBlack = byColour(planeBytes);
  const rows = unpacked(pcx.subarray(HEADER_BYTES), rowBytes * height);
  const dots = new PackedDots(width, height);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    if (isColour) dots.drawLine(y, row, isBlack);
    else if (planes === 1) dots.drawSamples(y, row, depth, black);
    else dots.drawSamples(y, joinedPlanes(row, planes, planeBytes), 8, black);
  }
  return dots.decoded(rows.length);
}

/** Undoes the run lengths; bytes that the file lacks are zeros. */
function unpacked(packed: Uint8Array, bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  for (let from = 0, to = 0; from < packed.length && to < bytes; ) {
    const byte = packed[from++] as number;
    if (byte < REPEATS) {
      whole[to++] = byte;
    } else {
      const count = byte - REPEATS;
      whole.fill(packed[from++] ?? 0, to, to + count);
      to += count;
    }
  }
  return whole;
}

function byColour(planeBytes: number): BlackTest {
  return (row, x) =>
    isDark(luminance(row[x] as number, row[planeBytes + x] as number, row[2 * planeBytes + x] as number));
}

/** For each sample, or bits of all planes, whether it is black; null for a picture of an unknown kind. */
function blackOfSamples(pcx: Buffer, depth: number, planes: number): readonly boolean[] | null {
  // Programs do not agree on the two colours of the palette here, but all write black as 0.
  if (depth === 1 && planes === 1) return [true, false];
  if (!(depth === 1 && planes <= 4) && !((depth === 2 || depth === 4 || depth === 8) && planes === 1))
    return null;
  const bits = depth * planes;
  const colours = coloursOf(pcx, bits);
  return colours && blackOfColours(1 << bits, colours);
}

/** A byte for each pixel, the first plane in its lowest bit. */
function joinedPlanes(row: Uint8Array, planes: number, planeBytes: number): Uint8Array {
  const pixels = new Uint8Array(planeBytes * 8);
  for (let plane = 0; plane < planes; plane++) {
    for (let i = 0; i < planeBytes; i++) {
      const bits = row[plane * planeBytes + i] as number;
      for (let bit = 0; bit < 8; bit++) pixels[i * 8 + bit]! |= ((bits >> (7 - bit)) & 1) << plane;
    }
  }
  return pixels;
}

function coloursOf(pcx: Buffer, bits: number): Uint8Array | null {
  if (bits <= 4) return pcx.subarray(COLOURS_AT, COLOURS_AT + 48);
  const palette = pcx.subarray(-LARGE_PALETTE_BYTES);
  return palette.length === LARGE_PALETTE_BYTES && palette[0] === LARGE_PALETTE ? palette.subarray(1) : null;
}
