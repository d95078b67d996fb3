import { describe, expect, it } from 'vitest';

import { read, readElements, readOne, readReasons, readTexts } from './read.ts';

describe('field data', () => {
  it.each([
    ['^FDabc^FS', 'abc'],
    ['^FD a b ^FS', ' a b '],
    ['^FDa\r\nb^FS', 'ab'],
    ['^FVabc^FS', 'abc'],
    ['^FDa^FV^FS', 'a'],
    ['^FDa^FDb^FS', 'b'],
    ['^FDa~b^FS', 'a~b'],
    ['^FH^FD_41_5e_7E^FS', 'A^~'],
    ['^FH\\^FD\\41_42^FS', 'A_42'],
    ['^FD_41^FS', '_41'],
    ['^FH^FD_4G_^FS', '_4G_'],
    ['^FH^FDa_0D_0Ab^FS', 'a\r\nb'],
    ['^SN001,1,Y^FS', '001'],
    ['^SN9,-1^FS', '9'],
    ['^SN0009,1,N^FS', '0009'],
    ['^SN,,^FS', '1'],
  ])('reads %j', (zpl, text) => {
    expect(readTexts(zpl)).toEqual([text]);
  });

  it('takes ^FH for one data command', () => {
    expect(readTexts('^FO1,1^FH^FD_41^FD_42^FS^FO1,1^FH^FD_41^FH^FD_42^FS')).toEqual(['_42', 'B']);
  });

  it('applies ^FH to one field', () => {
    expect(readTexts('^FH^FD_41^FS^FD_41^FS')).toEqual(['A', '_41']);
  });

  it('decodes by the ^CI in force where the data stand', () => {
    expect(readTexts('^CI28^FH^FD_C3_A9^FS^CI27^FH^FD_E9^CI28^FS')).toEqual(['é', 'é']);
    expect(readTexts('^CI28^FDé^FS')).toEqual(['é']);
    expect(readTexts('^FH^FD_15^FS')).toEqual(['€']);
  });

  it('keeps ^CI for the next label', () => {
    const [, second] = read('^XA^CI28^FDa^FS^XZ^XA^FDé^FS^XZ').labels;
    expect(second?.elements[0]).toMatchObject({ text: 'é' });
  });

  it('gives barcodes the bytes, whatever the encoding is', () => {
    expect(readOne('barcode', '^CI28^BXN,5,200^FDé^FS').data).toBe('\xc3\xa9');
  });

  it('reports data that are longer than printers take', () => {
    expect(readReasons(`^XA^FD${'x'.repeat(3073)}^FS^XZ`)).toEqual(['^FD data is longer than 3072 bytes']);
  });
});

describe('RFID fields', () => {
  it.each([
    ['^RFW,H^FD3034F4A1^FS'],
    ['^RFW,A,2,12,1^FDL123^FS'],
    ['^FO9,9^A0N,30^RFW,H^FDEPC^FS'],
    ['^FD3034^RFW,H^FS'],
    ['^RFR,H,0,12^FN1^FS^FN1^FDx^FS'],
    ['^RFP,H^FO9,9^FN1^FS^FN1^FDx^FS'],
    ['^WT^FDdata^FS'],
    ['^RQE^FD11,22^FS'],
    ['^BCN^RFW,H^FD12^FS'],
  ])('%s draws nothing', (zpl) => {
    expect(readElements(`${zpl}^FO1,1^GB9,9^FS`).map(({ kind }) => kind)).toEqual(['box']);
  });

  it('are a label all the same, which a printer feeds', () => {
    expect(read('^XA^RFW,H^FD3034^FS^XZ').labels).toMatchObject([{ elements: [] }]);
    expect(readReasons('^XA^RS8^RFW,H^FD3034^FS^XZ')).toEqual([]);
  });

  it('give their value to other fields of the same number', () => {
    expect(readTexts('^RFW,H^FN1^FD3034^FS^FO9,9^A0N,30^FN1^FS')).toEqual(['3034']);
    expect(readTexts('^FO9,9^A0N,30^FN1^FS^RFW,H^FN1^FS^FN1^FD3034^FS')).toEqual(['3034']);
  });

  it('are over at their end', () => {
    expect(readTexts('^RFW,H^FDtag^FS^FDtext^FS')).toEqual(['text']);
  });
});

describe('reverse fields', () => {
  it('holds ^FR for one field, before or after what it inverts', () => {
    const [a, b, c] = readElements('^FR^FDa^FS^GB9,9^FR^FS^FDc^FS');
    expect([a?.reverse, b?.reverse, c?.reverse]).toEqual([true, true, false]);
  });

  it('holds ^LR for all later fields', () => {
    const [a, b, c] = readElements('^FDa^FS^LRY^FDb^FS^LRN^FDc^FS');
    expect([a?.reverse, b?.reverse, c?.reverse]).toEqual([false, true, false]);
  });
});

