import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { Extent } from '../../../src/lint/layout/extent.ts';
import { blackBounds } from '../../bitmap/picture.ts';
import { Chance } from '../../fuzz/chance.ts';

const [WIDTH, HEIGHT] = [70, 40];

function between(chance: Chance, least: number, most: number): number {
  return least + chance.below(most - least + 1);
}

/** A few dots or many, or one row that stands for all. */
function randomSource(chance: Chance): Bitmap {
  const source = Bitmap.create(between(chance, 1, 80), between(chance, 1, 30));
  for (let i = between(chance, 0, 3); i > 0; i--) {
    source.fillRect(
      between(chance, 0, 79),
      between(chance, 0, 29),
      between(chance, 1, 9),
      between(chance, 1, 9),
      'black',
    );
  }
  return source;
}

function drawAtRandom(chance: Chance, surfaces: readonly Bitmap[]): void {
  const [x, y] = [between(chance, -40, 90), between(chance, -30, 60)];
  if (chance.oneIn(2)) {
    const [width, height] = [between(chance, -1, 50), between(chance, -1, 50)];
    for (const surface of surfaces) surface.fillRect(x, y, width, height, 'black');
    return;
  }
  const source = randomSource(chance);
  const bits = chance.oneIn(3) ? { width: source.width, height: 9, stride: 0, words: source.words } : source;
  for (const surface of surfaces) surface.blit(bits, x, y, 'black');
}

it('has the box of what is drawn, and whether some is cut off', () => {
  const chance = new Chance(1);
  let cut = 0;
  for (let i = 0; i < 1000; i++) {
    const [drawn, extent] = [Bitmap.create(WIDTH, HEIGHT), Extent.create(WIDTH, HEIGHT)];
    for (let parts = between(chance, 1, 3); parts > 0; parts--) drawAtRandom(chance, [drawn, extent]);
    const bounds = blackBounds(drawn);
    const { left = 0, top = 0, right = 0, bottom = 0 } = bounds ?? {};
    const box = bounds && { left, top, right: right + 1, bottom: bottom + 1 };
    const { clipped } = drawn;
    expect([extent.take()?.box ?? null, extent.clipped], `round ${i}`).toEqual([box, clipped]);
    if (clipped) cut++;
  }
  expect(cut).toBeGreaterThan(300);
  expect(cut).toBeLessThan(900);
});

describe('what a few rectangles make', () => {
  it('has these', () => {
    const extent = Extent.create(WIDTH, HEIGHT);
    extent.fillRect(2, 3, 4, 5);
    extent.fillRect(60, 30, 20, 20);
    expect(extent.take()?.fills).toEqual([
      { left: 2, top: 3, right: 6, bottom: 8 },
      { left: 60, top: 30, right: 70, bottom: 40 },
    ]);
    expect(extent.take()).toBeNull();
  });

  it('does not once there are more, or dots', () => {
    const extent = Extent.create(WIDTH, HEIGHT);
    for (let i = 0; i < 9; i++) extent.fillRect(i, i, 1, 1);
    expect(extent.take()).toEqual({ box: { left: 0, top: 0, right: 9, bottom: 9 }, fills: null });
    const dots = Bitmap.create(2, 2);
    dots.fillRect(0, 0, 1, 1, 'black');
    extent.fillRect(0, 0, 1, 1);
    extent.blit(dots, 5, 5);
    expect(extent.take()).toEqual({ box: { left: 0, top: 0, right: 6, bottom: 6 }, fills: null });
  });
});
