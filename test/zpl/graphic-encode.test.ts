import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { encodeGraphic, encodeRunLengths } from '../../src/zpl/graphic-encode.ts';
import { decodeGraphic } from '../../src/zpl/graphic-field.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../../src/zpl/tokenize.ts';
import { runs } from '../support/runs.ts';

const bitmap = fc
  .record({ perRow: fc.integer({ min: 1, max: 60 }), rows: fc.integer({ min: 1, max: 12 }) })
  .chain(({ perRow, rows }) =>
    fc.record({
      perRow: fc.constant(perRow),
      // Few values, so that runs, whole rows of one value and repeated rows come up.
      data: fc.array(fc.constantFrom(0, 0, 0, 255, 255, 15, 0xab), {
        minLength: perRow * rows,
        maxLength: perRow * rows,
      }),
    }),
  );

describe('encoding a graphic', () => {
  it('is undone by decoding, as run lengths and in the form that is shortest', () => {
    fc.assert(
      fc.property(bitmap, ({ perRow, data }) => {
        const bytes = Uint8Array.from(data);
        const runs = encodeRunLengths(bytes, perRow) as ByteString;
        expect(decodeGraphic('A', runs, bytes.length, perRow).data).toEqual(bytes);
        const [kind, total, , width, ...payload] = encodeGraphic(bytes, perRow, DEFAULT_PREFIXES).split(',');
        const decoded = decodeGraphic('A', payload.join(',') as ByteString, Number(total), Number(width));
        expect([kind, decoded.fault]).toEqual(['A', null]);
        expect(decoded.data).toEqual(bytes);
        expect(payload.join(',').length).toBeLessThanOrEqual(runs.length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('writes runs as Zebra does', () => {
    const row = (bytes: number, value: number) => new Uint8Array(bytes).fill(value);
    expect(encodeRunLengths(row(11, 0x33), 11)).toBe('gH3'); // 22 nibbles
    expect(encodeRunLengths(row(211, 0x33), 211)).toBe('zgH3'); // 400 + 20 + 2
    expect(encodeRunLengths(row(10, 0x33), 10)).toBe('g3');
    expect(encodeRunLengths(Uint8Array.of(0x10, 0, 0x10, 0, 0, 0, 255, 255), 2)).toBe('1,:,!');
  });

  it('gives way to the prefixes in force', () => {
    const encode = (prefixes: Partial<Prefixes>) =>
      encodeGraphic(Uint8Array.of(0xab), 1, { ...DEFAULT_PREFIXES, ...prefixes });
    expect(encode({ format: ':' })).toBe('A,1,1,1,AB');
    expect(encode({ delimiter: ';' })).toBe('A;1;1;1;AB');
    expect(encode({ control: 'B' })).toMatch(/^A,1,1,1,:Z64:/);
    expect(encode({ format: 'B', control: ':' })).toBe('B,1,1,1,\xab');
    // Rows that end in zeros are closed by a comma, which must not be sent where it is no delimiter.
    const rows = (delimiter: string) =>
      encodeGraphic(new Uint8Array(50), 5, { ...DEFAULT_PREFIXES, delimiter });
    expect(rows(',')).toBe('A,50,50,5,,:::::::::');
    expect(rows(';')).toMatch(/^A;50;50;5;:Z64:/);
  });
});
