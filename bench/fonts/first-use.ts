import { once } from 'node:events';
import { median } from '../harness/statistics.ts';
import type { Row } from '../harness/suite.ts';
import { startThread } from '../harness/typescript.ts';
import type { FirstUse } from './first-use-thread.ts';
import type { NotoFolder } from './noto-folder.ts';

/** By the clock: a thread's first label waits for it. */
export async function firstUseRows({ path }: NotoFolder, quick: boolean): Promise<Row[]> {
  const uses: FirstUse[] = [];
  for (let round = 0; round < (quick ? 3 : 11); round++) {
    const worker = startThread(new URL('first-use-thread.ts', import.meta.url), path);
    const [use] = (await once(worker, 'message')) as [FirstUse];
    uses.push(use);
    await once(worker, 'exit');
  }
  const row = (name: string, figure: keyof FirstUse): Row => {
    const samples = uses.map((use) => use[figure]);
    return { name, value: median(samples), unit: 'ms', samples };
  };
  return [
    { ...row('the folder is read', 'folder'), note: 'three fonts, at the start of the program' },
    { ...row('first glyph of Noto Sans CJK', 'first'), note: 'HarfBuzz is compiled, and the canvas loaded' },
    { ...row('then the first of Noto Sans Arabic', 'second'), note: 'in the same thread' },
  ];
}
