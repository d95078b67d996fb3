import { setTimeout as pause } from 'node:timers/promises';
import { median, type Options, type Row, type Suite } from '../harness/harness.ts';
import { answersOf, load, unexpected, warmUp } from './client/open-loop.ts';
import { READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { population } from './service/population.ts';
import { serve, type Vitals } from './service/served.ts';

const CONNECTIONS = 64;
const SHARE = 0.8;

export const soak: Suite = {
  name: 'soak',
  what: `memory and descriptors over ten minutes at ${SHARE * 100} % of the capacity`,
  method:
    'One PNG, one print job and one read to every seven `render zpl`, at a steady rate. Memory is compared ' +
    'between the second and the last fifth of the time; the slope is the median of those of all pairs of samples ' +
    'in the latter four fifths (Theil–Sen), which no single peak can move.',
  run,
};

interface Sample extends Vitals {
  readonly minutes: number;
}

async function run(options: Options): Promise<Row[]> {
  const people = await population(options);
  const service = await serve(people.dataDir);
  try {
    const { port } = service;
    const zpl = requestsOf('render zpl', service, people);
    const png = requestsOf('render png', service, people, READY_LABELS);
    const print = requestsOf('print', service, people);
    const read = requestsOf('GET label', service, people);
    const requests = Array.from({ length: zpl.length }, (_, at): Request => {
      const sender = [png, print, read][at % 10] ?? zpl;
      return sender[at % sender.length] as Request;
    });
    const plan = { port, requests, connections: CONNECTIONS };
    await warmUp(port, requests, options.quick ? 0.5 : 20);
    const { goodput } = await load({ ...plan, rate: null, seconds: options.quick ? 1 : 10 });

    const seconds = options.quick ? 3 : 600;
    const everyMs = seconds * 20;
    const samples: Sample[] = [];
    const began = performance.now();
    const loaded = load({ ...plan, rate: SHARE * goodput, seconds });
    while (performance.now() < began + seconds * 1000 - everyMs) {
      await pause(everyMs);
      samples.push({ minutes: (performance.now() - began) / 60_000, ...(await service.vitals()) });
    }
    const result = await loaded;
    const others = result.answers
      .filter(({ status }) => status !== 200)
      .map(({ kind, status, count }): [string, number] => [`${kind} ${status}`, count]);
    const figures = ['render zpl', 'render png', 'print', 'GET label'].flatMap((kind) => {
      const answers = answersOf(result, 200, kind);
      return [
        [`${kind} p50 ms`, answers?.p50Ms ?? Number.NaN],
        [`${kind} p99 ms`, answers?.p99Ms ?? Number.NaN],
      ];
    });
    return [
      {
        name: 'goodput',
        value: result.goodput,
        unit: 'req/s',
        ratio: result.goodput / result.offeredRate,
        note: 'of what was offered',
        detail: {
          ...Object.fromEntries([...figures, ...others]),
          'lost connections': result.errors,
          'not sent': result.unsent,
        },
        failed: unexpected(result) + result.errors + result.unsent > 0,
      },
      growth('RSS', 'MiB', samples, ({ rssMiB }) => rssMiB),
      growth('descriptors', 'open', samples, ({ descriptors }) => descriptors),
      {
        name: 'threads replaced',
        value: samples.at(-1)?.workersReplaced ?? Number.NaN,
        unit: 'threads',
        note: 'one after every million tasks is by design',
      },
    ];
  } finally {
    await service.stop();
  }
}

/** How a figure came to its end from when all was warm. */
function growth(
  name: string,
  unit: string,
  samples: readonly Sample[],
  figure: (sample: Sample) => number,
): Row {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const settled = samples.slice(fifth);
  const before = median(settled.slice(0, fifth).map(figure));
  const after = median(settled.slice(-fifth).map(figure));
  const slopes = settled.flatMap((late, at) =>
    settled.slice(0, at).map((early) => (figure(late) - figure(early)) / (late.minutes - early.minutes)),
  );
  return {
    name,
    value: after,
    unit,
    ratio: after / before,
    note: 'at the end, of that after a fifth of the time; mark: no growth',
    detail: { [`${unit} a minute`]: median(slopes), most: Math.max(...samples.map(figure)) },
  };
}
