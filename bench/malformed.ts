import { flooding, malformedRequests } from '../test/load/misbehaviour.ts';
import { fareRow, goodTraffic } from './good-traffic.ts';
import type { Options, Row, Suite } from './harness.ts';
import type { Tenant } from './population.ts';
import { type WarmService, withWarmService } from './warm-service.ts';

/** Few, so that the flood is what a client can do, and not the whole machine. */
const AT_ONCE = 8;

export const malformed: Suite = {
  name: 'malformed',
  what: 'a million malformed requests, each on a connection of its own, beside good clients',
  method: `${AT_ONCE} at once, from a client on the same cores; p99 of \`render zpl\` at a steady rate meanwhile.`,
  run: (options) => withWarmService(options, (warm) => run(options, warm)),
};

async function run({ quick }: Options, { people, service, requests }: WarmService): Promise<Row[]> {
  const { port, basePath } = service;
  const quiet = await goodTraffic(port, requests, quick ? 0.7 : 5, () => true);
  const before = await service.vitals();

  const bad = malformedRequests(basePath, (people.tenants[0] as Tenant).key);
  const count = quick ? 5000 : 1_000_000;
  const over = new AbortController();
  const began = performance.now();
  const [outcomes, fare] = await Promise.all([
    flooding(port, count, AT_ONCE, bad).finally(() => over.abort()),
    goodTraffic(port, requests, quick ? 0.7 : 5, () => over.signal.aborted),
  ]);
  const seconds = (performance.now() - began) / 1000;
  const after = await service.vitals();
  const undeserved = Object.keys(outcomes).filter((outcome) => !/^(4\d\d|505|closed)$/.test(outcome));
  return [
    {
      name: `${count} malformed`,
      value: count / seconds,
      unit: 'req/s',
      note: 'answers by status',
      detail: outcomes,
      failed: undeserved.length > 0,
    },
    fareRow('quiet', quiet),
    fareRow('meanwhile', fare, quiet),
    {
      name: 'RSS',
      value: after.rssMiB,
      unit: 'MiB',
      ratio: after.rssMiB / before.rssMiB,
      note: 'of that before',
    },
    {
      name: 'descriptors',
      value: after.descriptors,
      unit: 'open',
      ratio: after.descriptors / before.descriptors,
      note: 'of those before',
    },
  ];
}
