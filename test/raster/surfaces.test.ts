import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../src/bitmap/work-meter.ts';
import { Surfaces } from '../../src/raster/surfaces.ts';

/** Bytes that a request counts that draws on surfaces of these sizes, one after another. */
function countedBy(surfaces: Surfaces, sizes: readonly (readonly [width: number, height: number])[]): number {
  surfaces.begin();
  const meter = new WorkMeter();
  for (const [width, height] of sizes) surfaces.blank('printed', width, height, meter);
  return meter.spent;
}

describe('Surfaces', () => {
  it('counts memory once for a request, and as much where the one before has left it', () => {
    const surfaces = new Surfaces();
    const first = countedBy(surfaces, [[320, 100]]);
    expect(first).toBe(1000);
    expect(countedBy(surfaces, [[320, 100]])).toBe(first);
    expect(
      countedBy(surfaces, [
        [320, 100],
        [320, 100],
      ]),
    ).toBe(first);
  });

  it('counts memory again for each size', () => {
    const sizes = [
      [320, 100],
      [640, 100],
      [320, 100],
    ] as const;
    expect(countedBy(new Surfaces(), sizes)).toBe(4000);
  });

  it('gives nothing of the request before, whatever it has drawn', () => {
    const surfaces = new Surfaces();
    const meter = new WorkMeter();
    const before = surfaces.blank('printed', 64, 64, meter);
    before.fillRect(3, 5, 20, 40, 'black');
    surfaces.mask(64, 64, meter).fillRect(1, 1, 9, 9, 'black');
    surfaces.begin();
    expect(surfaces.blank('printed', 64, 64, meter).words.some((word) => word !== 0)).toBe(false);
    expect(surfaces.mask(64, 64, meter).words.some((word) => word !== 0)).toBe(false);
  });

  it('keeps no large bitmap for the next request', () => {
    const surfaces = new Surfaces();
    const meter = new WorkMeter();
    const large = surfaces.blank('printed', 4000, 3000, meter);
    const small = surfaces.blank('canvas', 400, 300, meter);
    surfaces.begin();
    // Compared here: a matcher would describe all their words.
    expect(surfaces.blank('printed', 4000, 3000, meter) === large).toBe(false);
    expect(surfaces.blank('canvas', 400, 300, meter) === small).toBe(true);
  });
});
