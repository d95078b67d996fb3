import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdFonts } from '../../src/engine/printer-fonts.ts';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { FONTS, tryDamagedFont, tryMadeFont, tryMixedText } from './font-cases.ts';

beforeAll(() => holdFonts(fontsIn(FONTS)));
afterAll(() => holdFonts([]));

it('draws with fonts that are damaged anywhere, or refuses them', () => {
  let drawn = 0;
  for (let number = 0; number < 300; number++) drawn += tryDamagedFont(number);
  expect(drawn).toBeGreaterThan(100);
});

it('draws with fonts that are made to be hard, or refuses them', () => {
  let drawn = 0;
  for (let number = 0; number < 300; number++) drawn += tryMadeFont(number);
  expect(drawn).toBeGreaterThan(100);
});

it('draws text of mixed directions and scripts in every setting', () => {
  expect(() => {
    for (let number = 0; number < 300; number++) tryMixedText(number);
  }).not.toThrow();
});
