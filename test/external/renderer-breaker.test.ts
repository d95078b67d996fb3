import { expect, test } from 'vitest';
import { type Attempt, RendererBreaker } from '../../src/external/renderer-breaker.ts';

function make() {
  const clock = { now: 0 };
  const breaker = new RendererBreaker(1000, () => clock.now);
  const begin = (account: string, label = `label of ${account}`) => breaker.begin(account, label);
  const fail = (account: string, label?: string): boolean => {
    const attempt = begin(account, label);
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
  breaker.succeeded(begin('a') as Attempt);
  expect([breaker.state, begin('b'), begin('c')]).not.toContain(null);
  expect(breaker.state).toBe('closed');
});

test.each([
  ['one account with many labels', ['a']],
  ['two accounts with many labels', ['a', 'b']],
])('stays closed for others when %s fail', (_name, accounts) => {
  const { breaker, begin, fail } = make();
  for (let label = 0; label < 50; label++) {
    for (const account of accounts) fail(account, `${account}-${label}`);
  }
  expect([breaker.state, begin('other')]).toEqual(['closed', expect.anything()]);
});

test('stays closed when labels of many accounts run into the timeout while another is drawn', () => {
  const { breaker, clock, begin } = make();
  const slow = ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => begin(account) as Attempt);
  clock.now = 7000;
  breaker.succeeded(begin('other') as Attempt);
  clock.now = 15_000;
  for (const attempt of slow) breaker.failed(attempt);
  expect(breaker.state).toBe('closed');
});

test('refuses a label that fails five times in a row, but no other label of its account, and probes it', () => {
  const { clock, begin, fail, breaker } = make();
  for (let time = 0; time < 5; time++) expect(fail('a', 'bad')).toBe(true);
  expect([begin('a', 'bad'), begin('a', 'good')]).toEqual([null, expect.anything()]);
  clock.now = 1000;
  const probe = begin('a', 'bad') as Attempt;
  expect(begin('a', 'bad')).toBeNull();
  breaker.succeeded(probe);
  expect([begin('a', 'bad'), begin('a', 'bad')]).not.toContain(null);
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
    if (second === 4) breaker.succeeded(other as Attempt);
  }
  expect(breaker.state).toBe('closed');
});
