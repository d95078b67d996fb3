import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/errors.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { runs } from '../../support/runs.ts';
import { readFields } from '../read-fields.ts';
import { failureOf, run } from '../run.ts';

/** The platform's own decoders, which share nothing with the encoder. */
const CODE_PAGES = {
  15: 'shift_jis',
  16: 'euc-jp',
  26: 'gb18030',
  31: 'windows-1250',
  33: 'windows-1251',
  34: 'windows-1253',
  35: 'windows-1254',
  36: 'windows-1255',
  '16^SEE:GB.DAT': 'gbk',
  '16^SEE:UHANGUL.DAT': 'euc-kr',
  '26^SEE:GB.DAT': 'gbk',
  '26^SEE:CP950.DAT': 'big5',
  '26^SEE:UHANGUL.DAT': 'euc-kr',
  '26^SEE:SJIS.DAT': 'shift_jis',
  '26^SEE:UJIS.DAT': 'euc-jp',
  '14^SEE:GB18030.DAT': 'gbk',
  '14^SEE:BIG5.DAT': 'big5',
  '24^SEE:CP874.DAT': 'windows-874',
  '24^SEE:CP1256.DAT': 'windows-1256',
} as const;

describe('a value in a code page', () => {
  it.each(Object.entries(CODE_PAGES))('^CI%s is read back by the decoder of %s', (ci, page) => {
    // Decoders do not agree on where two bytes have the euro sign.
    const euro = ci.includes('^SE') ? '' : '€';
    const characters = euro + 'aZ09^~_\\{}<>, éřßЖдΩώıŞאב日本語漢字ソ表｡ｱ😀한글國กข';
    const value = fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 12 });
    let inserted = 0;
    fc.assert(
      fc.property(value, (v) => {
        let output: string;
        try {
          output = run(`^CI${ci}^FH^FD{v}^FS`, { v });
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          return;
        }
        inserted++;
        const data = /\^FD(.*)\^FS$/.exec(output)?.[1] ?? '';
        const hex = data.replace(/_([0-9A-F]{2})|[^]/g, (all, pair: string | undefined) =>
          pair === undefined ? all.charCodeAt(0).toString(16).padStart(2, '0') : pair,
        );
        expect(new TextDecoder(page, { ignoreBOM: true }).decode(Buffer.from(hex, 'hex'))).toBe(v);
      }),
      { numRuns: runs(600) },
    );
    expect(inserted).toBeGreaterThan(5);
  });
});

describe('a character whose second byte means something in ZPL', () => {
  const TWO_BYTES = Object.entries({ ...CODE_PAGES, 26: 'gbk' }).filter(([, page]) =>
    ['shift_jis', 'gbk', 'big5', 'euc-kr'].includes(page),
  );

  /** All that a decoder reads from a lead byte and one of these. */
  function charactersOf(page: string): string[] {
    const decoder = new TextDecoder(page);
    const leads = Array.from({ length: 126 }, (_, i) => 0x81 + i);
    const all = leads.flatMap((lead) =>
      Array.from('^~\\_{}', (trail) => decoder.decode(Buffer.of(lead, trail.charCodeAt(0)))),
    );
    return all.filter((text) => Array.from(text).length === 1 && text !== '\ufffd');
  }

  it.each(TWO_BYTES)('is data under ^CI%s (%s), alone and in a block', (ci, page) => {
    let inserted = 0;
    for (const v of charactersOf(page)) {
      const label = `^XA^CI${ci}^FO1,1^FD{v}^FS^FO1,9^FB99,9^FH$^FD{v}^FS^XZ`;
      let output: string;
      try {
        output = run(label, { v });
      } catch (error) {
        expect(error).toBeInstanceOf(FailureError);
        continue;
      }
      inserted++;
      expect(output.replaceAll(/\^FD.*?\^FS/g, '')).toBe(
        label.replace('^FD', '^FH^FD').replaceAll('^FD{v}^FS', ''),
      );
      const { labels, diagnostics } = parse(toByteString(output), { dotsPerMm: 8 });
      expect(diagnostics).toEqual([]);
      const texts = labels[0]?.elements.map((element) => (element.kind === 'text' ? element.text : null));
      expect(texts).toEqual([v, v]);
    }
    // Korean characters have letters and high bytes alone, of which all are taken.
    expect(inserted).toBeGreaterThan(page === 'euc-kr' || ci.startsWith('16') ? -1 : 50);
  });

  it.each(TWO_BYTES.filter(([, page]) => page !== 'euc-kr'))(
    'is data of a symbol beside it under ^CI%s (%s)',
    (ci, page) => {
      for (const v of charactersOf(page).slice(0, 40)) {
        const label = `^XA^CI${ci}^FO1,1^BQN,2,4^FDMA,B0002{v}^FS^FO99,1^BCN,40^FDa{w}^FS^XZ`;
        let output: string;
        try {
          output = run(label, { v, w: '^1' });
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          continue;
        }
        const [qr, bars] = parse(toByteString(output), { dotsPerMm: 8 }).labels[0]?.elements ?? [];
        if (qr?.kind !== 'barcode' || bars?.kind !== 'barcode') throw new Error('there are no symbols');
        expect(new TextDecoder(page).decode(Buffer.from(qr.data, 'latin1'))).toBe(`MA,B0002${v}`);
        expect(bars.data).toBe('a><1');
      }
    },
  );

  it('ends no escape of a block, and begins none', () => {
    // 0x83 0x5C is one character of Shift-JIS.
    const output = run('^XA^CI15^FO1,1^FB99,9^FH^FD_83_5C{v}^FS^XZ', { v: '&ソ&b' });
    const [text] = parse(toByteString(output), { dotsPerMm: 8 }).labels[0]?.elements ?? [];
    expect(text).toMatchObject({ text: 'ソ&ソ&b' });
  });
});

