import type { Options, Row, Suite } from '../harness/harness.ts';
import { answersOf, type Load, load, unexpected, WARM_CONNECTIONS, warmUp } from './client/open-loop.ts';
import { READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { type Population, population } from './service/population.ts';
import { type Served, serve, type Vitals } from './service/served.ts';

/** More than the service takes on at once, so that it must refuse. */
const CONNECTIONS = 512;
/** What waits longer in the client says nothing about the server. */
const PATIENCE_MS = 5;

export const overload: Suite = {
  name: 'overload',
  what: `goodput and latency at 0.5 to 10 times the capacity, ${CONNECTIONS} connections, open loop`,
  method:
    'Capacity is what as many connections get as are never refused (64; 8 of large labels), each of which sends its ' +
    'next request with its answer. ' +
    'Then requests are sent when they are due, whatever became of those before, and latency counts from then. One ' +
    `that finds no free connection within ${PATIENCE_MS} ms is given up: \`sent/s\` is what went out. The client shares the ` +
    "machine's cores with the server: what it takes the server lacks. The delay of the event loop has a floor of 10 ms.",
  run,
};

interface Step {
  readonly factor: number;
  readonly load: Load;
  readonly vitals: Vitals;
}

async function run(options: Options): Promise<Row[]> {
  const people = await population(options);
  const rows: Row[] = [];
  const mixes = Object.entries(MIXES);
  for (const [name, mix] of options.quick ? mixes.slice(1, 2) : mixes) {
    // A process of its own for each, so that one's memory is not the other's.
    const service = await serve(people.dataDir);
    try {
      rows.push(...(await climb(name, service, mix.requests(service, people), mix.unrefused, options)));
    } finally {
      await service.stop();
    }
  }
  return rows;
}

interface Mix {
  requests(service: Served, people: Population): Request[];
  /** Requests at once of which none is refused. */
  readonly unrefused: number;
}

const MIXES: Readonly<Record<string, Mix>> = {
  zpl: { requests: (service, people) => requestsOf('render zpl', service, people), unrefused: 64 },
  png: {
    requests: (service, people) => requestsOf('render png', service, people, READY_LABELS),
    unrefused: 64,
  },
  'png and zpl': {
    requests(service, people) {
      const zpl = requestsOf('render zpl', service, people, READY_LABELS);
      return requestsOf('render png', service, people, READY_LABELS).flatMap((png, at) => [
        png,
        ...Array.from({ length: 4 }, (_, i) => zpl[(at + i) % zpl.length] as Request),
      ]);
    },
    unrefused: 64,
  },
  // Drawn as a whole each time, for no thread keeps so many of this size: so few that the client can send ten times as
  // many beside the server.
  'large png': {
    requests: (service, people) => requestsOf('render large png', service, people, READY_LABELS),
    unrefused: 8,
  },
};

async function climb(
  name: string,
  service: Served,
  requests: readonly Request[],
  unrefused: number,
  { quick }: Options,
): Promise<Row[]> {
  const { port } = service;
  const atMost = { port, requests, connections: unrefused, rate: null };
  await warmUp(port, requests, quick ? 1 : 5, Math.min(unrefused, WARM_CONNECTIONS));
  const capacity = (await load({ ...atMost, seconds: quick ? 1 : 5 })).goodput;
  const steps: Step[] = [];
  for (const factor of quick ? [0.5, 10] : [0.5, 1, 2, 5, 10]) {
    await service.vitals(); // from now on
    const plan = {
      port,
      requests,
      connections: CONNECTIONS,
      patienceMs: PATIENCE_MS,
      rate: capacity * factor,
      seconds: quick ? 0.7 : 10,
    };
    steps.push({ factor, load: await load(plan), vitals: await service.vitals() });
  }
  return [
    { name: `${name}, capacity`, value: capacity, unit: 'req/s' },
    ...steps.map((step) => stepRow(name, step, capacity)),
    ...markRows(name, requests[0] as Request, steps),
  ];
}

function stepRow(name: string, { factor, load: result, vitals }: Step, capacity: number): Row {
  const latencies = result.answers.flatMap(({ kind, status, count, p50Ms, p99Ms, p999Ms }) => {
    const who = `${kind} ${status}`;
    return [
      [`${who}: count`, count],
      ['p50 ms', p50Ms],
      ['p99 ms', p99Ms],
      ['p99.9 ms', p999Ms],
    ].map(([label, value], at) => [at === 0 ? label : `${who} ${label}`, value]);
  });
  return {
    name: `${name}, ${factor}×`,
    value: result.goodput,
    unit: 'req/s',
    ratio: result.goodput / capacity,
    note: 'of the capacity',
    detail: {
      'sent/s': result.sentRate,
      'offered/s': result.offeredRate,
      ...Object.fromEntries(latencies),
      errors: result.errors,
      'RSS MiB': vitals.rssMiB,
      'loop p99 ms': vitals.loopP99Ms,
    },
    failed: result.errors > 0 || unexpected(result, true) > 0,
  };
}

/** The targets; latencies are those of the mix's first kind. */
function markRows(name: string, { kind }: Request, steps: readonly Step[]): Row[] {
  const [low] = steps;
  const high = steps.at(-1);
  if (low === undefined || high === undefined) return [];
  const figure = (step: Step, status: number, of: 'p50Ms' | 'p99Ms') =>
    answersOf(step.load, status, kind)?.[of] ?? Number.NaN;
  const row = (what: string, value: number, reference: number, unit: string, note: string): Row => ({
    name: `${name}, 10×: ${what}`,
    value,
    unit,
    ratio: value / reference,
    note,
  });
  const best = Math.max(...steps.map((step) => step.load.goodput));
  return [
    row('goodput', high.load.goodput, best, 'req/s', 'of the best step; mark ≥ 0.95'),
    row(
      'accepted p99',
      figure(high, 200, 'p99Ms'),
      figure(low, 200, 'p99Ms'),
      'ms',
      'of that at 0.5×; mark ≤ 3',
    ),
    row(
      'refused p50',
      figure(high, 503, 'p50Ms'),
      figure(high, 200, 'p50Ms'),
      'ms',
      'of the accepted; mark < 0.1',
    ),
    row('RSS', high.vitals.rssMiB, low.vitals.rssMiB, 'MiB', 'of that at 0.5×; mark ≤ 1.3'),
  ];
}
