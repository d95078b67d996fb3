import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE, pdfGrid } from '../../../src/batch/preview/pdf-sheet.ts';
import { extentOf } from '../../../src/batch/preview/sheet.ts';

const side = fc.double({ min: 10, max: 1000, noNaN: true });

test('whatever the label is, its cells stay on the page', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 0, max: 9 }), (widthMm, heightMm, values) => {
      const grid = pdfGrid({ widthMm, heightMm, dpi: 203 }, values);
      const { width, height } = extentOf(grid);
      expect(width).toBeLessThanOrEqual(PAGE.width + 1e-6);
      expect(height).toBeLessThanOrEqual(PAGE.height + 1e-6);
      expect(widthMm * grid.scale).toBeLessThanOrEqual(grid.cellWidth + 1e-6);
    }),
  );
});

test.each([
  ['a small label', 50.8, 25.4, 1, 3, 6],
  ['a carrier label', 101.6, 152.4, 0.597, 3, 2],
  ['a long narrow one', 25, 300, 0.844, 4, 1],
  ['a wide flat one', 200, 20, 0.95, 1, 7],
])('%s', (_, widthMm, heightMm, scale, columns, rows) => {
  const grid = pdfGrid({ widthMm, heightMm, dpi: 203 }, 3);
  expect([grid.scale.toFixed(3), grid.columns, grid.rows]).toEqual([scale.toFixed(3), columns, rows]);
});
