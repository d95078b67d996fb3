import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarcodeField, checkBarcodeData, encodeBarcode } from '../../src/barcode/commands.ts';
import { bwipMatrix, bwipText } from '../../src/symbology/bwip.ts';
import { code49Message, code49Words, encodeCode49 } from '../../src/symbology/stacked/code49.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { barcodeField } from '../support/barcode-field.ts';
import { runs } from '../support/runs.ts';
import { fnv1a, pictureOf } from '../support/symbol-picture.ts';

function field(mode: string, data: string): BarcodeField {
  return { ...barcodeField('^B4', ['N', '8', 'N', mode], data), moduleWidth: 1 };
}

const reason = (mode: string, data: string) => checkBarcodeData(field(mode, data)).reason;

describe('Code 49', () => {
  it.each([
    ['A', '12345ABCDE', 0x86d9cba1],
    ['0', '12345ABCDE', 0xaa425427],
    ['0', '=12345', 0xf3057231],
    ['1', '123ABC', 0x249dd101],
    ['2', '12345', 0x59e1de61],
    ['3', '123ABC', 0x94030c91],
    ['3', '12123ABC', 0x75cab4f1],
    ['4', 'A', 0xe0645091],
    ['5', 'A', 0xa69029c1],
    ['5', '>A', 0x45c35891],
  ])('of starting mode %s is drawn as in the previews of a ZD621: %s', (mode, data, hash) => {
    const drawn = encodeBarcode(field(mode, data));
    if (!drawn.ok || drawn.symbol.kind !== 'matrix') throw new Error('no symbol');
    const { columns: width, rowHeights = [] } = drawn.symbol;
    const height = rowHeights.reduce((sum, row) => sum + row, 0);
    // A byte for each module.
    const { data: packed } = pictureOf(drawn.symbol, { width, height, x: 0, y: 0 });
    const stride = (width + 7) >> 3;
    const modules = Array.from({ length: width * height }, (_, i) => {
      const x = i % width;
      return ((packed[Math.floor(i / width) * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
    });
    expect(fnv1a(modules)).toBe(hash);
  });

  it('without a starting mode has what an independent encoder draws', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[0-9]{1,12}$/),
      fc.string({
        unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 8,
      }),
    );
    const data = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const same = fc.property(data, (text) => {
      const grid = encodeCode49(code49Message(text));
      // The other encoder has no word for the last of 6 or 11 digits after something else.
      const atFault = [...text.matchAll(/\d{5,}/g)].some(
        ({ 0: run, index }) => index > 0 && run.length % 5 === 1,
      );
      if (grid === null || atFault) return;
      expect(grid).toEqual(bwipMatrix({ bcid: 'code49', text: bwipText(text as ByteString), parse: true }));
    });
    fc.assert(same, { numRuns: runs(300) });
  });

  it('holds 49 words', () => {
    const words = (count: number) => encodeCode49({ mode: 0, words: new Array<number>(count).fill(10) });
    expect(words(49)?.rows).toBe(17);
    expect(words(50)).toBeNull();
  });

  // The examples of the standard for numbers in base 48.
  it.each([
    ['12345', [5, 17, 9]],
    ['123456', [5, 17, 9, 6]],
    ['12345678', [5, 17, 9, 14, 6]],
    ['123456789', [5, 17, 9, 46, 16, 37]],
    ['1234567', [43, 45, 2, 11, 39]],
  ])('packs %s', (digits, words) => {
    expect(code49Words(digits, 2)).toEqual(words);
    expect(code49Message(`A${digits}`).words).toEqual([10, 48, ...words]);
  });

  it('leaves numeric mode and comes back to it', () => {
    expect(code49Words('12345=AB=678', 2)).toEqual([5, 17, 9, 48, 10, 11, 48, 14, 6]);
    expect(code49Words('12', 2)).toBeNull();
    expect(code49Words('A=1B', 0)).toBeNull();
  });

  it('says what a starting mode takes', () => {
    expect(reason('0', 'ABC<1')).toBeNull();
    expect(reason('0', 'abc')).toMatch(/takes digits, capitals.*; got "a"$/);
    expect(reason('2', '123ABC')).toContain('in mode 2 and after = one digit, or three and more');
    expect(reason('0', 'A<')).toContain('shifts of the character after them');
    expect(reason('0', 'A'.repeat(50))).toContain('at most 49 letters');
    expect(reason('A', 'abc')).toBeNull();
  });
});
