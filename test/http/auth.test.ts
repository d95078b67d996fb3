import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readKey, scopesOf } from '../../src/http/auth.ts';

const KEY = `svc_${'0123456789abcdef'.repeat(3)}`;
const OTHER = `svc_${'f'.repeat(48)}`;
const keyOf = (value: string) => ({ kind: 'key', digest: createHash('sha256').update(value).digest('hex') });

describe('reading the key of a request', () => {
  test.each<[string, string | undefined, string | undefined, object]>([
    ['nothing', undefined, undefined, { kind: 'missing' }],
    ['x-api-key', KEY, undefined, keyOf(KEY)],
    ['a Bearer token', undefined, `Bearer ${KEY}`, keyOf(KEY)],
    ['a Bearer scheme in any case, after any spaces', undefined, `bEARER   ${KEY}`, keyOf(KEY)],
    ['x-api-key before Authorization', KEY, `Bearer ${OTHER}`, keyOf(KEY)],
    ['x-api-key even when it is malformed', 'svc_', `Bearer ${KEY}`, { kind: 'malformed' }],
    ['x-api-key even when it is empty', '', `Bearer ${KEY}`, { kind: 'malformed' }],
  ])('takes %s', (_, apiKey, authorization, expected) => {
    expect(readKey(apiKey, authorization)).toEqual(expected);
  });

  test.each([
    ['upper-case digits', KEY.toUpperCase().replace('SVC', 'svc')],
    ['an upper-case prefix', KEY.replace('svc', 'SVC')],
    ['a digit too few', KEY.slice(0, -1)],
    ['a digit too many', `${KEY}0`],
    ['a line feed at the end', `${KEY}\n`],
    ['another prefix', KEY.replace('svc', 'key')],
    ['a character that is no digit', KEY.replace('f', 'g')],
  ])('refuses a key with %s, in either header', (_, value) => {
    expect(readKey(value, undefined)).toEqual({ kind: 'malformed' });
    expect(readKey(undefined, `Bearer ${value}`)).toEqual({ kind: 'malformed' });
  });

  test.each([KEY, `Basic ${KEY}`, `Bearer${KEY}`, `Bearer\t${KEY}`, 'Bearer', 'Bearer ', ''])(
    'refuses Authorization: %j',
    (authorization) => {
      expect(readKey(undefined, authorization)).toEqual({ kind: 'malformed' });
    },
  );
});

test('a full key may do everything, a render key only render', () => {
  expect([...scopesOf('full')].toSorted()).toEqual(['labels:list', 'labels:read', 'print', 'render']);
  expect([...scopesOf('render')]).toEqual(['render']);
});
