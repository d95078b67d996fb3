import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../harness/statistics.ts';
import { atMost, type Mark, type Options, type Row, type Suite } from '../harness/suite.ts';
import { CARRIER_VARIABLES, carrierValues } from '../labels/carrier.ts';
import { fire } from './client/closed-loop.ts';
import { ask, type Request } from './client/request.ts';
import { makeOneAccount, type OneAccount } from './service/one-account.ts';
import { type ProcessorTime, processorTime } from './service/processor-time.ts';
import { builtIn, type Served, serve, serveEcho } from './service/served.ts';

/** Sets of values that take turns: a PNG whose values were there before is drawn for less. */
const SETS = 40;
/** Turns that are not measured: with five, a tenth of what was measured was the compiler's work. */
const WARM_TURNS = 20;
const CLAIM = 'A request takes a few times the processor time that a bare server takes for the same answer';

/** Cost of a request to the process that answers it. */
export const request: Suite = {
  name: 'request',
  what: 'processor time of the whole server process for one request, beside a bare server on the same native core',
  method:
    `autocannon, pipelining 1; ${SETS} different sets of values take turns. The service and an echo that answers the same ` +
    'requests with as many bytes, each in a process of its own, are asked until the compiler is done with them, and then take ' +
    'turns in fifteen rounds; medians of what the kernel says of all threads of the process, by the number of answers, and of ' +
    'the ratios of each round. With `--against DIR` the build of another commit takes turns with them.',
  run,
};

interface Contest {
  readonly name: string;
  readonly connections: number;
  /** Answers of each turn: some hundred milliseconds of work. */
  readonly answers: number;
  /** One request for each set of values. */
  readonly requests: readonly Request[];
  readonly marks: readonly Mark[];
}

/** A running service with an account of its own. */
interface Contestant extends Served {
  readonly contests: readonly Contest[];
}

async function run({ quick, against }: Options): Promise<Row[]> {
  const stop: (() => unknown)[] = [];
  try {
    const start = async (program?: string): Promise<Contestant> => {
      const dataDir = mkdtempSync(join(tmpdir(), 'platen-request-'));
      stop.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const populated = await makeOneAccount({ dataDir });
      const served = await serve(dataDir, {}, program);
      stop.push(() => served.stop());
      return { ...served, contests: contestsOf(served, populated) };
    };
    const now = await start();
    const before = against === undefined ? undefined : await start(builtIn(against));
    const rows: Row[] = [];
    for (const at of now.contests.keys()) rows.push(await measure(at, now, before, quick));
    return rows;
  } finally {
    for (const end of stop.toReversed()) await end();
  }
}

async function measure(
  at: number,
  now: Contestant,
  before: Contestant | undefined,
  quick: boolean,
): Promise<Row> {
  const { name, connections, answers, requests, marks } = now.contests[at] as Contest;
  const bytes = await ask(now.port, requests[0] as Request);
  const echo = await serveEcho(bytes, bytes);
  const contestants = [echo, now, ...(before === undefined ? [] : [before])];
  const samples: ProcessorTime[][] = contestants.map(() => []);
  for (let round = 0; round <= (quick ? 5 : 15); round++) {
    for (const [index, { port, pid }] of contestants.entries()) {
      const theirs = (contestants[index] as Partial<Contestant>).contests?.[at]?.requests ?? requests;
      const used = await usedBy(
        { port, pid },
        theirs,
        connections,
        round === 0 ? WARM_TURNS * answers : answers,
      );
      if (round > 0) samples[index]?.push(used);
    }
  }
  await echo.stop();
  const whole = samples.map((all) => all.map(({ main, others }) => main + others));
  const [bare, today, old] = whole.map(median) as [number, number, number?];
  const [ofEcho, , ofOld] = whole.map((theirs) =>
    median((whole[1] as number[]).map((used, round) => used / (theirs[round] as number))),
  ) as [number, number, number?];
  return {
    name,
    value: today,
    unit: 'µs',
    samples: whole[1] as number[],
    ratio: ofEcho,
    of: 'echo',
    marks: marks.filter(({ figure }) => figure === 'ratio' || old !== undefined),
    claim: CLAIM,
    detail: {
      'main thread µs': median((samples[1] as ProcessorTime[]).map(({ main }) => main)),
      'echo µs': bare,
      ...(old !== undefined && { 'that build µs': old, [OF_THAT_BUILD]: ofOld }),
    },
  };
}

/** Processor time of a process for each request that it answers, in microseconds. */
async function usedBy(
  { port, pid }: Pick<Served, 'port' | 'pid'>,
  requests: readonly Request[],
  connections: number,
  answers: number,
): Promise<ProcessorTime> {
  // Each connection goes round all of them, from another one on.
  const spread = Array.from(
    { length: connections * requests.length },
    (_, at) => requests[((at % connections) + Math.floor(at / connections)) % requests.length] as Request,
  );
  const before = processorTime([pid]);
  const { statuses, errors } = await fire(port, spread, connections, { answers });
  const after = processorTime([pid]);
  const { 200: answered = 0, ...refused } = statuses;
  if (errors > 0 || Object.keys(refused).length > 0) {
    throw new Error(`${errors} requests had no answer, others ${JSON.stringify(refused)} in place of 200`);
  }
  return { main: (after.main - before.main) / answered, others: (after.others - before.others) / answered };
}

const OF_THAT_BUILD = 'of that build';

/** Marks by the bare server, and by the build of another commit with the noise of a busy machine. */
function marksOf(ofEcho: number): Mark[] {
  return [atMost(ofEcho, 'ratio'), atMost(1.1, OF_THAT_BUILD)];
}

function contestsOf({ basePath }: Served, { key, labelId }: OneAccount): Contest[] {
  const label = `${basePath}/labels/${labelId}`;
  const posts = (kind: string, path: string, body: (set: number) => unknown): Request[] =>
    Array.from({ length: SETS }, (_, set) => ({
      kind,
      method: 'POST',
      path: `${label}/${path}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body(set)),
    }));
  const all = CARRIER_VARIABLES.length;
  const zpl = posts('zpl', 'render', (set) => ({ variables: carrierValues(set, all) }));
  return [
    { name: 'render zpl', connections: 50, answers: 4000, requests: zpl, marks: marksOf(3.3) },
    {
      name: 'render zpl, 8 connections',
      connections: 8,
      answers: 4000,
      requests: zpl,
      marks: marksOf(5),
    },
    {
      name: 'render png, all values new',
      connections: 50,
      answers: 600,
      requests: posts('png', 'render', (set) => ({ variables: carrierValues(set, all), format: 'png' })),
      marks: marksOf(16.9),
    },
    {
      name: 'render png, 5 values new',
      connections: 50,
      answers: 600,
      requests: posts('png', 'render', (set) => ({ variables: carrierValues(set, 5), format: 'png' })),
      marks: marksOf(16.9),
    },
    {
      name: 'print 25 records',
      connections: 50,
      answers: 600,
      requests: posts('print', 'print', (set) => ({
        records: Array.from({ length: 25 }, (_, record) => carrierValues(set * 25 + record, all)),
      })),
      marks: marksOf(7.6),
    },
    {
      name: 'GET label',
      connections: 50,
      answers: 8000,
      requests: [{ kind: 'label', method: 'GET', path: label, headers: { 'x-api-key': key } }],
      marks: marksOf(1.8),
    },
  ];
}
