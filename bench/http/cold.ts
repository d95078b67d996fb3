import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../harness/statistics.ts';
import type { Options, Row, Suite } from '../harness/suite.ts';
import { ask, type Kind, type Request, requestsOf } from './client/request.ts';
import { population } from './service/population.ts';
import { serve } from './service/served.ts';

export const cold: Suite = {
  name: 'cold',
  what: 'from the start of the process to the first answers, and memory before there is any work',
  method:
    'Medians of several starts of the built program on an embedded database that has the accounts. Times count ' +
    'from the start of the process; the PNG is asked for when the ZPL has been answered. An empty process is one of ' +
    'Node.js, start to end.',
  run,
};

async function run(options: Options): Promise<Row[]> {
  const people = await population(options);
  const samples: Record<'bare' | 'zpl' | 'png' | 'idle', number[]> = { bare: [], zpl: [], png: [], idle: [] };
  for (let start = 0; start < (options.quick ? 1 : 7); start++) {
    const bare = performance.now();
    execFileSync(process.execPath, ['--eval', '']);
    samples.bare.push(performance.now() - bare);

    const began = performance.now();
    const service = await serve(people.dataDir);
    try {
      const first = (kind: Kind) => requestsOf(kind, service, people, 1)[0] as Request;
      await ask(service.port, first('render zpl'));
      samples.zpl.push(performance.now() - began);
      await ask(service.port, first('render png'));
      samples.png.push(performance.now() - began);
    } finally {
      await service.stop();
    }

    const idle = await serve(people.dataDir);
    await pause(options.quick ? 100 : 3000);
    samples.idle.push((await idle.vitals()).rssMiB);
    await idle.stop();
  }
  const bareMs = median(samples.bare);
  const row = (name: string, all: readonly number[]): Row => ({
    name,
    value: median(all),
    unit: 'ms',
    ratio: median(all) / bareMs,
    of: 'an empty process',
    samples: all,
  });
  return [
    { name: 'empty process', value: bareMs, unit: 'ms', samples: samples.bare },
    row('first ZPL', samples.zpl),
    row('first PNG', samples.png),
    { name: 'idle RSS', value: median(samples.idle), unit: 'MiB', samples: samples.idle },
  ];
}
