import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/errors.ts';
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
} as const;

describe('a value in a code page', () => {
  it.each(Object.entries(CODE_PAGES))('^CI%s is read back by the decoder of %s', (ci, page) => {
    const characters = 'aZ09^~_\\{}<>, éřßЖдΩώıŞאב日本語漢字ソ表｡ｱ€😀';
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
      { numRuns: 150 },
    );
    expect(inserted).toBeGreaterThan(5);
  });
});

describe('a value behind half a character of the label', () => {
  it.each([
    ['16', 'A4', 'あ'],
    ['16', '8F', 'あ'],
    ['16', '41_A4', 'い'],
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
