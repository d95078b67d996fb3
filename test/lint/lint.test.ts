import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const codesOf = (zpl: string, options: Parameters<typeof lint>[1] = {}) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, value }) => [code, offset, value]);

describe('formats that are stored', () => {
  it('are looked at when they are recalled, or as the next stream would recall them', () => {
    const format = '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FN1^FS^FO50,90^BY2^BEN,80^FDx^FS^XZ';
    expect(codesOf(format)).toEqual([['barcode-data-changed', 60, 'x']]);
    expect(codesOf(`${format}^XA^XFR:A.ZPL^FS^FN1^FDy^FS^XZ`)).toEqual([['barcode-data-changed', 60, 'x']]);
  });
});

describe('whatever a stream holds', () => {
  const large = 400_000;

  it.each([
    ['one line of faults', '^XA' + '^FOabc,5^FS'.repeat(large / 11) + '^XZ'],
    ['labels', '^XA^FO9,9^A0N,30^FDx^FS^XZ\n'.repeat(large / 27)],
    ['one field of data', `^XA^FO9,9^A0N,30^FD${'{x'.repeat(large / 2)}^FS^XZ`],
    ['texts over one another', `^XA${'^FO9,9^A0N,30^FDxy^FS'.repeat(1500)}^XZ`],
    ['lines', '\n'.repeat(large) + '^XA^FOabc,5^FS^XZ'],
    ['braces', `^XA^FO9,9^FD${'}{'.repeat(large / 2)}^FS^XZ`],
    ['escapes between braces', `^XA^FO9,9^FH^FD${'{_}'.repeat(large / 3)}^FS^XZ`],
    ['a word before a brace', `^XA^FO9,9^FD${'a'.repeat(large)}{^FS^XZ`],
    ['line ends in data', `^XA^FO9,9^A0N,30^FD${'\n'.repeat(large)}x^FS^XZ`],
    ['white space between text', `^XA^FO9,9^FDx^FSx${' '.repeat(large)}y^XZ`],
    ['line breaks', `^XA^FO9,9^FB500,1^A0N,30^FD${'\\&'.repeat(4000)}x^FS^XZ`],
  ])('is done with %s, and lists no more than a thousand findings', (_, zpl) => {
    expect(lint(Buffer.from(zpl)).length).toBeLessThanOrEqual(1001);
  });
});
