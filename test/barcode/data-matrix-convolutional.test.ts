import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkBarcodeData,
  encodeBarcode,
  encodeStrictly,
  escapeForBarcode,
} from '../../src/barcode/commands.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import {
  type ConvolutionalEcc,
  type ConvolutionalFormat,
  charactersOf,
  encodeConvolutional,
  mostCharacters,
} from '../../src/symbology/data-matrix/convolutional.ts';
import type { ModuleMatrix } from '../../src/symbology/module-matrix.ts';
import { type ByteString, toByteString } from '../../src/zpl/byte-string.ts';
import { blackBounds } from '../bitmap/picture.ts';
import { barcodeField } from '../support/barcode-field.ts';
import { checkOf, readConvolutional } from '../support/convolutional-reader.ts';
import { runs } from '../support/runs.ts';

const QUALITIES: readonly ConvolutionalEcc[] = [0, 50, 80, 100, 140];
const FORMATS: readonly ConvolutionalFormat[] = [1, 2, 3, 4, 5, 6];

const field = (data: string, ...params: readonly string[]) =>
  barcodeField('^BX', ['N', '4', ...params], data);

/** The symbol of a field, or why there is none. */
function symbolOf(data: string, ...params: readonly string[]): ModuleMatrix | string {
  const result = encodeBarcode(field(data, ...params));
  if (!result.ok) return `${result.code}: ${result.reason}`;
  if (result.symbol.kind !== 'matrix') throw new Error('not a matrix');
  return result.symbol;
}

function gridOf(data: string, ...params: readonly string[]): ModuleMatrix {
  const symbol = symbolOf(data, ...params);
  if (typeof symbol === 'string') throw new Error(symbol);
  return symbol;
}

const columnsOf = (data: string, ...params: readonly string[]) => gridOf(data, ...params).columns;

const rowsOf = ({ columns, rows, cells }: ModuleMatrix): string[] =>
  Array.from({ length: rows }, (_, y) => cells.slice(y * columns, (y + 1) * columns).join(''));

/** FNV-1a of the modules, row by row. */
const hashOf = ({ cells }: ModuleMatrix): string => {
  let hash = 2_166_136_261;
  for (const cell of cells) hash = Math.imul(hash ^ cell, 16_777_619);
  return (hash >>> 0).toString(16);
};

