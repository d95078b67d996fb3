import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { RuleCode } from '../../src/lint/rules.ts';
import { JUDGED, VERDICTS } from './judged/judged-labels.ts';

describe.each(Object.entries(JUDGED))('on the label %s', (name, { widthMm, heightMm, findings }) => {
  it('finds what was judged to be so, and nothing else', () => {
    const zpl = readFileSync(new URL(`judged/${name}.zpl`, import.meta.url));
    const found: Partial<Record<string, string>> = {};
    for (const { code, line, column } of lint(zpl, { size: { widthMm, heightMm, dpi: 203 } })) {
      found[code] = [found[code], `${line}:${column}`].filter((place) => place !== undefined).join(' ');
    }
    expect(found).toEqual(findings);
  });
});

test('of every code that is found there it was said why', () => {
  const codes = new Set(Object.values(JUDGED).flatMap(({ findings }) => Object.keys(findings) as RuleCode[]));
  expect([...codes].filter((code) => !VERDICTS[code])).toEqual([]);
});
