import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eachFile } from '../../../src/batch/output/many-files.ts';

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('eachFile', () => {
  it('does everything in order, and lets the event loop go on meanwhile', async () => {
    let turnsBefore = -1;
    let turns = 0;
    setImmediate(() => turns++);
    let next = 0;
    // Far more than are done in one turn.
    await eachFile(
      Array.from({ length: 2_000_000 }, (_, i) => i),
      {
        now: (item) => {
          if (item !== next++) throw new Error('out of order');
          turnsBefore = turns;
        },
        later: async () => void next++,
      },
    );
    expect(next).toBe(2_000_000);
    expect(turnsBefore).toBe(1);
  });

  it('does the rest several at a time where a file takes long', async () => {
    const now: number[] = [];
    let underWay = 0;
    let most = 0;
    let later = 0;
    await eachFile(
      Array.from({ length: 30 }, (_, i) => i),
      {
        now: (item) => {
          sleep(15);
          now.push(item);
        },
        later: async () => {
          most = Math.max(most, ++underWay);
          await setTimeout(1);
          underWay -= 1;
          later += 1;
        },
      },
    );
    expect(now.length).toBeLessThan(10);
    expect(now.length + later).toBe(30);
    expect(most).toBe(8);
  });

  it('fails with the first file that does', async () => {
    const act = {
      now: (item: number) => {
        if (item === 2) throw new Error('no room');
      },
      later: async () => {},
    };
    await expect(eachFile([1, 2, 3], act)).rejects.toThrow('no room');
  });
});
