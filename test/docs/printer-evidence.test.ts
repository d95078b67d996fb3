import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** The first cell of each row that is an observation; later ones stand beside earlier ones of their topic. */
const numbers = [...read('docs/printer-evidence.md').matchAll(/^\| (\d+) \|/gm)]
  .map(([, number]) => Number(number))
  .toSorted((a, b) => a - b);

/** Numbers that comments cite: one, or several as in `printer evidence 3, 4 and 5`. */
const cited = readdirSync(new URL('src/', ROOT), { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [
    ...read(`src/${name}`).matchAll(/printer[\s*/]+evidence[\s*/]+((?:\d+(?:, | and )?)+)/g),
  ])
  .flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  .map(Number);

test('observations of printers are numbered from 1 without a gap', () => {
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('every number that a comment cites exists, and every observation is cited', () => {
  expect([...new Set(cited)].toSorted((a, b) => a - b)).toEqual(numbers);
});
