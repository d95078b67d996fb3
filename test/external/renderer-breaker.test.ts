import { expect, test } from 'vitest';
import { type BreakerAttempt, RendererBreaker } from '../../src/external/renderer-breaker.ts';

function make() {
  const clock = { now: 0 };
  const breaker = new RendererBreaker(1000, () => clock.now);
  const begin = (account: string) => breaker.begin(account);
  const fail = (account: string): boolean => {
    const attempt = begin(account);
    if (attempt !== null) breaker.failed(attempt);
    return attempt !== null;
  };
  const failAll = (accounts: readonly string[]) => accounts.map((account) => fail(account));
  return { breaker, clock, begin, fail, failAll };
}

const SEVERAL = ['a', 'b', 'c', 'a', 'b'] as const;

test('opens when calls of several accounts fail in a row, and the first success closes it', () => {
  const { breaker, clock, begin, failAll } = make();
  failAll(SEVERAL.slice(1));
  expect(breaker.state).toBe('closed');
  failAll(['a']);
  expect([breaker.state, begin('d'), begin('a')]).toEqual(['open', null, null]);
  clock.now = 1000;
  expect(breaker.state).toBe('half-open');
  expect(begin('a')).not.toBeNull();
  breaker.succeeded();
  expect([breaker.state, begin('b'), begin('c')]).not.toContain(null);
  expect(breaker.state).toBe('closed');
});

test.each([
  ['one account', ['a']],
  ['two accounts', ['a', 'b']],
])('stays closed when %s alone fail', (_name, accounts) => {
  const { breaker, begin, fail } = make();
  for (let round = 0; round < 50; round++) {
    for (const account of accounts) expect(fail(account)).toBe(true);
  }
  expect([breaker.state, begin('other')]).toEqual(['closed', expect.anything()]);
});

test('stays closed when labels of many accounts run into the timeout while another is drawn', () => {
  const { breaker, clock, begin } = make();
  const slow = ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => begin(account) as BreakerAttempt);
  clock.now = 7000;
  expect(begin('other')).not.toBeNull();
  breaker.succeeded();
  clock.now = 15_000;
  for (const attempt of slow) breaker.failed(attempt);
  expect(breaker.state).toBe('closed');
});

test('keeps a probe for accounts that have not failed, whatever the others ask', () => {
  const { breaker, clock, begin, failAll } = make();
  failAll(SEVERAL);
  for (let second = 1; second < 5; second++) {
    clock.now = second * 1000;
    expect(failAll(SEVERAL)).toEqual([true, false, false, false, false]);
    clock.now += 500;
    const other = begin(`innocent ${second}`);
    expect([other, begin('innocent too')]).toEqual([expect.anything(), null]);
    if (second === 4) breaker.succeeded();
  }
  expect(breaker.state).toBe('closed');
});
