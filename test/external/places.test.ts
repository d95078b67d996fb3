import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { type CallPlace, Places } from '../../src/external/places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HERE = new AbortController().signal;

/** Takes places for accounts and keeps book of who has some. */
function make(places = 32, waitMs = 2000) {
  const made = new Places({ places, waitMs });
  const held: { account: string; place: CallPlace }[] = [];
  const take = (account: string, client = HERE): Promise<string> =>
    made.take(account, client).then(
      (place) => {
        held.push({ account, place });
        return 'in';
      },
      (error: unknown) => (error instanceof FailureError ? error.failure.code : 'left'),
    );
  const takeMany = (account: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => take(account)));
  const has = (account: string) =>
    held.filter((one) => one.account === account && !one.place.lost.aborted).length;
  const leave = (account: string) => {
    const index = held.findIndex((one) => one.account === account && !one.place.lost.aborted);
    held.splice(index, 1)[0]?.place.leave();
  };
  return { places: made, take, takeMany, has, leave, held };
}

test('lets an account that is alone have every place, and refuses it more at once', async () => {
  const { places, takeMany, take, leave } = make();
  expect(new Set(await takeMany('a', 32))).toEqual(new Set(['in']));
  expect([await take('a'), places.taken]).toEqual(['busy', 32]);
  leave('a');
  expect(await take('a')).toBe('in');
});

test('gives a place that becomes free to an account that waits for its share, and takes none away', async () => {
  const { take, takeMany, has, leave, held } = make();
  await takeMany('a', 32);
  const waiting = take('b');
  await vi.advanceTimersByTimeAsync(100);
  leave('a');
  expect([await waiting, has('a'), has('b')]).toEqual(['in', 31, 1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(held.some(({ place }) => place.lost.aborted)).toBe(false);
});

test('takes the latest of the account with most away, if nothing becomes free, up to a quarter for who waits', async () => {
  const { takeMany, has, held } = make();
  await takeMany('a', 32);
  const waiting = takeMany('b', 12);
  await vi.advanceTimersByTimeAsync(250);
  expect((await waiting).toSorted()).toEqual([...Array(4).fill('busy'), ...Array(8).fill('in')]);
  expect([has('a'), has('b')]).toEqual([24, 8]);
  expect(held.slice(0, 24).every(({ place }) => !place.lost.aborted)).toBe(true);
  expect(held[31]?.place.lost.reason).toMatchObject({ failure: { code: 'busy', retryAfterSeconds: 1 } });
});

test('leaves two accounts that work together no more than their share each when others come', async () => {
  const { takeMany, take, has, places } = make();
  await takeMany('a', 16);
  await takeMany('b', 16);
  for (const other of ['c', 'd']) {
    const waiting = takeMany(other, 8);
    await vi.advanceTimersByTimeAsync(250);
    expect(new Set(await waiting)).toEqual(new Set(['in']));
  }
  expect(['a', 'b', 'c', 'd'].map(has)).toEqual([8, 8, 8, 8]);
  // A fifth makes the shares smaller.
  const fifth = take('e');
  await vi.advanceTimersByTimeAsync(250);
  expect([await fifth, has('e'), places.taken]).toEqual(['in', 1, 32]);
});

test('serves those who wait by how little they have', async () => {
  const { take, takeMany, leave } = make(4, 2000);
  await takeMany('a', 1);
  await takeMany('b', 1);
  await takeMany('c', 1);
  await takeMany('d', 1);
  const order: string[] = [];
  for (const account of ['e', 'f']) void take(account).then((outcome) => order.push(`${account} ${outcome}`));
  leave('a');
  await vi.advanceTimersByTimeAsync(0);
  leave('b');
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['e in', 'f in']);
});

test('refuses who waited in vain because everybody has but a share, and forgets who left', async () => {
  const { take, takeMany, places } = make(4, 2000);
  for (const account of ['a', 'b', 'c', 'd']) await takeMany(account, 1);
  const client = new AbortController();
  const [patient, leaving] = [take('e'), take('f', client.signal)];
  client.abort(new Error('gone'));
  expect(await leaving).toBe('left');
  await vi.advanceTimersByTimeAsync(1900);
  const late = take('g');
  await vi.advanceTimersByTimeAsync(100);
  expect(await patient).toBe('busy');
  await vi.advanceTimersByTimeAsync(2000);
  expect([await late, places.taken]).toEqual(['busy', 4]);
});

test('lets no more wait than there are places', async () => {
  const { take } = make(4, 2000);
  for (const account of ['a', 'b', 'c', 'd']) await take(account);
  const waiting = Array.from({ length: 5 }, (_, index) => take(`other-${index}`));
  expect(await waiting[4]).toBe('busy');
  await vi.advanceTimersByTimeAsync(2000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['busy']));
});
