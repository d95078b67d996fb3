import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { decodeHex, escapeHex } from '../../src/zpl/hex.ts';

const bytes = (text: string) => text as ByteString;

describe('^FH escapes', () => {
  it.each([
    ['_41_5f_5F', 'A__'],
    ['__41', '_A'],
    ['_4', '_4'],
    ['_', '_'],
    ['_4G_ZZ', '_4G_ZZ'],
    ['_C3_A9', '\xc3\xa9'],
    ['plain', 'plain'],
  ])('of %j decode to %j', (data, decoded) => {
    expect(decodeHex(bytes(data), '_')).toBe(decoded);
  });

  it('need the indicator of the field', () => {
    expect(decodeHex(bytes('_41\\41'), '\\')).toBe('_41A');
  });

  it('are undone by decoding, for any bytes and indicator', () => {
    const anyBytes = fc.array(fc.nat(255)).map((codes) => bytes(String.fromCharCode(...codes)));
    fc.assert(
      fc.property(anyBytes, fc.constantFrom('_', '\\', '0', 'a', 'F', '|'), (data, indicator) => {
        const special = (byte: number) => byte % 3 === 0 || String.fromCharCode(byte) === indicator;
        expect(decodeHex(escapeHex(data, indicator, special), indicator)).toBe(data);
      }),
    );
  });
});
