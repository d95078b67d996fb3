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
  expect(hidingComments(source.join('\n'))).toEqual([1, 3, 5, 9, 10]);
});

it('leaves other comments alone: plain ones, longer words, and later lines of a comment', () => {
  const source = [
    '/** Whatever. Of it. */',
    '/** Rows, in order. */',
    '/**',
    ' * Rows.',
    ' * Of these two.',
    ' */',
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
