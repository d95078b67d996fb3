import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { costText, faultOf, readMarks } from './dearest-files.ts';

it('lists the dearest files of a project, and the time of all', () => {
  const files = Array.from({ length: 25 }, (_, at) => ({ path: `test/${at}.test.ts`, ms: 2500 - at * 100 }));
  const lines = costText('unit', files).split('\n');
  expect(lines[0]).toBe('unit: 33 s of processor time in 25 files');
  expect(lines[1]).toBe('    2.5 s  test/0.test.ts');
  expect(lines).toHaveLength(21);
});

it('fails a project that takes half as much again as its mark, or has none', () => {
  const marks = readMarks('unit 50\nservice 100\n');
  expect(faultOf('unit', 74.9, marks.get('unit'))).toBeNull();
  expect(faultOf('unit', 75, marks.get('unit'))).toBe(
    'unit takes 75 s of processor time, and its mark in .ci/marks is 50 s',
  );
  expect(faultOf('faults', 1, marks.get('faults'))).toBe('faults has no mark in .ci/marks');
});

it('has a mark for each project of the configuration', () => {
  const root = new URL('../../', import.meta.url);
  const marks = readMarks(readFileSync(new URL('.ci/marks', root), 'utf8'));
  const config = readFileSync(new URL('vitest.config.ts', root), 'utf8');
  const projects = [...config.matchAll(/name: '(\S+)'/g)].map(([, name]) => name as string);
  expect(projects).toContain('unit');
  expect([...marks.keys()].toSorted()).toEqual(projects.toSorted());
});

it('is used in CI by each run of tests', () => {
  const run = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8').replaceAll(/^#.*$/gm, '');
  const exported = run.indexOf('COSTS=1');
  expect(exported).toBeGreaterThan(0);
  expect(run.search(/npm (?:run )?test|vitest\.mjs run/)).toBeGreaterThan(exported);
});
