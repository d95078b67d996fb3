import { expect, test } from 'vitest';
import { labelFileKind } from '../src/label-endings.ts';

test.each([
  ['label.zpl', 'zpl'],
  ['deep/LABEL.PRN', 'zpl'],
  ['label.zpl2', 'zpl'],
  ['labels.json', 'bundles'],
  ['labels.jsonl', 'bundles'],
  ['labels.ndjson', 'bundles'],
  ['readme.txt', null],
  ['zpl', null],
])('%s holds %s', (path, kind) => {
  expect(labelFileKind(path)).toBe(kind);
});
