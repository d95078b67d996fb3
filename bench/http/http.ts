import { median } from '../harness/statistics.ts';
import { atLeast, type Mark, type Options, type Row, type Suite } from '../harness/suite.ts';
import { type Fire, fire } from './client/closed-loop.ts';
import { warmUp } from './client/open-loop.ts';
import { ask, type Kind, READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { pngsAlone } from './png-alone.ts';
import { population } from './service/population.ts';
import { processorTime } from './service/processor-time.ts';
import { type Served, serve, serveEcho } from './service/served.ts';

const CONNECTIONS = 50;

/** The whole path over HTTP next to a bare server on the same native core, client and connections. */
export const http: Suite = {
  name: 'http',
  what: `requests per second by ${CONNECTIONS} connections of autocannon, pipelining 1`,
  method:
    'Rows take turns in each repetition, after a warm-up; medians of the repetitions. Each connection goes round ' +
    'its share of the accounts, each with a key and a label of its own. The echo gets the requests of `render zpl` ' +
    "and of `GET label` and answers with as many bytes. The client shares the machine's cores with the server. " +
    `\`png alone\` are the PNG tasks of the first ${READY_LABELS} accounts given to a pool of as many threads ` +
    'without HTTP, keys and budgets; `render png` are the same through HTTP. Processor time is that of the whole process that answers. Labels of every account are more than ' +
    'the workers keep ready, so that most of those PNGs are drawn for the first time.',
  run,
};

interface Contestant {
  readonly name: string;
  /** The one that it is compared with, and what of it it is to reach. */
  readonly of?: string;
  readonly marks?: readonly Mark[];
  readonly claim?: string;
  /** The process that answers; none for tasks without HTTP. */
  readonly pid?: number;
  fire(seconds: number): Promise<Fire>;
}

async function run(options: Options): Promise<Row[]> {
  const people = await population(options);
  const service = await serve(people.dataDir);
  const stop = [() => service.stop()];
  try {
    const requests = (kind: Kind, tenants?: number) => requestsOf(kind, service, people, tenants);
    const echo = await serveEcho(
      await ask(service.port, requests('GET label')[0] as Request),
      await ask(service.port, requests('render zpl')[0] as Request),
    );
    stop.push(() => echo.stop());
    // Every label and key is in the caches of the service then.
    await warmUp(service.port, requests('render zpl'), 1);
    const alone = await pngsAlone(people);
    stop.push(() => alone.close());
    const over = (
      name: string,
      sent: readonly Request[],
      { port, pid }: Pick<Served, 'port' | 'pid'> = service,
    ): Contestant => ({ name, pid, fire: (seconds) => fire(port, sent, CONNECTIONS, seconds) });
    return await race(
      [
        over('echo POST', requests('render zpl'), echo),
        over('echo GET', requests('GET label'), echo),
        {
          ...over('render zpl', requests('render zpl')),
          of: 'echo POST',
          marks: [atLeast(0.45, 'ratio')],
          claim: 'ZPL is rendered at 0.45 of the rate of a bare echo, labels are read at 0.7',
        },
        {
          ...over('GET label', requests('GET label')),
          of: 'echo GET',
          marks: [atLeast(0.7, 'ratio')],
          claim: 'ZPL is rendered at 0.45 of the rate of a bare echo, labels are read at 0.7',
        },
        { name: 'png alone', fire: (seconds) => alone.fire(CONNECTIONS, seconds) },
        {
          ...over('render png', requests('render png', READY_LABELS)),
          of: 'png alone',
          marks: [atLeast(0.8, 'ratio')],
          claim: 'PNGs come at 0.8 of the rate of their tasks without HTTP',
        },
        over('render png, every label', requests('render png')),
        { ...over('render pdf', requests('render pdf', READY_LABELS)), of: 'render png' },
        over('print 10 records × 2', requests('print')),
      ],
      options,
    );
  } finally {
    for (const end of stop.toReversed()) await end();
  }
}

/** One firing, with the processor time of the process that answered, in microseconds a request. */
interface Sample extends Fire {
  readonly processorUs?: number;
}

async function race(contestants: readonly Contestant[], { quick }: Options): Promise<Row[]> {
  const samples = new Map<string, Sample[]>();
  for (const contestant of contestants) {
    if (!quick) await contestant.fire(3); // warm-up
    samples.set(contestant.name, []);
  }
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (const contestant of contestants) {
      samples.get(contestant.name)?.push(await sampleOf(contestant, quick ? 1 : 5));
    }
  }
  const rate = (name: string): number => median((samples.get(name) ?? []).map((sample) => sample.rate));
  return contestants.map((contestant) => rowOf(contestant, samples.get(contestant.name) ?? [], rate));
}

async function sampleOf({ fire: shoot, pid }: Contestant, seconds: number): Promise<Sample> {
  const used = (): number => (pid === undefined ? 0 : sum(Object.values(processorTime([pid]))));
  const before = used();
  const sample = await shoot(seconds);
  const answered = sum(Object.values(sample.statuses));
  return pid === undefined ? sample : { ...sample, processorUs: (used() - before) / answered };
}

function rowOf(
  { name, of, marks, claim }: Contestant,
  samples: readonly Sample[],
  rate: (name: string) => number,
): Row {
  const middle = (figure: (sample: Sample) => number): number => median(samples.map(figure));
  const errors = sum(samples.map((sample) => sample.errors));
  const statuses = samples.flatMap((sample) => Object.entries(sample.statuses));
  const good = sum(statuses.filter(([status]) => status === '200').map(([, count]) => count));
  const bad = statuses
    .filter(([status]) => status !== '200')
    .map(([status, count]) => `${count} × ${status}`);
  const failures = [...bad, ...(errors > 0 ? [`${errors} without an answer`] : [])];
  return {
    name,
    value: rate(name),
    unit: 'req/s',
    ...(of !== undefined && { ratio: rate(name) / rate(of), of }),
    ...(marks !== undefined && { marks }),
    ...(claim !== undefined && { claim }),
    detail: {
      'p50 ms': middle(({ p50Ms }) => p50Ms),
      'p99 ms': middle(({ p99Ms }) => p99Ms),
      ...(samples[0]?.processorUs !== undefined && {
        'processor µs/req': middle(({ processorUs = Number.NaN }) => processorUs),
      }),
      answers: good,
    },
    samples: samples.map((sample) => sample.rate),
    ...(failures.length > 0 && { failed: failures.join(', ') }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
