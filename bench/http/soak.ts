import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { answersOf, load, warmUp } from './client/open-loop.ts';
import { READY_LABELS, type Request, requestsOf } from './client/request.ts';
import { population } from './service/population.ts';
import { serve, type Vitals } from './service/served.ts';

const CONNECTIONS = 64;
const SHARE = 0.8;
/** The ratio by which a sampled figure may differ when nothing has grown. */
const NO_GROWTH = 1.05;

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
      .map(({ kind, status, count }) => `${count} × ${kind} ${status}`);
    const failures = [
      ...others,
      ...(result.errors > 0 ? [`${result.errors} connections lost`] : []),
      ...(result.unsent > 0 ? [`${result.unsent} not sent`] : []),
    ];
    const latencies = ['render zpl', 'render png', 'print', 'GET label'].map((kind): Row => {
      const answers = answersOf(result, 200, kind);
      return {
        name: kind,
        value: answers?.p50Ms ?? Number.NaN,
        unit: 'ms p50',
        detail: { 'p99 ms': answers?.p99Ms ?? Number.NaN, answers: answers?.count ?? 0 },
      };
    });
    return [
      {
        name: 'goodput',
        value: result.goodput,
        unit: 'req/s',
        ratio: result.goodput / result.offeredRate,
        of: 'what was offered',
        ...(failures.length > 0 && { failed: failures.join(', ') }),
      },
      ...latencies,
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
    of: 'that after a fifth of the time',
    marks: [atMost(NO_GROWTH, 'ratio')],
    claim: 'Neither memory nor descriptors grow in ten minutes at 80 % of the capacity',
    detail: { 'a minute': median(slopes), most: Math.max(...samples.map(figure)) },
  };
}
