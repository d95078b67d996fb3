import { expect, it } from 'vitest';
import { unifiedDiff } from '../../../src/lint/format/unified-diff.ts';

const inserted = (offset: number, text: string) => ({ offset, length: 0, text });

it('is empty without edits', () => {
  expect(unifiedDiff('a.zpl', 'x\n', [])).toBe('');
});

it('shows three lines around each change, and joins changes that are close', () => {
  const text = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('');
  const at = (line: number) => text.indexOf(`line ${line}\n`);
  expect(
    unifiedDiff('a.zpl', text, [inserted(at(5), '>'), inserted(at(9), 'new\n'), inserted(at(25), '>')]),
  ).toBe(
    [
      '--- a.zpl',
      '+++ a.zpl',
      '@@ -2,11 +2,12 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+>line 5',
      ' line 6',
      ' line 7',
      ' line 8',
      '-line 9',
      '+new',
      '+line 9',
      ' line 10',
      ' line 11',
      ' line 12',
      '@@ -22,7 +23,7 @@',
      ' line 22',
      ' line 23',
      ' line 24',
      '-line 25',
      '+>line 25',
      ' line 26',
      ' line 27',
      ' line 28',
      '',
    ].join('\n'),
  );
});

it('joins lines whose end is left out, and says that a last line has no end', () => {
  expect(
    unifiedDiff('a.zpl', 'one\ntwo\nthree', [{ offset: 3, length: 1, text: '\\&' }, inserted(13, '!')]),
  ).toBe(
    '--- a.zpl\n+++ a.zpl\n@@ -1,3 +1,2 @@\n-one\n-two\n-three\n\\ No newline at end of file\n+one\\&two\n+three!\n\\ No newline at end of file\n',
  );
});

it('adds behind the last line', () => {
  expect(unifiedDiff('a.zpl', 'one\n', [inserted(4, '^XZ')])).toBe(
    '--- a.zpl\n+++ a.zpl\n@@ -1 +1,2 @@\n-one\n+one\n+^XZ\n\\ No newline at end of file\n',
  );
});

it('shows more edits than a search for differences finds', () => {
  const text = '^FDx\n'.repeat(20_000);
  const edits = Array.from({ length: 10_000 }, (_, i) => inserted(10 * i, '>'));
  expect(unifiedDiff('a.zpl', text, edits).match(/^\+>\^FDx$/gm)).toHaveLength(10_000);
});
