import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { traceLabels } from '../../src/engine/traced-labels.ts';
import { applyEdits } from '../../src/lint/finding.ts';
import { fix } from '../../src/lint/fix.ts';
import { lint } from '../../src/lint/lint.ts';
import { RULE_CODES } from '../../src/lint/rule-codes.ts';
import { RULES } from '../../src/lint/rules.ts';
import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { cleanLabels } from './judged/clean-labels.ts';
import { JUDGED } from './judged/judged-labels.ts';

const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

/** The dots of all labels of a stream. */
function dotsOf(zpl: string): readonly string[] {
  const options = { now: new Date(0), deadline: () => false };
  const { labels } = traceLabels(zpl as ByteString, SIZE, { first: 0, count: 10 }, options);
  return labels.map(({ bitmap }) => Buffer.from(bitmap.words.buffer).toString('base64'));
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
const fixed = (zpl: string): string => applyEdits(zpl, fix(Buffer.from(zpl, 'latin1')).edits);

const REPAIRED = RULE_CODES.map((code) => ({ code, rule: RULES[code] })).filter(({ rule }) => rule.repair);

test('twenty rules and more have repairs', () => {
  expect(REPAIRED.length).toBeGreaterThan(20);
  expect(REPAIRED.filter(({ rule: { example } }) => example === null)).toEqual([]);
});

/** The repaired label looks as before, since the parameter or the value that is moved is the default. */
const LOOKS_ALIKE = new Set(['parameter-misplaced']);

/** Examples of which there are several repairs; others of the rule have one. */
const OPEN = {
  'escapes-not-decoded': '^XA^CI28^FO50,50^A0N,30^FH\\^FDM_C3_BCller^FS^XZ',
  'font-unknown': '^XA^FO50,50^AN,30,30^FDPrice^FS^XZ',
  'line-break-not-read': '^XA^FO50,50^A0N,30^FB300,2^FDOne\\nTwo^FS^XZ',
  'line-end-in-data': '^XA^FO50,50^A0N,30^FB300,3^FDOne\r\nTwo\nThree\n^FS^XZ',
  'parameter-not-a-number': '^XA^FO50,50^A0,30,N,60^FDPrice^FS^XZ',
} as Readonly<Record<string, string>>;

describe.each(REPAIRED)('the repair of $code', ({ code, rule: { example, repair } }) => {
  const zpl = OPEN[code] ?? bytesOf((example ?? '').replace(/[«»]/g, ''));

  it('leaves no such finding, and changes the picture only where the finding says so', () => {
    const before = lint(Buffer.from(zpl, 'latin1'));
    expect(before.filter((finding) => finding.code === code).map((finding) => finding.fix?.redraws)).toEqual([
      repair === 'redraws',
    ]);
    const after = fixed(zpl);
    expect(lint(Buffer.from(after, 'latin1')).filter((finding) => finding.code === code)).toEqual([]);
    const isSame = JSON.stringify(dotsOf(after)) === JSON.stringify(dotsOf(zpl));
    expect(isSame).toBe(repair !== 'redraws' || LOOKS_ALIKE.has(code));
  });
});

test.each([
  ['a stream without faults', '^XA^FO50,50^A0N,30^FDPrice^FS^XZ', '^XA^FO50,50^A0N,30^FDPrice^FS^XZ'],
  ['fields without an end', '^XA^FO9,9^FDa\n^FO9,40^FDb\n^XZ\n', '^XA^FO9,9^FDa^FS\n^FO9,40^FDb^FS\n^XZ\n'],
  ['the last field and its label', '^XA^FO9,9^FDa\n', '^XA^FO9,9^FDa^FS^XZ\n'],
  ['a label without its beginning', '^PW400\n^FO9,9^FDa^FS^XZ', '^XA^PW400\n^FO9,9^FDa^FS^XZ'],
  ['numbers out of bounds', '^XA^FO9,-40^GB100,50,3,B,9^FS^PQ0^XZ', '^XA^FO9,40^GB100,50,3,B,8^FS^PQ1^XZ'],
  ['two carets', '^XA^FO9,9^FDx^2 and y^2^FS^XZ', '^XA^FO9,9^FH^FDx_5E2 and y_5E2^FS^XZ'],
  ['a tilde under ^FH', '^XA^FO9,9^FH\\^FDa ~JA \\41^FS^XZ', '^XA^FO9,9^FH\\^FDa \\7EJA \\41^FS^XZ'],
  [
    'UTF-8 in several labels',
    bytesOf('^XA^FO9,9^FDé^FS^XZ^XA^FO9,9^FDü^FS^XZ'),
    bytesOf('^XA^CI28^FO9,9^FDé^FS^XZ^XA^FO9,9^FDü^FS^XZ'),
  ],
  ['entities and braces', '^XA^FO9,9^FD{{a}} &amp; ${b}^FS^XZ', '^XA^FO9,9^FD{a} & {b}^FS^XZ'],
  ['a Data Matrix without parameters', '^XA^FO9,9^BX^FD1^FS^XZ', '^XA^FO9,9^BX,,200^FD1^FS^XZ'],
  ['data before ^FH', '^XA^FO9,9^FDPrice_3A\n^FH\\^FS^XZ', '^XA^FO9,9^FH\\^FDPrice_3A\n^FS^XZ'],
  ['step and zeros', '^XA^FO9,9^SN001,Y,2^FS^XZ', '^XA^FO9,9^SN001,2,Y^FS^XZ'],
])('repairs %s', (_, before, after) => {
  expect(fixed(before)).toBe(after);
});

test.each([
  ['a stream with other prefixes', '^CC+^XA+FO9,-9+FDa+XZ+CC^'],
  ['lengths in millimetres', '^XA^MUM^FO9,-9^FDa^FS^XZ'],
  ['UTF-8 beside escapes of another encoding', bytesOf('^XA^FO9,9^FDé^FS^FO9,40^FH^FD_82^FS^XZ')],
  ['a caret beside an underline', '^XA^FO9,9^FDa_b^2 ^FS^XZ'],
])('leaves %s as it is', (_, zpl) => {
  const { repaired } = fix(Buffer.from(zpl, 'latin1'));
  expect(repaired).toEqual([]);
});

test('tells what it has repaired, and what is left', () => {
  const { repaired, left } = fix(Buffer.from('^XA^FOabc,50^FDa^XZ'));
  expect(repaired.map(({ code }) => code)).toEqual(['field-closed-by-label']);
  expect(left.findings.map(({ code }) => code)).toEqual(['parameter-not-a-number']);
});

test('ends on a stream with more faults than one round repairs', () => {
  const faults = 3000;
  const { repaired, edits } = fix(Buffer.from(`^XA${'^FO-9,9^GB9,9,1^FS'.repeat(faults)}^XZ`));
  expect([repaired.length, edits.length]).toEqual([faults, faults]);
});

const SAMPLES = new Map([
  ...Object.keys(JUDGED).map(
    (name) => [name, readFileSync(new URL(`judged/${name}.zpl`, import.meta.url))] as const,
  ),
  ...cleanLabels(),
]);

test('each repair that keeps the picture does so on labels of carriers', () => {
  const size = { ...SIZE, heightMm: 203.2 };
  let repairs = 0;
  const changed = [...SAMPLES].flatMap(([name, bytes]) => {
    const zpl = byteStringOf(bytes);
    const quiet = lint(bytes, { size }).flatMap(({ fix: one, code }) =>
      one?.redraws === false ? [{ one, code }] : [],
    );
    if (quiet.length === 0) return [];
    const before = dotsOf(zpl);
    return quiet.flatMap(({ one, code }) => {
      repairs++;
      const after = dotsOf(applyEdits(zpl, one.edits));
      return JSON.stringify(after) === JSON.stringify(before) ? [] : [`${name}: ${code}`];
    });
  });
  expect(changed).toEqual([]);
  expect(repairs).toBeGreaterThan(3);
});
