import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eachFile } from '../../../src/batch/output/durable-files.ts';

/** A clock by which each file takes so many milliseconds, whatever else the machine does meanwhile. */
function filesTake(ms: number): void {
  let at = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += ms));
  onTestFinished(() => clock.mockRestore());
}

describe('eachFile', () => {
  it('does everything in order, and lets the event loop go on meanwhile', async () => {
    filesTake(1);
    const turns: number[] = [];
    let done = 0;
    const count = (): void => {
      turns.push(done);
      if (done < 50) setImmediate(count);
    };
    setImmediate(count);
    await eachFile(
      Array.from({ length: 50 }, (_, i) => i),
      {
        now: (item) => expect(item).toBe(done++),
        later: () => expect.unreachable('the files are fast'),
      },
    );
    expect(done).toBe(50);
    // A turn of 20 ms begins and ends with a look at the clock.
    expect(turns).toEqual([19, 38]);
  });

  it('does the rest several at a time where a file takes long', async () => {
    filesTake(15);
    const now: number[] = [];
    let underWay = 0;
    let most = 0;
    let later = 0;
    await eachFile(
      Array.from({ length: 30 }, (_, i) => i),
      {
        now: (item) => void now.push(item),
        later: async () => {
          most = Math.max(most, ++underWay);
          await turn();
          underWay -= 1;
          later += 1;
        },
      },
    );
    expect(now).toEqual([0]);
    expect(later).toBe(29);
    expect(most).toBe(8);
  });

  it('fails with the first file that does', async () => {
    filesTake(1);
    const act = {
      now: (item: number) => {
        if (item === 2) throw new Error('no room');
      },
      later: async () => {},
    };
    await expect(eachFile([1, 2, 3], act)).rejects.toThrow('no room');
  });
});
