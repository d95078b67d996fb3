import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { encodePng } from '../../src/encode/png.ts';
import { holdFonts } from '../../src/engine/printer-fonts.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PICTURE = at('docs/pictures/scripts.png');
const SIZE = { widthMm: 80, heightMm: 65, dpi: 203 };

it('draws the label of ten scripts as the page of fonts shows it, dot for dot', () => {
  holdFonts(fontsIn(at('test/fonts')));
  onTestFinished(() => holdFonts([]));
  const { bitmaps, diagnostics } = renderImages(
    byteStringOf(readFileSync(at('docs/labels/scripts.zpl'))),
    SIZE,
    'first',
  );
  expect(diagnostics).toEqual([]);
  const [bitmap] = bitmaps;
  if (bitmap === undefined) throw new Error('there is no label');
  const png = Buffer.from(encodePng(bitmap, SIZE.dpi));
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PICTURE, png);
  expect(png.equals(readFileSync(PICTURE))).toBe(true);
});
