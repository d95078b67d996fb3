import { expect, it } from 'vitest';
import { hidingComments, longComments, longProse } from '../../scripts/prose.ts';

it('finds comments that begin with a word which hides the subject', () => {
  const source = [
    '/** What a row is. */',
    '/**',
    ' * Of each byte one bit.',
    ' */',
    '  // Where it ends.',
    '// So it is.',
    '// Who knows.',
    '',
    '// It ends here.',
    '/** Which row. */',
    "const text = 'value'; // What follows code is no comment of its own.",
  ];
  expect(hidingComments(source.join('\n'))).toEqual([1, 3, 5, 6, 7, 9, 10]);
});

it.each([
  ['on the same line', ['/** Rows. Of these, two. */'], [1]],
  ['on a later line', ['', '/**', ' * Rows', ' * of dots.', ' * Of these, two.', ' */'], [5]],
  ['at the end of a line, once', ['// Rows. Where', '// so. What is. Who is.'], [1, 2]],
  [
    'behind a question, a quotation and a file',
    ['// Is it?', '// So "it is." Who', '// reads a.ts. So'],
    [2, 3],
  ],
  ['in brackets', ['/* Rows. (What follows.) */'], [1]],
  ['behind code with a full stop', ['// Rows of `a. b`. So it is.'], [1]],
  ['of a list', ['/**', ' * Rows:', ' * - Of dots', ' * - Lines.', ' * 2. Where', ' */'], [3, 5]],
  ['of a paragraph', ['// Rows', '//', '// Who knows'], [3]],
  ['of a tag', ['/**', ' * @param rows What', ' * @returns Where', ' */', '/** @throws Who */'], [2, 3, 5]],
])('finds a later sentence %s', (_, source, lines) => {
  expect(hidingComments(source.join('\n'))).toEqual(lines);
});

it('leaves other sentences alone: plain ones, longer words, abbreviations, code, names and pronouns', () => {
  const source = [
    '/** Whatever. Sorted. Office. */',
    '/** Rows, in order. It names them. They are. */',
    '// Words (e.g. Of) that, cf. What, i.e. "Who".',
    '// Rows. `Of. What` is code, and so is `a. Where',
    '// So. b`.',
    '// See what.Of, https://example.test/a.Who?b=1. and {@link What}.',
    '// Copyright 2026 Who Of Where. All rights reserved.',
    "const text = 'Rows. Where';",
    'a(); // Rows. Of code.',
    '// A',
    '// So',
  ];
  expect(hidingComments(source.join('\n'))).toEqual([]);
});

it('finds lines of comments of more than 120 columns', () => {
  const lines = ['// ', ' * ', '  /** '].flatMap((start) =>
    [120, 121].map((columns) => start.padEnd(columns, 'ä')),
  );
  expect(longComments([...lines, `'${'ä'.repeat(130)}',`].join('\n'))).toEqual([2, 4, 6]);
});

it('finds long lines of a page but for its code, tables and pictures', () => {
  const long = 'a'.repeat(130);
  const page = [long, '```sh', long, '```', `| ${long} |`, `![${long}](x.png)`, `- ${long}`];
  expect(longProse(page.join('\n'))).toEqual([1, 7]);
  expect(longProse(['<!-- Made from src/errors.ts -->', ...page].join('\n'))).toEqual([]);
});
