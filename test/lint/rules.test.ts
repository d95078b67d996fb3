import { describe, expect, it } from 'vitest';
import { lint, lintWithTotals } from '../../src/lint/lint.ts';
import { RULE_CODES } from '../../src/lint/rule-codes.ts';
import { RULES } from '../../src/lint/rules.ts';

const found = (zpl: string) => lint(Buffer.from(zpl));

const WITH_EXAMPLE = RULE_CODES.map((code) => [code, RULES[code]] as const).filter(
  ([, { example }]) => example !== null,
);

describe.each(WITH_EXAMPLE)('%s', (code, { example, corrected, severity }) => {
  const marked = Buffer.from(example ?? '', 'utf8').toString('latin1');
  // As they are in UTF-8.
  const [before = '', fault = ''] = marked.split(/\u00c2\u00ab|\u00c2\u00bb/);
  const stream = Buffer.from(marked.replace(/\u00c2[\u00ab\u00bb]/g, ''), 'latin1');

  it('is all that its example has, at the marked place', () => {
    const findings = lint(stream);
    expect(findings.map((finding) => [finding.code, finding.offset, finding.length])).toEqual([
      [code, before.length, fault.length],
    ]);
    expect(findings[0]).toMatchObject({ severity, suggestion: expect.stringMatching(/^[^A-Z].*[^.]$/) });
  });

  it('is not found once the example is corrected', () => {
    expect(found(corrected ?? '')).toEqual([]);
  });
});

it('counts lines and columns from 1, columns in characters', () => {
  const [finding] = found('^XA^CI28\n^FO10,10^A0N,30^FDäöü^FS ^FOabc,90^FDx^FS^XZ');
  expect(finding).toMatchObject({ line: 2, column: 29, offset: 40, length: 3, value: 'abc', parameter: 1 });
});

it('lists a thousand findings, and says how many more there are, and how bad', () => {
  const findings = found(`^XA${'^FOabc,5^FS'.repeat(1500)}^XZ`);
  expect(findings).toHaveLength(1001);
  expect(findings.at(-1)).toMatchObject({
    code: 'too-many-findings',
    severity: 'error',
    message: expect.stringContaining('500'),
  });
});

it('says that there are more as a configuration wants it', () => {
  const zpl = Buffer.from(`^XA${'^FOabc,5^FS'.repeat(1500)}^XZ`);
  const withSeverity = (severity: 'info' | 'off') =>
    lint(zpl, { severities: { 'too-many-findings': severity } });
  expect(withSeverity('off')).toHaveLength(1000);
  expect(withSeverity('info').at(-1)).toMatchObject({ code: 'too-many-findings', severity: 'info' });
});

it('lists an error that comes after a thousand warnings', () => {
  const zpl = `^XA${'^FQ'.repeat(1100)}^FOabc,10^FDx^FS^XZ`;
  const { findings, totals } = lintWithTotals(Buffer.from(zpl));
  expect(totals).toEqual({ error: 1, warning: 1100, info: 0 });
  expect(findings).toHaveLength(1001);
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ value: 'abc' }]);
  expect(findings.at(-1)).toMatchObject({
    code: 'too-many-findings',
    severity: 'warning',
    message: '101 more findings are not listed; the worst 1000 are',
  });
});
