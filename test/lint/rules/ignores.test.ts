import { describe, expect, it, test } from 'vitest';
import { lint, lintWithTotals } from '../../../src/lint/lint.ts';

const found = (zpl: string) => lint(Buffer.from(zpl)).map(({ code, offset }) => `${code} ${offset}`);

/** A field with a fault at its first byte but three. */
const FAULTY = '^FOabc,9^FDx^FS';
const CODE = 'parameter-not-a-number';

describe('a comment that ignores a rule', () => {
  it.each([
    ['all of the label, before its first field', `^XA^FX lint-ignore ${CODE}^FS${FAULTY}${FAULTY}^XZ`, 0],
    ['all of the label, before ^XA', `^FX lint-ignore ${CODE}\n^XA${FAULTY}${FAULTY}^XZ`, 0],
    ['settings before it too', `^XA^LHabc^FX lint-ignore ${CODE}\n${FAULTY}^XZ`, 0],
    ['no other label', `^XA^FX lint-ignore ${CODE}^FS${FAULTY}^XZ^XA${FAULTY}^XZ`, 1],
    ['the next field, after another', `^XA^FO9,9^FDx^FS^FX lint-ignore ${CODE}^FS${FAULTY}${FAULTY}^XZ`, 1],
    [
      'the next field, as a comment that a command ends',
      `^XA^FO9,9^FDx^FS^FX lint-ignore ${CODE}\n${FAULTY}${FAULTY}^XZ`,
      1,
    ],
    [
      'the last field, which only ^XZ ends',
      `^XA^FO9,9^FDx^FS^FX lint-ignore ${CODE}, field-closed-by-label^FS^FOabc,9^FDx^XZ`,
      0,
    ],
    ['nothing in another rule', `^XA^FX lint-ignore quiet-zone^FS${FAULTY}^XZ`, 1],
    ['nothing where it is no such comment', `^XA^FX lint-ignores ${CODE}^FS${FAULTY}^XZ`, 1],
  ])('silences %s', (_, zpl, left) => {
    expect(found(zpl).map((one) => one.split(' ')[0])).toEqual(Array.from({ length: left }, () => CODE));
  });

  it('silences several rules, between commas and blanks', () => {
    const zpl = `^XA^FX lint-ignore ${CODE},command-unknown  parameter-zero\r\n^FOabc,9^A0N,30^FB9,0^FDx^FS^FQ^XZ`;
    expect(found(zpl)).toEqual([]);
  });

  it('names rules only, and at least one', () => {
    expect(found('^XA^FX lint-ignore nothing^FS^FX lint-ignore ^FS^FO9,9^FDx^FS^XZ')).toEqual([
      'ignore-unknown 19',
      'ignore-unknown 29',
    ]);
  });

  it('leaves no place in the list to what it ignores', () => {
    const { findings, totals } = lintWithTotals(
      Buffer.from(`^XA^FX lint-ignore command-unknown^FS${'^FQ'.repeat(1500)}^FO9,-9^FDx^FS^XZ`),
    );
    expect([findings.length, totals]).toEqual([1, { error: 0, warning: 1, info: 0 }]);
  });

  it('takes bounded time, however many there are', () => {
    const zpl = `^XA^FO9,9^FDx^FS${`^FX lint-ignore ${CODE}\n`.repeat(5000)}${FAULTY.repeat(1000)}^XZ`;
    expect(found(zpl).length).toBe(999);
  });
});

test('a rule may have another severity, or none', () => {
  const zpl = Buffer.from(`^XA${FAULTY}^FQ^XZ`);
  const { findings, totals } = lintWithTotals(zpl, {
    severities: { [CODE]: 'info', 'command-unknown': 'off' },
  });
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([[CODE, 'info']]);
  expect(totals).toEqual({ error: 0, warning: 0, info: 1 });
});