describe('Data Matrix below ECC 200', () => {
  it('is the example of ISO/IEC 16022, annex Q', () => {
    expect(rowsOf(gridOf('AB12-X', '50', '', '', '3'))).toEqual([
      '1010101010101',
      '1110100110010',
      '1100101011011',
      '1101110010100',
      '1110111010101',
      '1011000011000',
      '1111010011011',
      '1001001111100',
      '1101011110011',
      '1011111010100',
      '1100100111101',
      '1001101101110',
      '1111111111111',
    ]);
  });

  it('is what a Zebra printed of 200 digits', () => {
    expect(rowsOf(gridOf('1234567890'.repeat(20), '0', '', '', '1'))).toEqual([
      '1010101010101010101010101010101',
      '1111110110001011110100011000110',
      '1011001001110101000101011011111',
      '1110100010000000001111111000100',
      '1101001110110000100111111111101',
      '1101011100001001100000110001010',
      '1011101010100001101110100001101',
      '1000010001110110111111000111100',
      '1010011100011001101010100010001',
      '1111001110110100110100100011100',
      '1101110111010011000001100110111',
      '1100111110011001011001000010010',
      '1000010101001111111010110010001',
      '1000111010000001011011011010100',
      '1000000110001110010101000110011',
      '1011111100001111101101111000000',
      '1000110010110101000001111010101',
      '1111010000110011111111100110110',
      '1000010000010010100011010011101',
      '1000001001101000001101101101010',
      '1010011110001101110001001101111',
      '1010101010011101111111001100010',
      '1111001100001000110100101101111',
      '1111110011000010001101111001000',
      '1100011101110011110101100110111',
      '1001011101011100101101000110100',
      '1000101001110001101001000011011',
      '1100110000001110110110010000100',
      '1100000011111101110010111111101',
      '1001100011011001000010010110110',
      '1111111111111111111111111111111',
    ]);
  });

  it.each([
    [300, 35, '295e3384'],
    [400, 41, '347f453b'],
  ])('is as published for %i digits', (digits, columns, hash) => {
    const grid = gridOf('1234567890'.repeat(digits / 10), '', '', '', '1');
    expect([grid.columns, hashOf(grid)]).toEqual([columns, hash]);
  });

  it.each([
    ['0', '4a7c8eff'],
    ['50', '248713ec'],
    ['80', '5a5b71b3'],
    ['100', '2de7a140'],
    ['140', '8c9a91da'],
  ])('is what a ZD621 makes of 49 by 49 modules at quality %s', (quality, hash) => {
    expect(hashOf(gridOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', quality, '49', '49'))).toBe(hash);
  });

  it.each([
    ['11111', '0', '1', '011111100000110100001100001010100000001001011101111100000000000000000000000000000'],
    [
      'AB12-X',
      '50',
      '3',
      '0111000000000111000000010101011111110101010101000000100001101101000010100011000000011101010100110101001100001001010000000',
    ],
  ])('sends the published bits of %s at ECC %s', (data, quality, format, bits) => {
    const { stream } = readConvolutional(gridOf(data, quality, '', '', format));
    expect(stream.slice(0, bits.length).padEnd(bits.length, '0')).toBe(bits);
  });

  // Groups of 1 to 6 characters, 5 and 4.
  it.each([
    ['1', '123456', '0100 1100010 11100000010 01100000001110 001101001100111010 100101110110010101001'],
    ['2', 'ABCDE', '10000 1110110000 010000110001000 01110010001111001000 110000000001001110010100'],
    ['3', 'ABC.', '100000 11001010000 01100000001010000 1100001010111111011001'],
    ['4', 'ABC1', '100000 11010010000 0110101000001000 010000010010110110101'],
  ])('packs a group of format %s as the standard shows it', (format, data, groups) => {
    groups.split(' ').forEach((bits, index) => {
      const { record } = readConvolutional(gridOf(data.slice(0, index + 1), '0', '', '', format));
      expect(record.slice(30)).toBe(bits);
    });
  });

  it('is checked by the published sums', () => {
    expect(checkOf(3, 'AB12-X')).toBe(0x7559);
    expect(checkOf(6, 'ABC123')).toBe(0xa5e3);
  });

  it('is read back as it was, by a reader that undoes each step', () => {
    const symbols = fc.constantFrom(...QUALITIES).chain((ecc) =>
      fc.constantFrom(...FORMATS).chain((format) =>
        fc.record({
          ecc: fc.constant(ecc),
          format: fc.constant(format),
          side: fc.constantFrom(undefined, 49),
          data: fc.string({
            unit: fc.constantFrom(...charactersOf(format)),
            maxLength: mostCharacters({ ecc, format }),
            size: 'max',
          }),
        }),
      ),
    );
    fc.assert(
      fc.property(symbols, ({ ecc, format, side, data }) => {
        const grid = encodeConvolutional(data, { ecc, format, ...(side === undefined ? {} : { side }) });
        if (grid === null) throw new Error('does not fit');
        const { text, ...read } = readConvolutional(grid);
        expect(text).toBe(data);
        expect(read).toMatchObject({ ecc, format });
      }),
      { numRuns: runs(80) },
    );
  });

  it('is read back from every size', () => {
    for (let side = 9; side <= 49; side += 2) {
      const grid = gridOf('1', '0', String(side), '', '1');
      expect(grid.columns).toBe(side);
      expect(readConvolutional(grid).text).toBe('1');
    }
  });
});

describe('the room of Data Matrix below ECC 200', () => {
  // The guide's table; it has 596 where a symbol can count 511.
  it.each([
    [0, [511, 452, 394, 413, 310, 271]],
    [50, [457, 333, 291, 305, 228, 200]],
    [80, [402, 293, 256, 268, 201, 176]],
    [100, [300, 218, 190, 200, 150, 131]],
    [140, [144, 105, 91, 96, 72, 63]],
  ])('is what the guide says for quality %i', (quality, most) => {
    for (const format of FORMATS) {
      const fits = (count: number, ...size: readonly string[]) =>
        symbolOf(' '.repeat(count), String(quality), size[0] ?? '', '', String(format));
      const count = most[format - 1] as number;
      expect(typeof fits(count)).toBe('object');
      expect(typeof fits(count, '49')).toBe('object');
      const name = `ECC ${String(quality).padStart(3, '0')}, format ${format}`;
      expect(fits(count + 1)).toBe(
        `L: a Data Matrix of ${name} takes at most ${count} characters; got ${count + 1}`,
      );
      expect(fits(count + 1, '49')).toBe(
        `L: a Data Matrix of ${name} and 49 modules a side takes at most ${count} characters; got ${count + 1}`,
      );
    }
  });

  it.each([
    ['0', 9],
    ['50', 11],
    ['80', 13],
    ['100', 13],
    ['140', 17],
  ])('begins at quality %s with %i modules a side', (quality, side) => {
    expect(columnsOf('1', quality, '', '', '1')).toBe(side);
  });

  it('is the least that will do, and grows with the data', () => {
    expect(columnsOf('A', '0')).toBe(9);
    expect(columnsOf('AB', '0')).toBe(11);
    expect(columnsOf('A'.repeat(10), '0')).toBe(13);
    expect(columnsOf('A'.repeat(11), '0')).toBe(15);
  });

  it('is the larger of columns and rows, and free above 49', () => {
    expect(columnsOf('A', '0', '13', '17')).toBe(17);
    expect(columnsOf('A', '0', '17', '13')).toBe(17);
    expect(columnsOf('A', '0', '51', '13')).toBe(13);
    expect(columnsOf('A', '0', '50', '144')).toBe(9);
    expect(columnsOf('A', '0', '0', '0')).toBe(9);
  });

  it('may be none at all in a size that is asked for', () => {
    const name = 'ECC 140, format 6 and 9 modules a side';
    for (const data of ['', 'A'])
      expect(symbolOf(data, '140', '9')).toBe(
        `L: a Data Matrix of ${name} takes at most 0 characters; got ${data.length}`,
      );
  });

  it.each([
    ['10', 'P'],
    ['8', 'P'],
    ['7', 'L'],
  ])('is refused for %s columns', (columns, code) => {
    const reason = `columns and rows of a Data Matrix below ECC 200 are odd, 9 to 49; got ${columns}`;
    expect(symbolOf('A', '0', columns, '13')).toBe(`${code}: ${reason}`);
    expect(symbolOf('A', '0', '13', columns)).toBe(`${code}: ${reason}`);
    expect(checkBarcodeData(field('A', '0', columns)).reason).toBe(reason);
  });
});

describe('a field of Data Matrix below ECC 200', () => {
  it.each([
    ['1', '1A', 'digits and spaces', 'A'],
    ['2', 'A1', 'capital letters and spaces', '1'],
    ['3', 'A+', 'capital letters, digits, spaces and . , - /', '+'],
    ['4', 'A.', 'capital letters, digits and spaces', '.'],
  ])('of format %s has no other characters', (format, data, allowed, stray) => {
    const reason = `a Data Matrix of format ${format} takes ${allowed}; got "${stray}"`;
    expect(checkBarcodeData(field(data, '80', '', '', format)).reason).toBe(reason);
    expect(encodeStrictly(field(data, '80', '', '', format), 1)).toMatchObject({ code: 'C', reason });
    expect(checkBarcodeData(field(data, '80', '', '', '5')).reason).toBeNull();
  });

  it('of format 5 has no bytes above 127, and of format 6 any', () => {
    expect(symbolOf('\x80', '0', '', '', '5')).toBe(
      'C: a Data Matrix of format 5 takes ASCII; got byte 0x80',
    );
    for (const format of ['6', '0', ''])
      expect(readConvolutional(gridOf('\x00\x80\xff', '0', '', '', format))).toMatchObject({
        format: 6,
        text: '\x00\x80\xff',
      });
  });

  it('is of ECC 000 where no quality is given, and says so where there is no such quality', () => {
    expect(readConvolutional(gridOf('A')).ecc).toBe(0);
    expect(readConvolutional(gridOf('A', '')).ecc).toBe(0);
    const wrong = 'a Data Matrix has quality 0, 50, 80, 100, 140 or 200; got 60';
    expect(encodeBarcode(field('A', '60'))).toMatchObject({ ok: true, note: `${wrong}; ECC 000 is drawn` });
    expect(checkBarcodeData(field('A', '60')).reason).toBe(wrong);
  });

  it('has no escapes', () => {
    for (const data of ['A\\&B', 'A\\\\B', 'A||B', 'A~1B', 'A_1B']) {
      expect(readConvolutional(gridOf(data, '80', '', '', '6', '_')).text).toBe(data);
      expect(escapeForBarcode(field('', '80', '', '', '6', '_'), data as ByteString)).toBe(data);
    }
  });

  it('is drawn and turned on the label', () => {
    for (const orientation of ['N', 'R', 'I', 'B']) {
      const zpl = toByteString(`^XA^FO30,20^BX${orientation},3,100^FDturned^FS^XZ`);
      const { bitmaps, diagnostics } = renderImages(zpl, { widthMm: 30, heightMm: 20, dpi: 203.2 }, 0);
      expect(diagnostics).toEqual([]);
      const bitmap = bitmaps[0] as (typeof bitmaps)[number];
      const side = gridOf('turned', '100').columns;
      expect(blackBounds(bitmap)).toEqual({
        left: 30,
        top: 20,
        right: 29 + side * 3,
        bottom: 19 + side * 3,
      });
      const last = side - 1;
      const cells = Uint8Array.from({ length: side * side }, (_, i) => {
        const x = i % side;
        const y = Math.floor(i / side);
        const [column, row] = { N: [x, y], R: [last - y, x], I: [last - x, last - y], B: [y, last - x] }[
          orientation as 'N'
        ] as [number, number];
        return bitmap.has(30 + column * 3 + 1, 20 + row * 3 + 1) ? 1 : 0;
      });
      expect(readConvolutional({ columns: side, rows: side, cells }).text).toBe('turned');
    }
  });
});
