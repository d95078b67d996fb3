import { expect, it } from 'vitest';
import { isOutdated } from '../../../src/studio/page/message.ts';

const saved = { text: 'box.zpl is saved', isError: false };
const refused = { text: 'This field cannot be moved', isError: true };
const gone = { text: 'box.zpl is gone', isError: true, isLasting: true };

it.each([
  [saved, 'text', true],
  [saved, 'size', true],
  [saved, 'variables', true],
  [saved, 'view', false],
  [saved, 'selected', false],
  [refused, 'selected', true],
  [refused, 'text', true],
  [refused, 'view', false],
  [gone, 'text', false],
  [gone, 'selected', false],
  [{ text: '', isError: false }, 'text', false],
] as const)('%j with a change of %s: %s', (message, member, ends) => {
  expect(isOutdated(message, new Set([member]), false)).toBe(ends);
});

it('ends what stays true when another label is opened', () => {
  expect(isOutdated(gone, new Set(['label']), false)).toBe(false);
  expect(isOutdated(gone, new Set(['label']), true)).toBe(true);
});
