import { describe, expect, it } from 'vitest';

import { readElements, readOne, readReasons } from './read.ts';

describe('shapes', () => {
  it.each([
    ['^GB100,50,3', { width: 100, height: 50, thickness: 3, white: false, rounding: 0 }],
    ['^GB', { width: 1, height: 1, thickness: 1, white: false, rounding: 0 }],
    ['^GB100,0,4', { width: 100, height: 4, thickness: 4, white: false, rounding: 0 }],
    ['^GB0,100,4', { width: 4, height: 100, thickness: 4, white: false, rounding: 0 }],
    ['^GB9,9,0', { width: 9, height: 9, thickness: 1, white: false, rounding: 0 }],
    ['^GB50,50,50,W,8', { width: 50, height: 50, thickness: 50, white: true, rounding: 8 }],
    ['^GB50,50,1,b,12', { width: 50, height: 50, thickness: 1, white: false, rounding: 8 }],
    ['^GB279.65,0,0.8,B,', { width: 280, height: 1, thickness: 1, white: false, rounding: 0 }],
  ])('reads %s', (zpl, box) => {
    expect(readOne('box', `${zpl}^FS`)).toMatchObject(box);
  });

  it.each([
    ['^GC100,5,W', { width: 100, height: 100, thickness: 5, white: true }],
    ['^GC', { width: 3, height: 3, thickness: 1, white: false }],
    ['^GC9999', { width: 4095, height: 4095, thickness: 1, white: false }],
    ['^GE100,40,2', { width: 100, height: 40, thickness: 2, white: false }],
    ['^GE,,20', { width: 20, height: 20, thickness: 20, white: false }],
  ])('reads %s', (zpl, ellipse) => {
    expect(readOne('ellipse', `${zpl}^FS`)).toMatchObject(ellipse);
  });

  it.each([
    ['^GD100,40,2,B,L', { width: 100, height: 40, thickness: 2, lean: 'L' }],
    ['^GD100,40,2,W,R', { width: 100, height: 40, thickness: 2, lean: 'R', white: true }],
    ['^GD100,40,,,\\', { thickness: 1, lean: 'L' }],
    ['^GD100,40,,,/', { thickness: 1, lean: 'R' }],
    ['^GD,,5', { width: 5, height: 5, thickness: 5, lean: 'R' }],
  ])('reads %s', (zpl, diagonal) => {
    expect(readOne('diagonal', `${zpl}^FS`)).toMatchObject(diagonal);
  });

  it('reads a symbol with the default font for its size', () => {
    expect(readOne('symbol', '^CF0,40,30^GSR^FDA^FS')).toMatchObject({
      text: 'A',
      orientation: 'R',
      height: 40,
      width: 30,
    });
    expect(readOne('symbol', '^GSN,50^FDA^FS')).toMatchObject({ height: 50, width: 50 });
  });

  it('draws shape and data of one field at the same place', () => {
    const [box, text] = readElements('^FO5,6^GB9,9^FDa^FS');
    expect(box).toMatchObject({ kind: 'box', origin: { x: 5, y: 6 } });
    expect(text).toMatchObject({ kind: 'text', origin: { x: 5, y: 6 } });
  });
});

describe('^GF', () => {
  it('reads hexadecimal, with any other command as its end', () => {
    const graphic = readOne('graphic', '^FO3,4^GFA,4,4,2,FF00\n00FF^FS');
    expect(graphic).toMatchObject({ bytesPerRow: 2, rows: 2, scaleX: 1, scaleY: 1, origin: { x: 3, y: 4 } });
    expect([...graphic.data]).toEqual([255, 0, 0, 255]);
  });

  it('reads counted binary that holds prefixes', () => {
    expect([...readOne('graphic', '^GFB,4,4,2,^FS~^FS').data]).toEqual([94, 70, 83, 126]);
  });

  it('does not let a count beyond the stream swallow the label', () => {
    expect(readElements('^GFB,4888,4888,13,^FS^FDa^FS').map(({ kind }) => kind)).toEqual(['graphic', 'text']);
    expect(readReasons('^XA^GFB,4888,4888,13,^FS^XZ')).toEqual(['^GF 0 of 4888 bytes were sent']);
  });

  it('completes the last row', () => {
    expect(readOne('graphic', '^GFA,3,3,2,FFFFFF^FS')).toMatchObject({ rows: 2 });
  });

  it('takes commas in the data for data', () => {
    expect([...readOne('graphic', '^GFA,4,4,2,,FF^FS').data]).toEqual([0, 0, 255, 0]);
  });

  it.each(['^GFA', '^GFA,4', '^GFA,4,4', '^GFA,4,4,0,FF', '^GFA,,4,2,FF', '^GFA,4,,2,FF'])(
    'draws nothing for %s, and says so',
    (zpl) => {
      expect(readElements(`${zpl}^FS^FDa^FS`)).toHaveLength(1);
      expect(readReasons(`^XA${zpl}^FS^XZ`)).toEqual(['^GF a byte count is missing']);
    },
  );

  it('refuses a picture larger than any canvas before it takes memory', () => {
    expect(readElements('^GFA,9,4194305,1,FF^FS^FDa^FS')).toHaveLength(1);
    expect(readReasons('^XA^GFA,9,99999999999999999999,99999,FF^FS^XZ')).toHaveLength(1);
  });
});

describe('^GS without a size', () => {
  it('has none until ^CF gives one', () => {
    expect(readOne('symbol', '^FO0,0^GS^FDA^FS')).toMatchObject({ height: 0, width: 0 });
    expect(readOne('symbol', '^CFA,72^FO0,0^GS^FDA^FS')).toMatchObject({ height: 72 });
  });
});
