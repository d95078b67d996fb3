import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../harness/statistics.ts';
import { atLeast, atMost, type Mark, type Options, type Row, type Suite } from '../harness/suite.ts';
import {
  answersOf,
  type Load,
  load,
  type Plan,
  unexpected,
  WARM_CONNECTIONS,
  warmUp,
} from './client/open-loop.ts';
import { READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { type Population, population } from './service/population.ts';
import { processorMs } from './service/processor-time.ts';
import { type Served, serve, type Vitals } from './service/served.ts';

/** More than the service takes on at once, so that it must refuse. */
const CONNECTIONS = 512;
/** The longest wait in the client: a longer one says nothing about the server. */
const PATIENCE_MS = 5;
/** Before each load: the queue of the one before is gone. */
const PAUSE_MS = 1000;
/** In which the highest load and the capacity take turns. */
const ROUNDS = 3;

export const overload: Suite = {
  name: 'overload',
  what: `goodput and latency at 0.5 to 10 times the capacity, ${CONNECTIONS} connections, open loop`,
  method:
    'Capacity is what is got by as many requests at once as are never refused (64; 8 of large labels), each sent with the ' +
    'answer of another one. The same connections take turns with them, so that the system, the client and the server have ' +
    'as many to look after as under the loads. ' +
    'Then requests are sent when they are due, whatever became of those before, and latency counts from then, or from ' +
    'when a connection was free for it: at 10× all are in use, and a closed loop. One that finds none within ' +
    `${PATIENCE_MS} ms is given up: \`sent/s\` is what went out. Each load follows a pause of ${PAUSE_MS / 1000} s, and ` +
    'begins a second before it counts, with a burst that is let in whole. That at half of the capacity comes first and ' +
    'again last: the highest load is compared with the better one. The highest load and the capacity take turns, since the ' +
    'capacity of a machine moves by a tenth in minutes: goodput is compared within each round, and medians of the rounds count; ' +
    "the rows of 10× are those of the round in the middle. The client shares the machine's cores with the server: what it " +
    "takes the server lacks, so goodput is compared by the server's processor time too. The delay of the event loop has a " +
    'floor of 10 ms.',
  run,
};

const CLAIM =
  "At 10 times the capacity: 0.95 of the goodput alone, by the clock and by the server's processor time, p99 at most 3 times and " +
  'memory 1.2 times those at half of the capacity; at half of the capacity none in a thousand is refused';

interface Step {
  readonly name: string;
  readonly load: Load;
  readonly vitals: Vitals;
  /** Processors that both were using. */
  readonly clientCores: number;
  readonly serviceCores: number;
}

/** One after the other, so that they find the machine alike. */
interface Round {
  readonly high: Step;
  readonly alone: Step;
}

/** Answers for what the service takes of a processor, whoever else is at work on the machine. */
const perProcessorSecond = ({ load: { goodput }, serviceCores }: Step): number => goodput / serviceCores;

async function run(options: Options): Promise<Row[]> {
  const people = await population(options);
  const rows: Row[] = [];
  const mixes = Object.entries(MIXES);
  for (const [name, mix] of options.quick ? mixes.slice(0, 2) : mixes) {
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
  // Drawn as a whole each time, for no thread keeps 100 of this size; few enough that the client can send ten times as
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
  await warmUp(port, requests, quick ? 3 : 5, Math.min(unrefused, WARM_CONNECTIONS));
  const under = async (
    label: string,
    plan: Pick<Plan, 'connections' | 'atOnce' | 'rate' | 'patienceMs'>,
  ): Promise<Step> => {
    await service.vitals(); // from now on
    const time = { leadSeconds: 1, seconds: quick ? 4 : 8 };
    const loading = load({ port, requests, ...plan, ...time });
    // Counts the middle of the time, without the first burst and the last refusals.
    await pause(1000 * time.leadSeconds);
    const before = { own: process.cpuUsage(), service: processorMs(service.pid), at: performance.now() };
    await pause(1000 * time.seconds);
    const own = process.cpuUsage(before.own);
    const serviceMs = processorMs(service.pid) - before.service;
    const ms = performance.now() - before.at;
    return {
      name: `${name}, ${label}`,
      load: await loading,
      vitals: await service.vitals(),
      clientCores: (own.user + own.system) / 1000 / ms,
      serviceCores: serviceMs / ms,
    };
  };
  const alone = (): Promise<Step> =>
    under('capacity', { connections: CONNECTIONS, atOnce: unrefused, rate: null });
  const first = await alone();
  const step = async (factor: number, label = `${factor}×`): Promise<Step> => {
    await pause(PAUSE_MS);
    const rate = first.load.goodput * factor;
    return under(label, { connections: CONNECTIONS, patienceMs: PATIENCE_MS, rate });
  };
  const calm = [await step(0.5)];
  const busy: Step[] = [];
  if (!quick) for (const factor of [1, 2, 5]) busy.push(await step(factor));
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const high = await step(10);
    await pause(PAUSE_MS);
    rounds.push({ high, alone: await alone() });
  }
  calm.push(await step(0.5, '0.5× again'));
  const middle = rounds.toSorted((a, b) => a.high.load.goodput - b.high.load.goodput)[ROUNDS >> 1] as Round;
  return [
    ...[middle.alone, ...calm, ...busy, middle.high].flatMap((each) => stepRows(each, first.load.goodput)),
    ...markRows(name, requests[0] as Request, { calm, rounds }),
  ];
}

/**
 * A row for the step, which has the latencies too if all requests are of one kind; else a row for each kind as well.
 */
function stepRows({ name, load: result, vitals, clientCores, serviceCores }: Step, capacity: number): Row[] {
  const kinds = [...new Set(result.answers.map(({ kind }) => kind))].toSorted();
  const wrong = unexpected(result, true);
  const step: Row = {
    name,
    value: result.goodput,
    unit: 'req/s',
    ratio: result.goodput / capacity,
    of: 'the capacity',
    detail: {
      'offered/s': result.offeredRate,
      'sent/s': result.sentRate,
      ...(kinds.length === 1 && latenciesOf(result, kinds[0] as string)),
      'RSS MiB': vitals.rssMiB,
      'loop p99 ms': vitals.loopP99Ms,
      'client, cores': clientCores,
      'service, cores': serviceCores,
    },
    ...(result.errors + wrong > 0 && { failed: `${result.errors} lost, ${wrong} wrong answers` }),
  };
  if (kinds.length === 1) return [step];
  return [
    step,
    ...kinds.map((kind): Row => {
      const accepted = answersOf(result, 200, kind)?.count ?? 0;
      return {
        name: `${name}: ${kind}`,
        value: accepted,
        unit: 'answers',
        detail: latenciesOf(result, kind),
      };
    }),
  ];
}

/** Latencies of accepted and of refused requests. */
function latenciesOf(result: Load, kind: string): Record<string, number> {
  const accepted = answersOf(result, 200, kind);
  const refused = answersOf(result, 503, kind);
  return {
    ...(accepted !== undefined && {
      'p50 ms': accepted.p50Ms,
      'p99 ms': accepted.p99Ms,
      'p99.9 ms': accepted.p999Ms,
    }),
    refused: refused?.count ?? 0,
    ...(refused !== undefined && {
      'refused p50 ms': refused.p50Ms,
      'refused p99 ms': refused.p99Ms,
      'refused p99.9 ms': refused.p999Ms,
    }),
  };
}

interface Steps {
  /** At half of the capacity. */
  readonly calm: readonly Step[];
  readonly rounds: readonly Round[];
}

/** The targets; latencies are those of the mix's first kind. */
function markRows(name: string, { kind }: Request, { calm, rounds }: Steps): Row[] {
  const middle = (figure: (round: Round) => number): number => median(rounds.map(figure));
  const acceptedP99Ms = middle((round) => answersOf(round.high.load, 200, kind)?.p99Ms ?? Number.NaN);
  const row = (
    what: string,
    value: number,
    of: string,
    reference: number,
    unit: string,
    mark: Mark,
  ): Row => ({
    name: `${name}, 10×: ${what}`,
    value,
    unit,
    ratio: value / reference,
    of,
    marks: [mark],
    claim: CLAIM,
  });
  const calmP99Ms = Math.min(...calm.map((step) => answersOf(step.load, 200, kind)?.p99Ms ?? Number.NaN));
  const calmRssMiB = Math.min(...calm.map((step) => step.vitals.rssMiB));
  const inRounds = (what: string, figure: (step: Step) => number, unit: string): Row => ({
    ...row(
      what,
      middle(({ high }) => figure(high)),
      'that alone',
      1,
      unit,
      atLeast(0.95, 'ratio'),
    ),
    ratio: middle(({ high, alone }) => figure(high) / figure(alone)),
    samples: rounds.map(({ high }) => figure(high)),
  });
  return [
    ...calm.map((step): Row => {
      const answers = step.load.answers.reduce((sum, { count }) => sum + count, 0);
      const count = step.load.answers.reduce((sum, each) => sum + (each.status === 503 ? each.count : 0), 0);
      return {
        name: `${step.name}: refused`,
        value: (1000 * count) / answers,
        unit: 'of 1000',
        marks: [atMost(1)],
        claim: CLAIM,
      };
    }),
    inRounds('goodput', ({ load: { goodput } }) => goodput, 'req/s'),
    inRounds("goodput by the server's time", perProcessorSecond, 'req/s of a processor'),
    row('accepted p99', acceptedP99Ms, 'that at 0.5×', calmP99Ms, 'ms', atMost(3, 'ratio')),
    row(
      'RSS',
      middle((round) => round.high.vitals.rssMiB),
      'that at 0.5×',
      calmRssMiB,
      'MiB',
      atMost(1.2, 'ratio'),
    ),
  ];
}
