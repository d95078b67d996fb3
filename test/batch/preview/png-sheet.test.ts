import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HEIGHT_MAX, PIXELS_MAX, pngGrid, WIDTH_MAX } from '../../../src/batch/preview/png-sheet.ts';
import { extentOf, placeOf } from '../../../src/batch/preview/sheet.ts';

test('whatever the label is, all rows have a place on a sheet of bounded size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 102 }),
      fc.integer({ min: 59, max: 12_000 }),
      fc.integer({ min: 59, max: 12_000 }),
      fc.integer({ min: 0, max: 9 }),
      (cells, width, height, values) => {
        const grid = pngGrid(cells, width, height, values);
        const sheet = extentOf(grid);
        expect(sheet.width).toBeLessThanOrEqual(WIDTH_MAX);
        expect(sheet.height).toBeLessThanOrEqual(HEIGHT_MAX);
        expect(sheet.width * sheet.height).toBeLessThanOrEqual(PIXELS_MAX);
        const last = placeOf(grid, cells - 1);
        expect(last.x + grid.cellWidth).toBeLessThanOrEqual(sheet.width);
        expect(last.y + grid.pictureHeight + grid.captionHeight).toBeLessThanOrEqual(sheet.height);
        expect(width * grid.scale).toBeLessThanOrEqual(grid.cellWidth + 1);
      },
    ),
  );
});

test.each([
  [1, 812, 1218],
  [6, 812, 1218],
  [52, 406, 203],
])('%d labels of %d x %d dots keep their dots', (cells, width, height) => {
  expect(pngGrid(cells, width, height, 3).scale).toBe(1);
});

test('many large labels get smaller, each as large as the sheet allows', () => {
  const grid = pngGrid(102, 812, 1218, 3);
  const { width, height } = extentOf(grid);
  expect(grid.scale).toBeGreaterThan(0.25);
  expect(width * height).toBeGreaterThan(0.8 * PIXELS_MAX);
});
