import { describe, expect, it } from 'vitest';
import { turns } from '../../../src/http/transport/turns.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Asks for works at once, each of which takes so long, the half of it after a promise; tells which are done. */
function ask(count: number, ms: number, from = 0): number[] {
  const done: number[] = [];
  for (let i = 0; i < count; i++) {
    turns.run(() => {
      busy(ms / 2);
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => {
          busy(ms / 2);
          done.push(from + i);
        });
    });
  }
  return done;
}

describe('work that comes together', () => {
  it('is done as it comes for four milliseconds', () => {
    let done = 0;
    for (let i = 0; i < 100; i++) {
      turns.run(() => {
        busy(0.3);
        done++;
      });
    }
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(14);
  });

  it('is done for four milliseconds of each turn then, in its order, with all that its promises do', async () => {
    for (let i = 0; i < 100; i++) await turn(); // what the test before has left
    const done = ask(60, 1);
    const inTurns: number[] = [];
    for (let before = 0; done.length < 60; before = done.length) {
      await turn();
      if (done.length > before) inTurns.push(done.length - before);
    }
    expect(done).toEqual(Array.from({ length: 60 }, (_, i) => i));
    // The first turn begins halves only, and what is looked at here may be two turns.
    expect(Math.max(...inTurns)).toBeLessThanOrEqual(16);
  });

  it('does not wait behind what takes no time', async () => {
    for (let i = 0; i < 100; i++) await turn();
    const slow = ask(3, 2);
    const nothing = ask(500, 0);
    const last = ask(1, 0);
    // Far fewer turns than works, even where this thread is held up now and then.
    for (let i = 0; i < 50 && last.length === 0; i++) await turn();
    expect([slow.length, nothing.length, last.length]).toEqual([3, 500, 1]);
  });
});
