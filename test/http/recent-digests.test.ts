import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentDigests } from '../../src/http/recent-digests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');

test('knows the digest of a key that came a moment ago, and no other', () => {
  const digests = new RecentDigests();
  expect(digests.known('a')).toBeUndefined();
  expect(digests.add('a')).toBe(digestOf('a'));
  expect(digests.known('a')).toBe(digestOf('a'));
  expect(digests.known('b')).toBeUndefined();
});

test('forgets every key within a second, however often it comes', () => {
  const digests = new RecentDigests();
  digests.add('a');
  vi.advanceTimersByTime(900);
  digests.add('b');
  expect(digests.known('a')).toBe(digestOf('a'));
  vi.advanceTimersByTime(100);
  expect([digests.known('a'), digests.known('b')]).toEqual([undefined, undefined]);
  digests.add('a');
  vi.advanceTimersByTime(1000);
  expect(digests.known('a')).toBeUndefined();
});

test('keeps no more than a thousand, and makes the others again', () => {
  const digests = new RecentDigests();
  for (let at = 0; at < 1000; at++) digests.add(`key ${at}`);
  expect(digests.add('one more')).toBe(digestOf('one more'));
  expect(digests.known('one more')).toBeUndefined();
  expect(digests.known('key 999')).toBe(digestOf('key 999'));
});
