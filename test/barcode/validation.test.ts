import { describe, expect, it } from 'vitest';
import { withCheckDigits } from '../../src/barcode/bc-element-strings.ts';
import {
  type BarcodeField,
  encodeBarcode,
  encodeSeries,
  encodeStrictly,
} from '../../src/barcode/commands.ts';
import type { Drawn } from '../../src/barcode/field.ts';
import { BarcodeRefusal, bwipMatrix } from '../../src/symbology/bwip.ts';
import { barcodeField } from '../support/barcode-field.ts';

function field(command: string, params: string, data: string): BarcodeField {
  return barcodeField(command, params.split(','), data);
}

describe('the letter of ^CVY', () => {
  it.each([
    ['^BE', 'N', '590123412345', undefined],
    ['^BE', 'N', '5901234123457', undefined],
    ['^BE', 'N', '5901234123456', 'E'],
    ['^BE', 'N', '5901', 'S'],
    ['^BE', 'N', '59012341234567', 'L'],
    ['^BE', 'N', '59012341234X', 'C'],
    ['^B2', 'N', '123', undefined],
    ['^B2', 'N,50,Y,N,Y', '1234', undefined],
    ['^B2', 'N', '12x', 'C'],
    ['^B2', 'N,50,Y,N,Y', '', 'S'],
    ['^B3', 'N', 'AB!', 'C'],
    ['^B3', 'N', '', 'S'],
    ['^B7', 'N,5,8,1,3', 'far too long for three rows of one column', 'L'],
    ['^B7', 'N,5,1,30,90', 'A', 'P'],
    ['^BC', 'N,50,Y,N,N,D', '(01)09506000134350', undefined],
  ])('of %s %s with "%s" is %s', (command, params, data, code) => {
    const encoded = encodeStrictly(field(command, params, data), 1);
    expect('ok' in encoded ? encoded.code : undefined).toBe(code);
  });
});

describe('^BC mode D', () => {
  it.each([
    ['(01)09506000134350(10)A1', '(01)09506000134352(10)A1'],
    ['0109506000134350', '0109506000134352'],
    ['(00) 0 0950600 000000009 0', '(00) 0 0950600 000000009 5'],
    ['10LOT>80209506000134350', '10LOT>80209506000134352'],
    ['(10)A(02)09506000134350', '(10)A(02)09506000134352'],
    ['112510010109506000134350', '112510010109506000134352'],
    ['10LOT0109506000134350', '10LOT0109506000134350'],
    ['(01)0950600013435', '(01)0950600013435'],
    ['(01)0950600013435X', '(01)0950600013435X'],
    ['', ''],
  ])('prints %s as %s', (data, printed) => {
    expect(withCheckDigits(data)).toBe(printed);
  });
});

describe('MicroPDF417', () => {
  it.each(Array.from({ length: 34 }, (_, mode) => mode))(
    'of mode %i holds as much as the encoder says',
    (mode) => {
      // A word that begins text, and one for every two letters.
      let letters = 0;
      let reason = '';
      for (; reason === ''; letters += 2) {
        const drawn = encodeBarcode(field('^BF', `N,3,${mode}`, 'A'.repeat(letters + 2)));
        if (!drawn.ok) reason = drawn.reason;
      }
      const [columns, rows] = (/(\d+) columns, (\d+) rows/.exec(reason) ?? []).slice(1).map(Number);
      const withWords = (words: number) => () =>
        bwipMatrix({
          bcid: 'micropdf417',
          text: '^001'.repeat(words),
          raw: true,
          columns,
          rows,
          rowmult: 1,
        });
      expect(withWords(letters / 2)).not.toThrow();
      expect(withWords(letters / 2 + 1)).toThrow(BarcodeRefusal);
    },
  );
});

describe('^FM', () => {
  const series = (data: string, places: number) => encodeSeries(field('^B7', 'N,5,1,3,16', data), places);

  it('splits what is too long for one symbol, and refuses more symbols than there are places', () => {
    const data = 'structured append splits data over symbols '.repeat(4);
    expect(series('short', 5)).toHaveLength(1);
    expect(series(data, 5)).toHaveLength(3);
    expect(series(data, 2)).toMatchObject({ ok: false, code: 'L' });
  });

  it('splits MicroPDF417 too, into symbols of the mode that is asked for', () => {
    const micro = (data: string, places: number, mode = 7) =>
      encodeSeries(field('^BF', `N,3,${mode}`, data), places);
    const data = 'structured append splits data over symbols';
    expect(micro('short', 5)).toHaveLength(1);
    const symbols = micro(data, 5) as Drawn[];
    expect(symbols).toHaveLength(4);
    // The symbols are of one size, and differ by their words alone.
    const cells = symbols.map(({ symbol }) => symbol.kind === 'matrix' && symbol.cells);
    expect(new Set(cells.map(String)).size).toBe(4);
    expect(new Set(cells.map((one) => one && one.length))).toEqual(new Set([55 * 11]));
    expect(micro(data, 2)).toMatchObject({ ok: false, code: 'L' });
    // Four words hold no data beside five that tell the place.
    expect(micro(data, 60, 0)).toMatchObject({ ok: false, code: 'L' });
  });

  it('refuses symbols that have no room for data beside what tells their place', () => {
    expect(encodeSeries(field('^B7', 'N,5,1,1,10', 'longer than that'), 5)).toMatchObject({ code: 'L' });
  });
});
