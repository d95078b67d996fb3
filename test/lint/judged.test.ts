import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { RuleCode } from '../../src/lint/rule-codes.ts';
import { cleanLabels } from './judged/clean-labels.ts';
import { JUDGED, VERDICTS } from './judged/judged-labels.ts';

describe.each(Object.entries(JUDGED))('on the label %s', (name, { widthMm, heightMm, findings }) => {
  it('finds what was judged to be so, and nothing else', () => {
    const zpl = readFileSync(new URL(`judged/${name}.zpl`, import.meta.url));
    const found: Partial<Record<string, string>> = {};
    for (const { code, line, column } of lint(zpl, { size: { widthMm, heightMm, dpi: 203 } })) {
      found[code] = [found[code], `${line}:${column}`].filter((place) => place !== undefined).join(' ');
    }
    const where = `places and verdicts are in test/lint/judged/judged-labels.ts, the label in judged/${name}.zpl`;
    expect(found, where).toEqual(findings);
  });
});

test('of every code that is found there it was said why', () => {
  const codes = new Set(Object.values(JUDGED).flatMap(({ findings }) => Object.keys(findings) as RuleCode[]));
  const without = [...codes].filter((code) => !VERDICTS[code]);
  expect(without, 'write a verdict into VERDICTS of test/lint/judged/judged-labels.ts').toEqual([]);
});

test('finds no error and doubts nothing on a hundred labels of carriers and of other projects', () => {
  const size = { widthMm: 101.6, heightMm: 203.2, dpi: 203 };
  const labels = [...cleanLabels()];
  const found = labels.flatMap(([name, zpl]) =>
    lint(zpl, { size })
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, line, column }) => `${name}:${line}:${column} ${code}`),
  );
  expect([labels.length, found]).toEqual([100, []]);
});
