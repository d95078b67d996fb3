import iconv from 'iconv-lite';
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

const ci = (params: string, delimiter = ',', table: string | null = null) =>
  parseEncoding(params as ByteString, delimiter, table);
const decode = (params: string, bytes: string) => decodeText(ci(params), bytes as ByteString);

describe('^CI', () => {
  it('13 is CP850, with the euro sign', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const characters = [...iconv.decode(bytes, 'cp850')].with(0x15, '€');
    expect(decode('13', bytes.toString('latin1'))).toBe(characters.join(''));
  });

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
        const named = firstUnencodable(encoding, `a${text}`);
        const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
        if (named !== name) expect.fail(`${name} is said to be ${named}`);
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

describe('^CI with a table of ^SE', () => {
  const read = (id: string, table: string, bytes: string) =>
    decodeText(ci(id, ',', table), bytes as ByteString);

  it.each([
    ['26', 'GB18030.DAT', 'A\xd6\xd0', 'A中'],
    ['26', 'GB.DAT', 'A\xd6\xd0', 'A中'],
    ['26', 'BIG5.DAT', 'A\xa4\xa4', 'A中'],
    ['26', 'UHANGUL.DAT', 'A\xc7\xd1', 'A한'],
    ['26', 'SJIS.DAT', 'A\x92\x86', 'A中'],
    ['16', 'GB18030.DAT', 'A\xd6\xd0', 'A中'],
    ['16', 'JIS.DAT', 'A\xc3\xe6', 'A中'],
    ['15', 'JIS.DAT', 'A\x92\x86', 'A中'],
    ['14', 'GB18030.DAT', '\xd6\xd0\0A\xce\xc4', '中A文'],
    ['14', 'GB18030.DAT', '\xd6\xd0AB\xce\xc4\xd6', '中\ufffd文\ufffd'],
    ['14', 'UHANGUL.DAT', '\xc7\xd1', '한'],
    ['24', 'CP874.DAT', 'A\xa1', 'Aก'],
    ['24', 'CP1256.DAT', '\xc8', 'ب'],
    ['28', 'GB18030.DAT', '\xc3\xa9', 'é'],
  ])('%s and %s decode %j', (id, table, bytes, text) => {
    expect(ci(id, ',', table).supported).toBe(true);
    expect(read(id, table, bytes)).toBe(text);
  });

  it.each([
    ['14', 'JIS.DAT'],
    ['14', 'CP874.DAT'],
    ['16', 'BIG5.DAT'],
    ['24', 'GB18030.DAT'],
    ['24', 'CP932.DAT'],
    ['26', 'JIS.DAT'],
    ['26', 'CP1252.DAT'],
    ['26', 'CONSTRUCTOR.DAT'],
  ])('%s cannot take text by %s', (id, table) => {
    expect(ci(id, ',', table)).toMatchObject({ supported: false, table });
  });

  it.each([
    ['26', 'GB.DAT', '€', null],
    ['26', 'GB18030.DAT', '€', '\xa2\xe3'],
    ['26', 'SJIS.DAT', 'ｱ', null],
    ['26', 'UJIS.DAT', '丂', null],
    ['16', 'GB.DAT', '丂', null],
    ['16', 'UHANGUL.DAT', '갂', null],
    ['26', 'UHANGUL.DAT', '갂', '\x81\x41'],
    ['14', 'GB18030.DAT', '😀', null],
    ['14', 'GB18030.DAT', '中1', null],
  ])('%s and %s write %s as printers that take two bytes read it', (id, table, text, bytes) => {
    const encoding = ci(id, ',', table);
    expect(encodeText(encoding, text)).toBe(bytes);
    const place =
      bytes === null
        ? `U+${(text.codePointAt(id === '14' && text.length > 1 && text < '\ud800' ? 1 : 0) as number).toString(16).toUpperCase().padStart(4, '0')}`
        : null;
    expect(firstUnencodable(encoding, text)).toBe(place);
  });

  it('has bars take ASCII as it is', () => {
    const bars = barcodeEncoding(ci('14', ',', 'GB.DAT'));
    expect(encodeText(bars, 'A1中')).toBe('A1\xd6\xd0');
    expect(barcodeEncoding(ci('14', ',', 'BIG5.DAT'))).not.toBe(bars);
    expect(barcodeEncoding(ci('14', ',', 'GB.DAT'))).toBe(bars);
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
