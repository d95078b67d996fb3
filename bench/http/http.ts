import { median, type Options, type Row, type Suite } from '../harness/harness.ts';
import { type Fire, fire } from './client/closed-loop.ts';
import { warmUp } from './client/open-loop.ts';
import { ask, type Kind, READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { pngsAlone } from './png-alone.ts';
import { population } from './service/population.ts';
import { serve, serveEcho } from './service/served.ts';

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
    'without HTTP, keys and budgets; `render png` are the same through HTTP. Labels of every account are more than ' +
    'the workers keep ready, so that most of those PNGs are drawn for the first time.',
  run,
};

interface Contestant {
  readonly name: string;
  readonly reference?: { readonly name: string; readonly note: string };
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
    const over = (name: string, sent: readonly Request[], port = service.port): Contestant => ({
      name,
      fire: (seconds) => fire(port, sent, CONNECTIONS, seconds),
    });
    return await race(
      [
        over('echo POST', requests('render zpl'), echo.port),
        over('echo GET', requests('GET label'), echo.port),
        {
          ...over('render zpl', requests('render zpl')),
          reference: { name: 'echo POST', note: 'of the echo; mark ≥ 0.45' },
        },
        {
          ...over('GET label', requests('GET label')),
          reference: { name: 'echo GET', note: 'of the echo; mark ≥ 0.7' },
        },
        { name: 'png alone', fire: (seconds) => alone.fire(CONNECTIONS, seconds) },
        {
          ...over('render png', requests('render png', READY_LABELS)),
          reference: { name: 'png alone', note: 'of png alone; mark ≥ 0.8' },
        },
        over('render png, every label', requests('render png')),
        {
          ...over('render pdf', requests('render pdf', READY_LABELS)),
          reference: { name: 'render png', note: 'of the PNG' },
        },
        over('print 10 records × 2', requests('print')),
      ],
      options,
    );
  } finally {
    for (const end of stop.toReversed()) await end();
  }
}

async function race(contestants: readonly Contestant[], { quick }: Options): Promise<Row[]> {
  const samples = new Map<string, Fire[]>();
  for (const { name, fire: shoot } of contestants) {
    if (!quick) await shoot(3); // warm-up
    samples.set(name, []);
  }
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (const { name, fire: shoot } of contestants) samples.get(name)?.push(await shoot(quick ? 1 : 5));
  }
  const middle = (name: string, figure: (sample: Fire) => number) =>
    median((samples.get(name) ?? []).map(figure));
  const rate = (name: string) => middle(name, (sample) => sample.rate);
  return contestants.map(({ name, reference }) => {
    const all = samples.get(name) ?? [];
    const answers = sumOf(all.map(({ statuses }) => statuses));
    const errors = all.reduce((sum, sample) => sum + sample.errors, 0);
    return {
      name,
      value: rate(name),
      unit: 'req/s',
      ...(reference === undefined ? {} : { ratio: rate(name) / rate(reference.name), note: reference.note }),
      detail: {
        'p50 ms': middle(name, ({ p50Ms }) => p50Ms),
        'p99 ms': middle(name, ({ p99Ms }) => p99Ms),
        ...answers,
        errors,
      },
      samples: all.map((sample) => sample.rate),
      failed: errors > 0 || Object.keys(answers).some((status) => status !== 'status 200'),
    };
  });
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [status, count] of counts.flatMap(Object.entries<number>)) {
    sum[`status ${status}`] = (sum[`status ${status}`] ?? 0) + count;
  }
  return sum;
}
