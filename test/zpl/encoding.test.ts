import { describe, expect, it } from 'vitest';
import { type ByteString, fromByteString } from '../../src/zpl/byte-string.ts';
import {
  barcodeEncoding,
  characterLength,
  DEFAULT_ENCODING,
  decodeText,
  encodeText,
  firstUnencodable,
  parseEncoding,
} from '../../src/zpl/encoding.ts';

const ci = (params: string, delimiter = ',') => parseEncoding(params as ByteString, delimiter);
const decode = (params: string, bytes: string) => decodeText(ci(params), bytes as ByteString);

describe('^CI', () => {
  it('is 0 without a parameter, and where the id is reserved', () => {
    expect(ci('').id).toBe(0);
    expect(ci('\r\n').id).toBe(0);
    expect(ci('20').id).toBe(0);
    expect(DEFAULT_ENCODING.id).toBe(0);
  });

  it.each(['14', '17', '24', '29', '30', '32', '37', '999', 'x'])('%s cannot take text', (id) => {
    expect(ci(id).supported).toBe(false);
    expect(encodeText(ci(id), 'a')).toBeNull();
  });

  it.each([
    ['0', '#@[\\]^`{|}', '#@[¢]^`{|}'],
    ['1', '#@[\\]^`{|}', '#@⅓¢⅔^`¼½¾'],
    ['2', '#@[\\]^`{|}', '£@[¢]^`{|}'],
    ['3', '#@[\\]^`{|}', 'ƒ§[Ĳ]^`{ĳ}'],
    ['4', '#@[\\]^`{|}', '#@ÆØÅ^`æøå'],
    ['5', '#@[\\]^`{|}', 'ÜÉÄÖÅÜéäöå'],
    ['6', '#@[\\]^`{|}', '#§ÄÖÜ^`äöü'],
    ['7', '#@[\\]^`{|}', '£à[ç]^`é|ù'],
    ['8', '#@[\\]^`{|}', '#àâçêîôéùè'],
    ['9', '#@[\\]^`{|}', '£§[çé^ùàòè'],
    ['10', '#@[\\]^`{|}', '#§¡Ñ¿^`{ñç'],
    ['11', '#@[\\]^`{|}', '£ÉÄÖÜ^äëïö'],
    ['12', '#@[\\]^`{|}', '#@[¥]^`{|}'],
    ['13', '#@[\\]^`{|}', '#@[\\]^`{|}'],
  ])('%s prints its national characters', (id, bytes, text) => {
    expect(decode(id, bytes)).toBe(text);
  });

  it.each([
    ['0', '\x82\x15\xd5\xa6\xf8', 'é€ıª°'],
    ['27', '\xe9\x80', 'é€'],
    ['28', '\xc3\xa9\xe2\x82\xac', 'é€'],
    ['15', '\x83\x5c\xb1', 'ソｱ'],
    ['16', '\xc6\xfc', '日'],
    ['26', '\xc8\xd5\x81\x30\x81\x30', '日\x80'],
    ['31', '\xb9', 'ą'],
    ['33', '\xdf', 'Я'],
    ['34', '\xd9', 'Ω'],
    ['35', '\xfe', 'ş'],
    ['36', '\xe0', 'א'],
    ['29', '\x00A', 'A'],
    ['30', 'A\x00', 'A'],
  ])('%s decodes', (id, bytes, text) => {
    expect(decode(id, bytes)).toBe(text);
  });

  it('shows what is not valid as U+FFFD', () => {
    expect(decode('28', 'a\xe9b')).toBe('a\ufffdb');
    expect(decode('27', '\x81')).toBe('\ufffd');
  });

  const SUPPORTED = [...Array.from({ length: 14 }, (_, id) => id), 15, 16, 26, 27, 28, 31, 33, 34, 35, 36];

  it.each(SUPPORTED)('%s encodes only what decodes to the same text', (id) => {
    const encoding = ci(String(id));
    let encodable = 0;
    for (let code = 0; code < 0x3000; code++) {
      const text = String.fromCharCode(code);
      const bytes = encodeText(encoding, text);
      if (bytes === null) {
        expect(firstUnencodable(encoding, `a${text}`)).toBe(
          `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
        );
        continue;
      }
      encodable++;
      if (decodeText(encoding, bytes) !== text) expect.fail(`U+${code.toString(16)} becomes ${bytes}`);
    }
    expect(encodable).toBeGreaterThan(200);
  });

  it('encodes supplementary characters where it has them, and never half of one', () => {
    expect(fromByteString(encodeText(ci('28'), '😀') as ByteString)).toBe('😀');
    expect(encodeText(ci('26'), '😀')).not.toBeNull();
    for (const id of ['0', '15', '26', '27', '28']) expect(encodeText(ci(id), 'a\ude00')).toBeNull();
    expect(firstUnencodable(ci('0'), '😀')).toBe('U+1F600');
  });

  it.each(['13', '15', '16', '26', '28'])(
    '%s finds the first character that it lacks, wherever it stands',
    (id) => {
      const encoding = ci(id);
      const lacking = ['\ud800', '\ude00', '😀', '\u0e01', '\ufffd'].filter(
        (text) => encodeText(encoding, text) === null,
      );
      const before = ['a', 'é', '漢', '¥', '~', '𠮷'].filter((text) => encodeText(encoding, text) !== null);
      expect(lacking).toContain('\ud800');
      for (const [i, character] of lacking.entries()) {
        const text = `${before.join('').repeat(30)}${character}x${lacking[lacking.length - 1 - i]}`;
        const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
        expect(firstUnencodable(encoding, text)).toBe(`U+${code}`);
      }
      expect(firstUnencodable(encoding, before.join(''))).toBeNull();
    },
  );

  it('prefers a byte that no national set replaces', () => {
    expect(encodeText(ci('0'), '¢')).toBe('\xbd');
    expect(encodeText(ci('5'), 'Ü')).toBe('\x9a');
    expect(encodeText(ci('3'), 'Ĳ')).toBe('\\');
  });
});

describe('^CI remapping', () => {
  it('prints at the second code what the first prints', () => {
    const encoding = ci('0,21,36');
    expect(decodeText(encoding, '$5' as ByteString)).toBe('€5');
    expect(encodeText(encoding, '$')).toBeNull();
  });

  it('follows the delimiter, does not chain, and leaves the space and other code pages alone', () => {
    expect(decodeText(ci('13;65;66;66;67', ';'), 'ABC' as ByteString)).toBe('AAB');
    expect(decodeText(ci('13,65,32'), ' ' as ByteString)).toBe(' ');
    expect(decodeText(ci('27,65,66'), 'B' as ByteString)).toBe('B');
    expect(decodeText(ci('13,65,999,x,66,300,67,65'), 'BC' as ByteString)).toBe('BC');
  });

  it('does not change what bars take', () => {
    const bars = barcodeEncoding(ci('1,21,36'));
    expect(encodeText(bars, '$\\{é')).toBe('$\\{\x82');
    expect(encodeText(bars, '€')).toBeNull();
    expect(barcodeEncoding(ci('28')).id).toBe(28);
  });
});

describe('characters of two bytes', () => {
  it.each([
    ['15', '\x83\x5c', 2],
    ['15', '\xb1\x5c', 1],
    ['26', '\x81\x7b', 2],
    ['26', '\x81\x30', 1],
    ['16', '\xc6\xfc', 1],
    ['28', '\xc3\xa9', 1],
    ['0', '\x83\x5c', 1],
    ['15', '\x83', 1],
  ])('under ^CI%s: %j has %i', (id, bytes, length) => {
    expect(characterLength(ci(id), bytes as ByteString, 0)).toBe(length);
  });
});
