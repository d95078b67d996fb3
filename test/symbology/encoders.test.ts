import { describe, expect, it } from 'vitest';
import { aztecCodes } from '../../src/symbology/aztec/bits.ts';
import { encodeAztec } from '../../src/symbology/aztec/encode-aztec.ts';
import { dataMatrixCodewords } from '../../src/symbology/data-matrix/codewords.ts';
import { DATA_MATRIX_SIZES } from '../../src/symbology/data-matrix/sizes.ts';
import { encodeQr } from '../../src/symbology/qr/encode-qr.ts';

/** The values of Aztec codes, without their lengths. */
const values = (data: string): readonly number[] => (aztecCodes(data) ?? []).map(([value]) => value);

describe('Aztec data', () => {
  it('shifts for one or two capitals among digits, and latches for three', () => {
    expect(values('1AB')).toEqual([30, 3, 15, 2, 15, 3]);
    expect(values('1ABC')).toEqual([30, 3, 14, 2, 3, 4]);
  });

  it('goes from lower to upper by way of mixed', () => {
    expect(values('abcABC').slice(0, 6)).toEqual([28, 2, 3, 4, 29, 29]);
  });

  it('shifts for one punctuation mark, and puts a mark and a space in one code', () => {
    expect(values('A:')).toEqual([2, 0, 21]);
    expect(values('A: ')).toEqual([2, 0, 5]);
  });

  it('puts a line end of two characters in one code', () => {
    expect(values('A\r\n')).toEqual([2, 0, 2]);
  });

  it('leaves digits before bytes', () => {
    expect(values('111\xff')).toEqual([30, 3, 3, 3, 14, 31, 1, 255]);
  });

  it('refuses more bytes than a run counts', () => {
    expect(aztecCodes('\xff'.repeat(2079))).toBeNull();
  });
});

describe('Aztec size', () => {
  const data = 'Part:123;Warehouse:BYZA;Position:12-12-1';
  it.each([
    [23, 23],
    [45, 27],
    [70, 37],
    [95, 79],
  ])('keeps %i percent for correction, rounded down', (percent, columns) => {
    expect(encodeAztec(data, { kind: 'percent', percent })?.columns).toBe(columns);
  });

  // 66 bits are all that one compact layer has room for, 296 and 448 what three and four would have at 23 percent.
  it.each([
    ['0'.repeat(14), 15],
    ['5045195888,,1:', 19],
    ['kIeiJPqEwbZWMXFxurfZ:4#2),1:6352/*,333;7', 27],
    ["IueVM'||9:5F8pq<aHi(383/4185#5982/+-,ZHUPWLOTHBUNYVAIILIZt+1,5.1,,1.F", 31],
  ])('leaves room in a symbol that is not asked for: %s', (text, columns) => {
    expect(encodeAztec(text, { kind: 'standard' })?.columns).toBe(columns);
  });
});

describe('Data Matrix modes', () => {
  const wordsOf = (data: string): readonly number[] => {
    const items = Array.from(data, (character) => character.charCodeAt(0));
    return Array.from(dataMatrixCodewords(items, DATA_MATRIX_SIZES)?.words ?? []);
  };

  it('looks four characters ahead', () => {
    // The bar stays in ASCII; text mode begins after it.
    expect(wordsOf('A|Ingrid Tester|').slice(0, 3)).toEqual([66, 125, 239]);
  });

  it('takes a sum of thirds for a word more where floating point ends above a whole one', () => {
    // Six words in text mode, but not by that sum; so there is nothing to gain.
    expect(wordsOf('fbrQuwcw')).toEqual([103, 99, 115, 82, 118, 120, 100, 120]);
    expect(wordsOf('NQ0ETGH01')).toEqual([79, 82, 49, 70, 85, 72, 73, 131]);
  });

  it('leaves the shift of a last character that goes back to ASCII', () => {
    expect(wordsOf('xzvxbKp6gqWtP')).toEqual([239, 237, 124, 233, 155, 73, 83, 129, 179, 148, 235, 81]);
  });
});

describe('QR mask', () => {
  /** The mask in the format bits beside the upper left finder. */
  const maskOf = (data: string): number => {
    const grid = encodeQr([{ mode: 'blocks', data }], 'M', 'best', { raise: true });
    const bits = [2, 3, 4].map((x) => grid?.cells[8 * grid.columns + x] as number);
    return bits.reduce((mask, bit) => mask * 2 + bit, 0) ^ 0b101;
  };

  it.each([
    ['HELLO WORLD', 0],
    ['323201234567890123456982000LUCJANSSENS', 3],
    ['HER123456789012LS15PQDAVIDBROWN', 2],
    ['3SPOST1234567890001234982514EEJANDEVRIES', 1],
  ])('counts what surrounds the symbol as light: %s', (data, mask) => {
    expect(maskOf(data)).toBe(mask);
  });

  it('counts whole percents of black', () => {
    // Mask 3 has less penalty than mask 1 where the share of black is not cut to 45 percent.
    expect(maskOf('JNSME')).toBe(1);
  });
});
