import { expect, onTestFinished, test, vi } from 'vitest';
import { canvas } from '../../src/on-first-use.ts';
import { RenderPool } from '../../src/pool/pool.ts';
import type { Rendered } from '../../src/pool/task-result.ts';
import type { FontTask } from './font-fixture.ts';

const families = (): number => canvas().GlobalFonts.families.length;

test.each(['exit', 'hang'] as const)(
  'a font of a label whose thread is ended (%s) goes with the next one',
  async (end) => {
    const before = families();
    const pool = new RenderPool<FontTask, Rendered>({
      workerUrl: new URL('../../dist/test/pool/font-fixture.js', import.meta.url),
      packer: () => ({ pack: (tasks) => tasks, renderedOf: (body) => ({ body }) }),
      threads: 1,
      deadlineMs: 1000,
      queue: 9,
      perThread: { pixels: 1, units: 1 },
      events: { onDone: () => {}, onRefused: () => {}, onReplaced: () => {} },
    });
    onTestFinished(() => pool.close());
    await pool.ready();
    const drawn = (task: FontTask): Promise<Rendered> =>
      pool.render(task, { pixels: 0, units: 0, account: 'a' }, undefined);
    await expect(drawn(end)).rejects.toThrow();
    expect(families()).toBe(before + 1);
    await vi.waitFor(
      async () => {
        await drawn('draw');
        expect(families()).toBe(before);
      },
      { timeout: 30_000 },
    );
  },
);
