import { describe, expect, it } from 'vitest';
import { scaledZpl } from '../../src/convert/scaled-zpl.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { headOf } from '../../src/units.ts';
import { type ByteString, toByteString } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';

const scaled = (zpl: string, ratio: number): string => scaledZpl(zpl as ByteString, ratio);

describe('ZPL for another resolution', () => {
  it.each([
    // Places and sizes, with what is missing left out.
    ['^FO100,50^FT,20,1^LH3,0^LT-10^LS5', '^FO150,75^FT,30,1^LH5,0^LT-15^LS8'],
    ['^A0N,30,20^A@R,,33,E:A.TTF^CF0,20', '^A0N,45,30^A@R,,50,E:A.TTF^CF0,30'],
    ['^FB300,4,-3,C,10^TBN,200,90', '^FB450,4,-4,C,15^TBN,300,135'],
    ['^GB100,0,1,W,3^GC41,2^GE9,9,9^GD30,20,1,,L', '^GB150,0,2,W,3^GC62,3^GE14,14,14^GD45,30,2,,L'],
    ['^PW800^LL1200,Y^FM10,20,e,e', '^PW1200^LL1800,Y^FM15,30,e,e'],
    // Modules are whole dots within their bounds; the ratio of bars, lines and security stay.
    ['^BY2,2.5,100^BCR,80,Y,N^B7N,4,5,6,7', '^BY3,2.5,150^BCR,120,Y,N^B7N,6,5,6,7'],
    ['^BQN,2,5,Q^BXN,4,200^BOR,7^BQN,2', '^BQN,2,8,Q^BXN,6,200^BOR,10^BQN,2'],
    // Data, comments, names, times and what is unknown stay.
    [
      '^FX 10,10 ^FD10,10^XGR:A.GRF,2,3^FN10^PQ10,5^ZZ10^SN10,1',
      '^FX 10,10 ^FD10,10^XGR:A.GRF,2,3^FN10^PQ10,5^ZZ10^SN10,1',
    ],
    // Millimetres and inches are what they are.
    ['^MUM^FO10,10^MUD^FO10,10', '^MUM^FO10,10^MUD^FO15,15'],
    // Other prefixes and delimiters.
    ['^CD;^FO10;20;1~CC!!GB10;20;2', '^CD;^FO15;30;1~CC!!GB15;30;3'],
    [' ^FO 10 , 20 \n^FS', ' ^FO 15 , 30 \n^FS'],
  ])('%s', (zpl, expected) => {
    expect(scaled(zpl, 1.5)).toBe(expected);
    expect(scaled(zpl, 1)).toBe(zpl);
  });

  it('keeps a module of a dot, and a symbol within its bounds', () => {
    expect(scaled('^BY1,3,10^GB9,9,1', 152 / 600)).toBe('^BY1,3,3^GB2,2,1');
    expect(scaled('^BY8^BQN,2,60', 3)).toBe('^BY12^BQN,2,100');
  });

  it('writes the defaults that no printer scales', () => {
    expect(scaled('^XA^FO1,1^FDx^FS^XZ^XA^XZ', 2)).toBe('^XA^CFA,18,10^FO2,2^FDx^FS^XZ^XA^XZ');
    expect(scaled('^XA^FO1,1^BCN^FDx^FS^XZ', 2)).toBe('^XA^CFA,18,10^BY4,,20^FO2,2^BCN^FDx^FS^XZ');
    expect(scaled('^XA^GB9,9,9^FS^XZ', 2)).toBe('^XA^GB18,18,18^FS^XZ');
  });

  it('resamples pictures, wherever they are', () => {
    // A dot in the upper left corner of 8 x 2.
    expect(scaled('^GFA,2,2,1,8000^FS', 2)).toBe('^GFA,8,8,2,C,:,:^FS');
    expect(scaled('~DGR:A.GRF,2,1,8000^XA', 2)).toBe('~DGR:A.GRF,8,2,C,:,:^XA');
    expect(scaled('^GFA,9,0,1,80^FS', 2)).toBe('^GFA,9,0,1,80^FS');
    const zpl = '~DYR:A,A,G,2,1,8000^XA^FO0,0^XGR:A.GRF^FS^XZ';
    const [label] = parse(toByteString(scaled(zpl, 3)), { dotsPerMm: 24 }).labels;
    expect(label?.elements).toMatchObject([{ kind: 'graphic', bytesPerRow: 3, rows: 6 }]);
  });

  it('refuses more pictures than memory has room for', () => {
    const white = '^GFA,4000000,4000000,1000,^FS'.repeat(20);
    expect(() => scaled(white, 1.01)).toThrow('more than 16777216 bytes');
  });

  it.each(readSamples())(
    'puts every element of $slug within a dot of its place',
    ({ label: { zpl, size } }) => {
      const source = toByteString(String(zpl));
      for (const dpi of [152, 203, 300, 600]) {
        const ratio = dpi / size.dpi;
        const before = parse(source, { dotsPerMm: headOf(size.dpi) }).labels;
        const after = parse(scaledZpl(source, ratio), { dotsPerMm: headOf(dpi) }).labels;
        expect(after.length).toBe(before.length);
        for (const [at, { elements }] of before.entries()) {
          const moved = after[at]?.elements ?? [];
          expect(moved.map(({ kind }) => kind)).toEqual(elements.map(({ kind }) => kind));
          for (const [number, { origin }] of elements.entries()) {
            const { x, y } = moved[number]?.origin ?? { x: Number.NaN, y: Number.NaN };
            // Half a dot of the home, half a dot of the place.
            expect(Math.abs(x - origin.x * ratio)).toBeLessThanOrEqual(1);
            expect(Math.abs(y - origin.y * ratio)).toBeLessThanOrEqual(1);
          }
        }
      }
    },
  );
});