describe('slots', () => {
  const format = '^XA^DFR:F^FS^FO1,2^A0N,30^FN1^FS^FO3,4^FN2^FDdefault^FS^FO5,6^FN1"ask"^FS^XZ';

  it('fills a stored format from the label that recalls it', () => {
    const [label] = read(`${format}^XA^XFR:F^FS^FN1^FDvalue^FS^XZ`).labels;
    expect(label?.elements).toMatchObject([
      { text: 'value', origin: { x: 1, y: 2 }, font: { name: '0', height: 30 } },
      { text: 'default', origin: { x: 3, y: 4 } },
      { text: 'value', origin: { x: 5, y: 6 } },
    ]);
  });

  it('prefers a recalled value to the default of the format', () => {
    const [label] = read(`${format}^XA^FN2^FDgiven^FS^XFR:F^XZ`).labels;
    expect(label?.elements).toMatchObject([{ text: 'given' }]);
  });

  it('uses a value by its own escapes and encoding', () => {
    const [label] = read(`${format}^XA^XFR:F^FS^CI27^FN1^FH^FD_E9^FS^CI0^XZ`).labels;
    expect(label?.elements[0]).toMatchObject({ text: 'é' });
  });

  it('prints a placed field, and lends its value to the others of its slot', () => {
    expect(readTexts('^FO1,1^FN3^FDa^FS^FO2,2^FN3^FS^FO3,3^FN3^FDb^FS')).toEqual(['a', 'b', 'b']);
  });

  it('prints nothing for a value without a place', () => {
    expect(read('^XA^FN1^FDvalue^FS^XZ').labels).toEqual([]);
  });

  it.each([
    ['#1#', 'ABCDEF'],
    ['<#1#>', '<ABCDEF>'],
    ['#1,f,2,3#', 'BCD'],
    ['#1,b,2,3#', 'CDE'],
    ['#1,F,5,9#', 'EF'],
    ['#1,b,5,9#', 'AB'],
    ['#1,f,0,3#.', '.'],
    ['#9#.', '.'],
    ['# #1#', '# ABCDEF'],
    ['#1', '#1'],
    ['#x#', '#x#'],
  ])('embeds %j', (data, text) => {
    expect(readTexts(`^FN1^FDABCDEF^FS^FO1,1^FE^FD${data}^FS`)).toEqual([text]);
  });

  it('embeds by another indicator, in this field only', () => {
    expect(readTexts('^FN1^FDx^FS^FO1,1^FE@^FD@1@#1#^FS^FO1,1^FD@1@^FS')).toEqual(['x#1#', '@1@']);
  });
});

describe('clock fields', () => {
  const now = new Date('2024-03-05T14:07:09Z');

  it.each([
    ['%Y-%m-%d %H:%M:%S', '2024-03-05 14:07:09'],
    ['%y %I %p %j', '24 02 PM 065'],
    ['%a %A %b %B %w', 'Tue Tuesday Mar March 2'],
    ['%U %W', '09 10'],
    ['100% %Q %', '100% %Q %'],
  ])('fills %j', (data, text) => {
    expect(readTexts(`^FC^FD${data}^FS`, { now })).toEqual([text]);
  });

  it('has midnight and noon at twelve', () => {
    expect(readTexts('^FC^FD%I%p^FS', { now: new Date('2024-01-01T00:00:00Z') })).toEqual(['12AM']);
    expect(readTexts('^FC^FD%I%p^FS', { now: new Date('2024-01-01T12:00:00Z') })).toEqual(['12PM']);
  });

  it('shows the other clocks with their offsets', () => {
    expect(readTexts('^SO2,1,0,2^SO3,0,30^FC%,{,#^FD%Y-%m-%d {Y-{m-{d #m-#d^FS', { now })).toEqual([
      '2024-03-05 2026-04-05 04-04',
    ]);
  });

  it('applies to one field, and to none without a clock', () => {
    expect(readTexts('^FC^FDx^FS^FD%Y^FS', { now })).toEqual(['x', '%Y']);
    expect(readTexts('^FC^FD%Y^FS')).toEqual(['%Y']);
    expect(readReasons('^XA^FC^FD%Y^FS^XZ')).toEqual(['^FC no clock; its fields print as written']);
  });
});

describe('a tilde at the end of field data', () => {
  it('begins a command that never comes, and does not print', () => {
    expect(readTexts('^FO0,0^FDa~^FS^FO0,0^FDa~b^FS')).toEqual(['a', 'a~b']);
  });
});