describe('a table of ^SE', () => {
  it('holds for the labels that follow, and for what a format stores', () => {
    const label = '^XA^SEE:UHANGUL.DAT^FS^CI26^DFR:A^FO1,1^FD{v}^FS^XZ^XA^XFR:A^FS^FO1,9^FD{v}^FS^XZ';
    const output = run(label, { v: '한' });
    expect(output.match(/_C7_D1/g)).toHaveLength(2);
    const texts = parse(toByteString(output), { dotsPerMm: 8 }).labels[0]?.elements;
    expect(texts).toMatchObject([{ text: '한' }, { text: '한' }]);
  });

  it.each([
    ['^SEE:MINE.DAT^CI26', 'values cannot be inserted under ^CI26 with MINE.DAT; ^CI28 can'],
    ['^CI26^SEE:JIS.DAT', 'values cannot be inserted under ^CI26 with JIS.DAT; ^CI28 can'],
    ['^CI14', 'values cannot be inserted under ^CI14; ^CI28 can'],
    ['^SEE:CP950.DAT^CI26', "U+D55C is not in the label's encoding, ^CI26 with CP950.DAT"],
    ['^SEE:GB.DAT^CI14', "U+0041 is not in the label's encoding, ^CI14 with GB.DAT"],
  ])('that does not say how %s writes a value has it refused', (setup, message) => {
    const value = setup.endsWith('14') ? '中A' : '한';
    expect(failureOf(() => run(`^XA${setup}^FO1,1^FD{v}^FS^XZ`, { v: value })).message).toContain(message);
  });

  it('changes nothing of encodings that read by none', () => {
    expect(run('^XA^CI28^SEE:MINE.DAT^FO1,1^FD{v}^FS^XZ', { v: 'é' })).toContain('_C3_A9');
    expect(run('^XA^CI27^SEE:UHANGUL.DAT^FO1,1^FD{v}^FS^XZ', { v: 'é' })).toContain('_E9');
  });
});

describe('a value behind half a character of the label', () => {
  it.each([
    ['14^SEE:GB.DAT', '41', '中'],
    ['16', 'A4', 'あ'],
    ['16', '8F', 'あ'],
    ['16', '41_A4', 'い'],
    ['16^SEE:GB.DAT', 'D6', '中'],
    ['16^SEE:UHANGUL.DAT', 'B0', 'b'],
    ['26', '81_30', '\u0080'],
  ])('is refused under ^CI%s: _%s before %j', (ci, half, v) => {
    const field = `^CI${ci}^FO9,9^FH^FD_${half}{v}^FS`;
    const { code, message } = failureOf(() => run(field, { v }));
    expect(code).toBe('encoding_unsupported');
    expect(message).toContain('ends within a character');
    expect(run(field)).toBe(field);
  });

  it.each([
    ['16', 'A4_A2'],
    ['16', '8F_B0_A1'],
    ['26', '81_30_81_30'],
    ['26', 'D6_D0'],
    ['15', '83_5C'],
    ['28', 'C3'],
    ['26^SEE:BIG5.DAT', 'A4_A4'],
  ])('is taken under ^CI%s behind a whole one, or where none is completed: _%s', (ci, whole) => {
    expect(run(`^CI${ci}^FO9,9^FH^FD_${whole}{v}^FS`, { v: 'a' })).toContain(`_${whole}a^FS`);
  });
});

describe('hostile values', () => {
  const hostile = [
    '^XZ^XA',
    '~JA',
    '_5E',
    '\0',
    '\u202eabc\u2066',
    '^FS^FD',
    '\x02\x03',
    '{a}',
    '>;>8',
    '\\&',
  ];

  it.each(['^FD{v}^FS', '^FH^FD{v}^FS', '^FH\\^FDa\\5F{v}{v}^FS', '^FB99,9^FD{v}^FS', '^SN{v},1,Y^FS'])(
    'stay data in %s',
    (field) => {
      for (const v of hostile) {
        const { fields, names } = readFields(run(`^XA^CI28${field}^XZ`, { v }));
        expect(fields[0]?.text).toContain(v);
        expect(names.filter((name) => name === '^XA' || name === '^XZ' || name === '~JA')).toEqual([
          '^XA',
          '^XZ',
        ]);
      }
    },
  );

  it('of 50 variables with 1000 characters each are all inserted', () => {
    const variables = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`v${i}`, '^'.repeat(1000)]));
    const label = Object.keys(variables).map((name) => `^FD{${name}}^FS`);
    expect(run(label.join(''), variables)).toHaveLength(50 * ('^FH^FD^FS'.length + 3000));
  });

  it('and braces that nest or never close leave the rest alone', () => {
    const zpl = `^FD${'{'.repeat(5000)}a}${'}'.repeat(5000)}{b^FS^FD{c}^FS`;
    const output = run(zpl, { a: '1', b: '2', c: '3' });
    expect(output).toBe(`^FH^FD${'{'.repeat(4999)}1${'}'.repeat(5000)}{b^FS^FH^FD3^FS`);
  });
});
