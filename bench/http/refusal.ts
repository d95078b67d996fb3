import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { CARRIER_VARIABLES, carrierValues } from '../labels/carrier.ts';
import { answersOf, load } from './client/open-loop.ts';
import type { Request } from './client/request.ts';
import { makeOneAccount } from './service/one-account.ts';
import { processorTime } from './service/processor-time.ts';
import { type Served, serve } from './service/served.ts';

/** Enough that the service never waits for the client. */
const CONNECTIONS = 128;
/** Requests of each turn, some hundred milliseconds of work. */
const REQUESTS = 8000;
/** Turns that are not measured: until the compiler is done. */
const WARM_TURNS = 10;

const KIND = 'render zpl';

/** Compares a refusal with a render that is let in. */
export const refusal: Suite = {
  name: 'refusal',
  what: 'processor time of the whole server process for a request that the pool refuses, beside a small ZPL render',
  method:
    `The same ${CONNECTIONS} connections ask two services for the same render, in turns: one that lets all of them in, and ` +
    'one whose pool holds a single job (`POOL_THREADS=1`, `POOL_QUEUE=0`), so that it refuses nearly all. From the latter ' +
    'is taken away what its few renders took, by the former of the same round. Processor time of all threads, by the kernel.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const stop: (() => unknown)[] = [];
  try {
    const start = async (env: Record<string, string>) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'platen-refusal-'));
      stop.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const { key, labelId } = await makeOneAccount({ dataDir });
      const served = await serve(dataDir, env);
      stop.push(() => served.stop());
      const requests = Array.from(
        { length: CONNECTIONS },
        (_, set): Request => ({
          kind: KIND,
          method: 'POST',
          path: `${served.basePath}/labels/${labelId}/render`,
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ variables: carrierValues(set, CARRIER_VARIABLES.length) }),
        }),
      );
      return (count: number) => turnOf(served, requests, count);
    };
    const open = await start({});
    const full = await start({ POOL_THREADS: '1', POOL_QUEUE: '0' });
    for (const ask of [open, full]) await ask(WARM_TURNS * REQUESTS);
    const renders: number[] = [];
    const refusals: number[] = [];
    for (let round = 0; round < (quick ? 5 : 15); round++) {
      const accepted = await open(REQUESTS);
      const render = accepted.micros / accepted.answered;
      const { micros, answered, refused } = await full(REQUESTS);
      renders.push(render);
      refusals.push((micros - answered * render) / refused);
    }
    return [
      { name: 'render zpl', value: median(renders), unit: 'µs', samples: renders },
      {
        name: 'refusal',
        value: median(refusals),
        unit: 'µs',
        samples: refusals,
        ratio: median(refusals.map((micros, round) => micros / (renders[round] as number))),
        of: 'render zpl',
        marks: [atMost(0.35, 'ratio')],
        claim: 'A refusal takes at most 0.35 of the processor time of a small ZPL render',
      },
    ];
  } finally {
    for (const end of stop.toReversed()) await end();
  }
}

/** Sends so many requests; returns the processor time that the service took, in microseconds, and the answers. */
async function turnOf({ port, pid }: Served, requests: readonly Request[], count: number) {
  const before = processorTime([pid]);
  const plan = { port, requests, connections: CONNECTIONS, rate: null, seconds: 300, most: count };
  const result = await load(plan);
  const after = processorTime([pid]);
  const countOf = (status: number): number => answersOf(result, status, KIND)?.count ?? 0;
  const [answered, refused] = [countOf(200), countOf(503)];
  if (answered + refused < count) throw new Error(`not all were answered: ${JSON.stringify(result)}`);
  return { micros: after.main + after.others - before.main - before.others, answered, refused };
}
