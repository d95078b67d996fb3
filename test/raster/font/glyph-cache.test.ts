import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../../src/bitmap/work-meter.ts';
import { GlyphCache } from '../../../src/raster/font/glyph-cache.ts';
import type { Typeface } from '../../../src/raster/font/typeface.ts';

/** A typeface whose glyphs take a given number of bytes, and that counts drawing. */
function counting(bytes: number): Typeface & { drawn: number } {
  return {
    name: 'counting',
    key: `counting/${bytes}`,
    height: 8,
    textBlockPitch: 8,
    baseline: 6,
    drawn: 0,
    advance: () => 8,
    isMissing: () => false,
    draw(character) {
      this.drawn++;
      if (character === ' ') return null;
      const height = bytes / 4;
      return { bits: { width: 8, height, stride: 1, words: new Int32Array(height) }, left: 0, top: 0 };
    },
  };
}

const nothing = () => undefined;
const label = new WorkMeter();

describe('GlyphCache', () => {
  it('draws a character once for each orientation', () => {
    const cache = new GlyphCache();
    const typeface = counting(40);
    for (let i = 0; i < 3; i++)
      for (const o of ['N', 'R'] as const) cache.atlas(typeface, o).get(typeface, 'A', label, nothing);
    expect(typeface.drawn).toBe(2);
  });

  it('remembers that a character is blank', () => {
    const cache = new GlyphCache();
    const typeface = counting(40);
    expect(cache.atlas(typeface, 'N').get(typeface, ' ', label, nothing)).toBeNull();
    expect(cache.atlas(typeface, 'N').get(typeface, ' ', label, nothing)).toBeNull();
    expect(typeface.drawn).toBe(1);
  });

  it('holds no more bytes than it may', () => {
    const cache = new GlyphCache(10_000);
    for (let i = 0; i < 100; i++) {
      const typeface = counting(1000 + 4 * (i % 5));
      cache.atlas(typeface, 'N').get(typeface, String.fromCodePoint(0x100 + i), label, nothing);
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.bytes).toBeGreaterThan(5000);
  });

  it('counts the names of what it holds, which can be long where text was shaped', () => {
    const cache = new GlyphCache(100_000);
    const typeface = counting(40);
    const draw = (i: number) => {
      cache.atlas(typeface, 'N').get(typeface, `\ue000${i}`.padEnd(5000, '\u8000'), label, nothing);
    };
    for (let i = 0; i < 20; i++) draw(i);
    expect(typeface.drawn).toBe(20);
    draw(0);
    expect(typeface.drawn).toBe(21);
  });

  it('draws a glyph larger than the cache without keeping it', () => {
    const cache = new GlyphCache(500);
    expect(cache.atlas(counting(1000), 'N').get(counting(1000), 'A', label, nothing)?.height).toBe(250);
    expect(cache.bytes).toBe(0);
  });

  it('asks before it draws, and not for what it has', () => {
    const cache = new GlyphCache();
    let asked = 0;
    const ask = () => void asked++;
    cache.atlas(counting(40), 'N').get(counting(40), 'A', label, ask);
    cache.atlas(counting(40), 'N').get(counting(40), 'A', label, ask);
    expect(asked).toBe(1);
  });
});
