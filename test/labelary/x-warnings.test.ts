import { expect, test } from 'vitest';
import { readWarnings } from '../../src/labelary/x-warnings.ts';

const LONG = '303|1|^GB|2|Value 1 is less than minimum value 3; used 3 instead';
const BARE = '591|3|||Ignored unrecognized content';
const PIPED = '10|4|^FD|1|Found a | in a name | here';

test.each([
  ['', 0],
  [LONG, 1],
  [BARE, 1],
  [`${LONG}|${BARE}`, 2],
  ['1|2|||', 1],
  [Array.from({ length: 20 }, () => BARE).join('|'), 20],
])('counts five values as a warning, empty ones too: %s', (header, count) => {
  expect(readWarnings(header).count).toBe(count);
});

test.each([
  [PIPED, 1],
  [`${PIPED}|${LONG}`, 2],
  [`${LONG}|${PIPED}|${BARE}`, 3],
  [`${LONG}|${BARE}|`, 2],
])('finds the next warning after a message with separators of its own: %s', (header, count) => {
  expect(readWarnings(header).count).toBe(count);
});

test.each([
  ['something else', 0],
  ['a|b|c|d|e|f', 1],
  ['1|2|^FD', 0],
])('falls back to a fifth of the values of what it does not understand: %s', (header, count) => {
  expect(readWarnings(header).count).toBe(count);
});

test.each([
  [LONG, ['^GB parameter 2: Value 1 is less than minimum value 3; used 3 instead']],
  [`${BARE}|${BARE}`, ['Ignored unrecognized content']],
  ['1|2|^FD||odd', ['^FD odd']],
  [`${PIPED}|${LONG}`, ['^FD parameter 1: Found a | in a name | here', expect.stringMatching(/^\^GB /)]],
  ['1|2|^FD||g\xe4p\n', ['^FD g?p?']],
])('tells command, parameter and message, in ASCII: %s', (header, texts) => {
  expect(readWarnings(header).texts).toEqual(texts);
});
