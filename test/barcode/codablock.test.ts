import { describe, expect, it } from 'vitest';
import { type BarcodeField, checkBarcodeData, encodeBarcode } from '../../src/barcode/commands.ts';
import { codablockARows } from '../../src/symbology/stacked/codablock-a.ts';
import type { LinearSymbol, MatrixSymbol } from '../../src/symbology/symbol.ts';
import { barcodeField } from '../support/barcode-field.ts';
import { fnv1a, grayDigest, pictureOf } from '../support/symbol-picture.ts';

function field(params: string, data: string, moduleWidth = 2, ratio = 3): BarcodeField {
  return { ...barcodeField('^BB', params.split(','), data), moduleWidth, ratio };
}

function symbolOf(of: BarcodeField): LinearSymbol | MatrixSymbol {
  const drawn = encodeBarcode(of);
  if (!drawn.ok || drawn.symbol.kind === 'dots') throw new Error('no bars');
  return drawn.symbol;
}

const shape = (columns: number, rows: number, checked = true) => ({ columns, rows, checked });

describe('rows of Codablock A', () => {
  it('begin and end with their number, and the last holds spaces and checks', () => {
    expect(codablockARows('CODABLOCK', shape(8, 0))).toEqual(['MCODABLOCM', '0K     Y+0']);
    expect(codablockARows('ABCDEFGHIJ', shape(4, 0))).toEqual(['NABCDN', '0EFGH0', '1IJK41']);
    expect(codablockARows('ABC', shape(6, 3))).toEqual(['NABC   N', '0      0', '1    K91']);
    expect(codablockARows('ABC', shape(3, 2, false))).toEqual(['MABCM', '0   0']);
  });

  it('have neither checks nor an end where there is one', () => {
    expect(codablockARows('ABC', shape(6, 1))).toEqual(['LABC']);
    expect(codablockARows('ABC', shape(6, 0))).toEqual(['LABC']);
    expect(codablockARows('ABC', shape(0, 0))).toEqual(['LABC']);
  });

  it('refuse what does not fit', () => {
    expect(codablockARows('ABCDEFG', shape(6, 1))).toBe(6);
    expect(codablockARows('ABCDEFG', shape(4, 2))).toBe(6);
    expect(codablockARows('A'.repeat(63), shape(0, 0))).toBe(62);
    expect(codablockARows('A'.repeat(22 * 62 - 2), shape(62, 0))).toHaveLength(22);
    expect(codablockARows('A'.repeat(22 * 62 - 1), shape(62, 0))).toBe(22 * 62 - 2);
  });
});

describe('Codablock is drawn as in the previews of a ZD621', () => {
  it.each([
    ['checked', 'N,8,Y,8,0,A', 'CODABLOCK', 2, 0x29edae89],
    ['not checked', 'N,8,N,8,0,A', 'CODABLOCK', 2, 0x9fbf1189],
    ['rows by the data', 'N,8,Y,4,0,A', 'ABCDEFGHIJ', 2, 0x325fd9c5],
    ['three rows', 'N,8,Y,6,3,A', '123456789ABC', 2, 0xeda8d9fd],
    ['columns by the data', 'N,8,Y,,5,A', 'ABCDEFGHIJ', 2, 0xd30ff9a9],
    ['wider modules', 'N,8,Y,4,0,A', 'ABCDEFGHIJ', 3, 0x8dfaf5ba],
    ['Codablock F', 'N,8,Y,8,0,F', 'CODABLOCK', 2, 0x298ffd25],
  ])('%s', (_, params, data, module, hash) => {
    const canvas = { width: 448, height: 222, x: 20, y: 20 };
    expect(fnv1a(pictureOf(symbolOf(field(params, data, module)), canvas).data)).toBe(hash);
  });

  // The last one's sums of weights leave 16 bits.
  it.each([
    ['N,10,Y,10,2,A', 1, 'ec683a70d02fd928'],
    ['N,10,N,10,2,A', 12, 'feb834a8c6134d34'],
    ['N,10,N,10,2,A', 20, 'afb06db40773aa3e'],
    ['N,10,N,4,2,A', 1, '2759cc30d6a8a1a9'],
    ['N,10,Y,4,2,A', 6, '3d6cfaaca5ea6381'],
    ['N,10,N,6,2,A', 12, 'fd97f2c3c540259a'],
    ['N,10,Y,10,0,A', 6, 'c954fda1edb02828'],
    ['N,10,Y,10,0,A', 28, '93a602305ae6be3c'],
    ['N,10,Y,10,1,A', 6, 'c954fda1edb02828'],
    ['N,10,Y,10,3,A', 16, '8dde52c4eb1f0906'],
    ['N,10,Y,10,5,A', 6, '1712860c043924b0'],
    ['N,10,Y,10,10,A', 28, '1abe5b772cd718fd'],
  ])('%s with %i characters', (params, length, digest) => {
    const data = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ01'.slice(0, length);
    const canvas = { width: 832, height: 400, x: 60, y: 60 };
    expect(grayDigest(pictureOf(symbolOf(field(params, data, 2, 2)), canvas))).toBe(digest);
  });

  it('with as many rows as the data needs where columns are given for mode F', () => {
    expect(symbolOf(field('N,8,Y,8,9,F', 'CODABLOCK'))).toEqual(symbolOf(field('N,8,Y,8,0,F', 'CODABLOCK')));
  });
});

describe('checks of Codablock', () => {
  const reason = (params: string, data: string) => checkBarcodeData(field(params, data)).reason;

  it.each(['E', 'F'])('take carets for carets in mode %s', (mode) => {
    const rowsOf = (data: string) => symbolOf(field(`N,8,Y,8,,${mode}`, data));
    for (const data of ['^', 'a^', '^^', '^^^', 'a^b', '^FNC1A', '^065A', '^094']) {
      expect(reason(`N,8,Y,8,,${mode}`, data)).toBeNull();
    }
    // A caret is one character like another: none begins a function or a number, and none is lost.
    expect(rowsOf('^FNC3AB')).not.toEqual(rowsOf('AB'));
    expect(rowsOf('^^A')).not.toEqual(rowsOf('^A'));
    expect(rowsOf('^^094')).not.toEqual(rowsOf('^094'));
  });

  it('say of mode F too what is allowed', () => {
    expect(reason('N,8,Y,8,,F', 'A'.repeat(1000))).toContain(
      'ASCII, at most 2725 characters; fewer in the columns',
    );
  });

  it('say what is allowed', () => {
    expect(reason('N,8,Y,8,,A', 'CODABLOCK')).toBeNull();
    expect(reason('N,8,Y,8,,A', 'codablock')).toContain('digits, capitals, space and - . $ / + %');
    expect(reason('N,8,Y,4,2,A', 'ABCDEFG')).toBe(
      'Codablock A of these columns (2–62) and rows (1–22) takes at most 6 characters; got 7',
    );
  });
});
