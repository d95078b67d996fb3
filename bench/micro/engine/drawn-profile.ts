import { packedBytes } from '../../../src/bitmap/packed-bits.ts';
import type { PrinterProfile, SampledGlyph, SampledSize } from '../../../src/printer-profile/profile.ts';
import { sampleOf, typefaceOf } from '../../../src/raster/font/resident-fonts.ts';
import type { Typeface } from '../../../src/raster/font/typeface.ts';
import type { FontChoice } from '../../../src/zpl/label.ts';
import { CARRIER_ZPL } from '../../labels/carrier.ts';

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** Fonts of the carrier label, that of its interpretation line included, and larger ones: 20 in all. */
const SIZES: readonly FontChoice[] = [
  { name: 'A', height: 0, width: 0 },
  ...Array.from(CARRIER_ZPL.matchAll(/\^A0N,(\d+),(\d+)/g), ([, height, width]) => fontZero(height, width)),
  ...[60, 70, 80, 100, 120, 150].map((side) => fontZero(side, side)),
].filter((choice, i, all) => all.findIndex((other) => other.height === choice.height) === i);

function fontZero(height: unknown, width: unknown): FontChoice {
  return { name: '0', height: Number(height), width: Number(width) };
}

/**
 * A profile whose printer has the outlines of this program as its dots, 95 characters in each of
 * {@link SIZES}.
 */
export function drawnProfile(): PrinterProfile {
  return {
    printer: { name: null, model: null, firmware: null },
    dpi: 203,
    rules: {},
    sizes: SIZES.map(sampled),
    advances: [],
  };
}

function sampled(choice: FontChoice): SampledSize {
  const sample = sampleOf(choice, 8);
  const typeface = typefaceOf({ ...sample, name: sample.font }, 8);
  const glyphs = new Map(ASCII.map((character) => [character, glyphOf(typeface, character)]));
  return { ...sample, orientation: 'N', baseline: typeface.baseline, glyphs };
}

function glyphOf(typeface: Typeface, character: string): SampledGlyph {
  const advance = Math.round(typeface.advance(character));
  const glyph = typeface.draw(character);
  if (glyph === null) return { advance, left: 0, top: 0, width: 0, height: 0, bits: new Uint8Array(0) };
  const { bits, left, top } = glyph;
  return { advance, left, top, width: bits.width, height: bits.height, bits: packedBytes(bits) };
}
