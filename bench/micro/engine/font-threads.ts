import type { Worker } from 'node:worker_threads';
import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { startThread } from '../../harness/typescript.ts';
import { type FontThreadReport, type FontThreadWork, glyphsOf } from './font-thread.ts';

export const fontThreads: Suite = {
  name: 'font-threads',
  what: 'characters measured and drawn in threads that share the canvas, while others bring fonts and take them away',
  method:
    'The faces of the program, measured and drawn again in three threads, compared with what one thread made before. A ' +
    'fourth brings fonts meanwhile, as labels do: one of the program itself, and one that calls itself like it.',
  run,
};

const DRAWING = 3;
const ROUNDS = 200;
const ROUNDS_QUICK = 10;

async function run({ quick }: Options): Promise<Row[]> {
  const expected = glyphsOf(0);
  const rounds = quick ? ROUNDS_QUICK : ROUNDS;
  const start = (work: FontThreadWork): Worker =>
    startThread(new URL('font-thread.ts', import.meta.url), work);
  const bringing = start({ kind: 'bring' });
  const brought = sum([bringing]);
  const drawing = Array.from({ length: DRAWING }, () => start({ kind: 'draw', rounds, expected }));
  const { glyphs, findings } = await sum(drawing);
  bringing.postMessage('end');
  const { fonts } = await brought;
  return [
    {
      name: 'glyphs',
      value: glyphs,
      unit: '',
      detail: { fonts, findings },
      marks: [binding(atMost(0, 'findings'))],
      ...(fonts === 0 && { failed: 'no font was brought meanwhile' }),
    },
  ];
}

/** Adds up the work of the threads when all have ended. */
async function sum(threads: readonly Worker[]): Promise<Required<Omit<FontThreadReport, 'what'>>> {
  const total = { glyphs: 0, fonts: 0, findings: 0 };
  const ended = threads.map(
    (thread) =>
      new Promise<void>((resolve, reject) => {
        thread.on('message', ({ glyphs = 0, fonts = 0, findings = 0, what }: FontThreadReport) => {
          total.glyphs += glyphs;
          total.fonts += fonts;
          total.findings += findings;
          if (what !== undefined) console.error(what);
        });
        thread.once('exit', () => resolve());
        thread.once('error', reject);
      }),
  );
  await Promise.all(ended);
  return total;
}
