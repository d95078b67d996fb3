import { describe, expect, it } from 'vitest';

import { readElements, readOne, readReasons } from './read.ts';

const TRUETYPE = '00010000AABB';

describe('fonts', () => {
  it.each([
    ['', { name: 'A', height: 9, width: 5 }],
    ['^A0N,30,20', { name: '0', height: 30, width: 20 }],
    ['^A0,30', { name: '0', height: 30, width: 0 }],
    ['^A0,,50', { name: '0', height: 0, width: 50 }],
    ['^AdN,36,20', { name: 'D', height: 36, width: 20 }],
    ['^AB', { name: 'B', height: 9, width: 5 }],
    ['^A0N,0,0', { name: '0', height: 9, width: 5 }],
    ['^A0N,4,4', { name: '0', height: 10, width: 10 }],
    ['^CF0,30', { name: '0', height: 30, width: 0 }],
    ['^CF0,30,20', { name: '0', height: 30, width: 20 }],
    ['^CFB0,30', { name: 'B', height: 30, width: 0 }],
    ['^CFD,18,10^CF0', { name: '0', height: 18, width: 10 }],
    ['^CF,40', { name: 'A', height: 40, width: 0 }],
    ['^CF0,50^AA', { name: 'A', height: 50, width: 0 }],
    ['^CFF,26^AZN,10', { name: 'F', height: 10, width: 0 }],
    ['^CFZ,30', { name: 'A', height: 30, width: 0 }],
    ['^CF0,30^A@N,50,40,R:NONE.TTF', { name: '0', height: 50, width: 40 }],
    ['^A@N,50,40,Z:D.FNT', { name: 'D', height: 50, width: 40 }],
  ])('reads %j', (zpl, font) => {
    expect(readOne('text', `${zpl}^FDa^FS`).font).toEqual(font);
  });

  it('holds ^A for one field and ^CF for all', () => {
    const [, second] = readElements('^CFD,18^A0R,30^FDa^FS^FDb^FS');
    expect(second).toMatchObject({ font: { name: 'D', height: 18 }, orientation: 'N' });
  });

  it('says when a font is missing', () => {
    expect(readReasons('^XA^A1N,9^FDa^FS^CFZ^XZ')).toEqual([
      '^A no such font; the default font is used',
      '^CF no such font; font A is used',
    ]);
  });

  it('names a downloaded font, by itself and through its alias', () => {
    const stream = `~DYR:MINE,A,T,6,,${TRUETYPE}^CWQ,R:MINE.TTF`;
    const [named, again, aliased] = readElements(
      `${stream}^A@N,30,30,R:MINE.TTF^FDa^FS^A@N,20,20^FDb^FS^AQN,10,10^FDc^FS`,
    );
    expect(named).toMatchObject({ font: { name: 'R:MINE.TTF', height: 30 } });
    expect(again).toMatchObject({ font: { name: 'R:MINE.TTF', height: 20 } });
    expect(aliased).toMatchObject({ font: { name: 'R:MINE.TTF', height: 10 } });
  });

  it('leaves a letter to its resident font when the alias names nothing', () => {
    expect(readOne('text', '^CWA,E:NONE.TTF^AAN,18^FDa^FS').font.name).toBe('A');
    expect(readReasons('^XA^CWA,E:NONE.TTF^XZ')).toEqual(['^CW no such font is stored']);
  });
});

describe('blocks', () => {
  it('reads ^FB', () => {
    expect(readOne('text', '^FB300,3,-4,J,20^FDa^FS').block).toEqual({
      kind: 'block',
      width: 300,
      lines: 3,
      lineSpacing: -4,
      justify: 'J',
      indent: 20,
    });
  });

  it('has defaults, and reads a negative indent as none', () => {
    expect(readOne('text', '^FB300,,,,-9^FDa^FS').block).toEqual({
      kind: 'block',
      width: 300,
      lines: 1,
      lineSpacing: 0,
      justify: 'L',
      indent: 0,
    });
  });

  it('keeps the escapes of a block in the text', () => {
    expect(readOne('text', '^CI13^FB300,2^FDa\\&b\\\\^FS').text).toBe('a\\&b\\\\');
  });

  it('keeps them where the encoding prints a cent sign for a backslash', () => {
    expect(readOne('text', '^CI0^FB300,2^FDa\\&b\\\\c\\-d\\e^FS').text).toBe('a\\&b\\\\c\\-d¢e');
    expect(readOne('text', '^CI0^FDa\\&b^FS').text).toBe('a¢&b');
  });

  it('reads ^TB, which a later ^A cancels', () => {
    expect(readOne('text', '^A0N,20^TBR,200,90^FDa^FS')).toMatchObject({
      orientation: 'R',
      block: { kind: 'text-block', width: 200, height: 90 },
    });
    expect(readOne('text', '^TBN,200,90^A0N,20^FDa^FS').block).toBeNull();
  });

  it('ends with the field', () => {
    expect(readElements('^FB300^FPV,3^FDa^FS^FDb^FS')[1]).toMatchObject({
      block: null,
      direction: 'H',
      gap: 0,
    });
  });
});

describe('^FP', () => {
  it('reads direction and gap', () => {
    expect(readOne('text', '^FPV,12^FDa^FS')).toMatchObject({ direction: 'V', gap: 12 });
    expect(readOne('text', '^FPr^FDa^FS')).toMatchObject({ direction: 'R', gap: 0 });
  });
});
