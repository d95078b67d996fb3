import { expect, it } from 'vitest';
import { fileNameOf } from '../../../src/studio/workspace/file-name.ts';

it.each([
  ['Box 4 × 6', 'Box-4-6'],
  ['Größe', 'Größe'],
  ['Gro\u0308ße', 'Größe'],
  ['棚ラベル', '棚ラベル'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\labels\\a', 'C-labels-a'],
  ['..', 'label'],
  ['.hidden', 'hidden'],
  ['a.', 'a'],
  ['a\0b\n', 'a-b'],
  ['', 'label'],
  ['con', 'label-con'],
  ['LPT1.old', 'label-LPT1.old'],
  ['COM¹', 'label-COM1'],
  ['console', 'console'],
])('makes of %j the name %j', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});

it('leaves room for an ending, and cuts no letter', () => {
  const long = fileNameOf('😀é'.repeat(100).replaceAll('😀', '棚'));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(150);
  expect(Buffer.byteLength(long)).toBeGreaterThan(140);
  expect(long).toMatch(/^[棚é]+$/);
});
