import { expect, test } from 'vitest';
import { ownerOfDiagnostic } from '../../src/lint/diagnosed.ts';
import { FAMILIES } from '../../src/lint/rules.ts';
import type { DiagnosticCode } from '../../src/zpl/diagnostic.ts';

const ownerOf = (code: DiagnosticCode) =>
  ownerOfDiagnostic({ code, command: '^GF', span: { start: 0, end: 3 }, reason: 'in whatever words' });

test('a diagnostic is a finding of the rule that names its code, in whatever words', () => {
  expect(ownerOf('picture-short')?.rule).toBe('picture-short');
  expect(ownerOf('font-not-drawn')?.rule).toBe('object-damaged');
  const family = ownerOf('block-overflow')?.family ?? -1;
  expect(Object.keys(FAMILIES[family]?.rules ?? {})).toContain('block-overflow');
});

test('a diagnostic that another check finds is none', () => {
  expect(ownerOf('ink-cut')).toBeUndefined();
});

test('no two rules are made of one diagnostic', () => {
  const codes = FAMILIES.flatMap(({ rules }) => Object.values(rules).flatMap(({ from = [] }) => from));
  expect(new Set(codes).size).toBe(codes.length);
});
