import { describe, expect, it } from 'vitest';
import { failureOf, run } from '../run.ts';

const faults = (zpl: string, variables: Record<string, string> = {}) =>
  failureOf(() => run(zpl, variables)).fields;

describe('native barcodes', () => {
  it('take a value in place, with ^FH before the data', () => {
    expect(run('^XA^BY3^BEN,80^FD{gtin}^FS^XZ', { gtin: '400638133393' })).toBe(
      '^XA^BY3^BEN,80^FH^FD400638133393^FS^XZ',
    );
  });

  it('keep a value from acting as an invocation code', () => {
    expect(run('^BCN,50^FD>:{v}^FS', { v: 'a>8^~' })).toBe(
      '^BCN,50^FH^FD>:a>08><>=^FS'.replace('><>=', '><>='),
    );
  });

  it('report every failing field of a request', () => {
    expect(faults('^BEN^FD{a}^FS^B8N^FD{b}-^FS^BUN^FD{c}^FS', { a: '12', b: 'x', c: '01234567890' })).toEqual(
      [
        { symbology: 'ean13', template: '{a}', value: '12', reason: expect.stringContaining('12') },
        { symbology: 'ean8', template: '{b}-', value: 'x-', reason: expect.any(String) },
      ],
    );
  });

  it('name a missing variable, even where the rest would do', () => {
    expect(faults('^BCN^FH^FDab{missing_5Fone}^FS')).toEqual([
      {
        symbology: 'code128',
        template: 'ab{missing_one}',
        value: 'ab{missing_one}',
        reason: expect.stringContaining('"missing_one"'),
      },
    ]);
  });

  it('without placeholders are not looked at', () => {
    expect(run('^BEN^FDnonsense^FS')).toBe('^BEN^FDnonsense^FS');
  });

  it('end with their field', () => {
    expect(run('^BEN^FD{g}^FS^FD{text}^FS', { g: '400638133393', text: 'any' })).toContain('^FH^FDany^FS');
  });

  it('check the value as the printer sees it: escapes decoded, line ends dropped', () => {
    expect(run('^BEN^FH^FD_34{g}\r\n^FS', { g: '00638133393' })).toBe('^BEN^FH^FD_3400638133393\r\n^FS');
  });

  it('check only the starting value of ^SN', () => {
    expect(run('^BEN^SN{g},1,Y^FS', { g: '400638133393' })).toBe('^BEN^FH^SN400638133393,1,Y^FS');
    expect(faults('^BEN^SN{g},1,Y^FS', { g: '4' })).toMatchObject([{ template: '{g}', value: '4' }]);
  });

  it('take the bytes of the code page, whatever glyphs replace them in text', () => {
    expect(run('^CI1^BQN,2,4^FDMA,{v}^FS', { v: 'a\\b{é' })).toBe('^CI1^BQN,2,4^FH^FDMA,a\\b{_82^FS');
  });

  it('report a character that has no byte as a fault of the field', () => {
    expect(faults('^BQN,2,4^FDMA,{v}^FS', { v: '日' })).toMatchObject([
      { symbology: 'qrcode', value: 'MA,日', reason: expect.stringContaining('U+65E5') },
    ]);
  });

  it('fill in automatic tokens, and check the field for it', () => {
    expect(run('^BCN^FD{DATE:YYMMDD}^FS')).toBe('^BCN^FH^FD260304^FS');
    expect(faults('^BEN^FD{DATE}^FS')).toMatchObject([{ symbology: 'ean13', value: '2026-03-04' }]);
  });

  it('take digits of Interleaved 2 of 5 in pairs, the check digit included', () => {
    const plain = '^B2N,50^FD{v}^FS';
    expect(run(plain, { v: '1234' })).toBe('^B2N,50^FH^FD1234^FS');
    expect(faults(plain, { v: '123' })).toEqual([
      {
        symbology: 'interleaved2of5',
        template: '{v}',
        value: '123',
        reason: 'Interleaved 2 of 5 takes an even number of digits; got 3',
      },
    ]);
    const checked = '^B2N,50,Y,N,Y^FD{v}^FS';
    expect(run(checked, { v: '123' })).toBe('^B2N,50,Y,N,Y^FH^FD123^FS');
    expect(faults(checked, { v: '1234' })).toMatchObject([
      { value: '1234', reason: expect.stringContaining('an odd number of digits') },
    ]);
  });

  it('are bounded in what they take to make together', () => {
    const label = '^BCN^FD{v}^FS'.repeat(140);
    expect(() => run(label, { v: '1'.repeat(100) })).not.toThrow();
    expect(failureOf(() => run(label, { v: 'x'.repeat(1000) })).code).toBe('too_large');
    expect(() => run('^BT^FD{v}^FS'.repeat(50), { v: '123456,ABC' })).not.toThrow();
    expect(failureOf(() => run('^BT^FD{v}^FS'.repeat(400), { v: '123456,ABC' })).code).toBe('too_large');
  });
});
