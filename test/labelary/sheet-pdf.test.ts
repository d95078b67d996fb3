import { describe, expect, it } from 'vitest';
import type { PaperSheet } from '../../src/labelary/labelary-request.ts';
import { sheetLayout } from '../../src/labelary/sheet-pdf.ts';

const SHEET: PaperSheet = {
  widthMm: 200,
  heightMm: 300,
  layout: null,
  align: 'Left',
  verticalAlign: 'Top',
  border: 'None',
};

describe('labels on a sheet', () => {
  it('are as many as there is room for, from the upper left', () => {
    const places = sheetLayout(90, 140, SHEET);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [90, 0],
      [0, 140],
      [90, 140],
    ]);
  });

  it.each([
    ['Right', 20, 110],
    ['Center', 10, 100],
    ['Justify', 20 / 3, 90 + 40 / 3],
  ] as const)('lie %s', (align, first, second) => {
    const places = sheetLayout(90, 300, { ...SHEET, align });
    expect(places[0]?.x).toBeCloseTo(first);
    expect(places[1]?.x).toBeCloseTo(second);
  });

  it('become smaller where they have less room', () => {
    const places = sheetLayout(100, 100, { ...SHEET, layout: { columns: 4, rows: 1 } });
    expect(places).toHaveLength(4);
    expect(places[3]).toMatchObject({ x: 150, width: 50, height: 50 });
  });
});
