import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { decodeHex, hexPair } from '../../src/zpl/hex.ts';

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

  it('are undone by decoding, whichever bytes are escaped', () => {
    const sent = fc.array(fc.record({ byte: fc.nat(255), escaped: fc.boolean() }));
    fc.assert(
      fc.property(sent, fc.constantFrom('_', '\\', '0', 'a', 'F', '|'), (parts, indicator) => {
        const data = parts.map(({ byte, escaped }) => {
          const character = String.fromCharCode(byte);
          return escaped || character === indicator ? indicator + hexPair(byte) : character;
        });
        const plain = String.fromCharCode(...parts.map(({ byte }) => byte));
        expect(decodeHex(bytes(data.join('')), indicator)).toBe(plain);
      }),
    );
  });
});
