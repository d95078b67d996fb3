import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

describe('symbols under ^CVY', () => {
  const codesOf = (zpl: string): readonly string[] => lint(Buffer.from(zpl)).map(({ code }) => code);

  it('are looked at as all others are', () => {
    const symbol = '^XA^CVY^FO40,40^BY3^BEN,80^FD5901234123457^FS';
    expect(codesOf(`${symbol}^XZ`)).toEqual([]);
    expect(codesOf(`${symbol}^FO60,60^A0N,30^FDover^FS^XZ`)).toEqual(['barcode-overlapped']);
  });

  it('are said once to be invalid', () => {
    expect(codesOf('^XA^CVY^FO40,40^BY3^BEN,80^FD59012341234X^FS^XZ')).toEqual(['barcode-not-printed']);
  });
});
