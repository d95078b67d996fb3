import { expect, test } from 'vitest';
import { shardPath } from '../../src/batch/shard.ts';

test.each([
  ['all.zpl', 3, 16, 'all.03-of-16.zpl'],
  ['all.zpl', 0, 9, 'all.0-of-9.zpl'],
  ['folder/labels', 99, 100, 'folder/labels.099-of-100'],
])('of %s, shard %i of %i writes %s', (out, index, count, path) => {
  expect(shardPath(out, { index, count })).toBe(path);
});
