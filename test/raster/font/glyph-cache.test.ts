import { describe, expect, it } from 'vitest';
import { GlyphCache } from '../../../src/raster/font/glyph-cache.ts';
import type { Typeface } from '../../../src/raster/font/typeface.ts';
import { WorkMeter } from '../../../src/raster/work-meter.ts';

/** A typeface whose glyphs take a given number of bytes, and that counts drawing. */
function counting(bytes: number): Typeface & { drawn: number } {
  return {
    key: `counting/${bytes}`,
    height: 8,
    textBlockPitch: 8,
    baseline: 6,
    drawn: 0,
    advance: () => 8,
    draw(character) {
      this.drawn++;
      if (character === ' ') return null;
      return { bits: { width: 8, height: bytes, stride: 1, data: new Uint8Array(bytes) }, left: 0, top: 0 };
    },
  };
}

const nothing = () => undefined;
const label = new WorkMeter();

describe('GlyphCache', () => {
  it('draws a character once for each orientation', () => {
    const cache = new GlyphCache();
    const typeface = counting(10);
    for (let i = 0; i < 3; i++)
      for (const o of ['N', 'R'] as const) cache.get(typeface, 'A', o, label, nothing);
    expect(typeface.drawn).toBe(2);
  });

  it('remembers that a character is blank', () => {
    const cache = new GlyphCache();
    const typeface = counting(10);
    expect(cache.get(typeface, ' ', 'N', label, nothing)).toBeNull();
    expect(cache.get(typeface, ' ', 'N', label, nothing)).toBeNull();
    expect(typeface.drawn).toBe(1);
  });

  it('holds no more bytes than it may', () => {
    const cache = new GlyphCache(10_000);
    const typeface = counting(1000);
    for (let i = 0; i < 100; i++) {
      cache.get(typeface, String.fromCodePoint(0x100 + i), 'N', label, nothing);
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.bytes).toBeGreaterThan(5000);
  });

  it('draws a glyph larger than the cache without keeping it', () => {
    const cache = new GlyphCache(500);
    expect(cache.get(counting(1000), 'A', 'N', label, nothing)?.height).toBe(1000);
    expect(cache.bytes).toBe(0);
  });

  it('asks before it draws, and not for what it has', () => {
    const cache = new GlyphCache();
    let asked = 0;
    const ask = () => void asked++;
    cache.get(counting(10), 'A', 'N', label, ask);
    cache.get(counting(10), 'A', 'N', label, ask);
    expect(asked).toBe(1);
  });
});
