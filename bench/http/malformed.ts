import { malformedRequests } from '../../test/faults/load/misbehaviour.ts';
import type { Options, Row, Suite } from '../harness/suite.ts';
import { attacker } from './client/attacker.ts';
import { fareRow, goodTraffic, together } from './client/good-traffic.ts';
import type { Tenant } from './service/population.ts';
import { type WarmService, withWarmService } from './service/warm-service.ts';

/** Few, so that the flood is what a client can do, and not the whole machine. */
const AT_ONCE = 8;
const QUIET_PERIODS = 10;

export const malformed: Suite = {
  name: 'malformed',
  what: 'a million malformed requests, each on a connection of its own, beside good clients',
  method:
    `${AT_ONCE} at once, from a client of the lowest priority on the same cores; medians of the p99 of \`render zpl\` at a ` +
    'steady rate in periods of a second meanwhile, and of quiet ones before and after.',
  run: (options) => withWarmService(options, (warm) => run(options, warm)),
};

async function run({ quick }: Options, { people, service, requests }: WarmService): Promise<Row[]> {
  const { port, basePath } = service;
  const calm = () => goodTraffic(port, requests, (periods) => periods === (quick ? 1 : QUIET_PERIODS));
  const quiet = await calm();
  const before = await service.vitals();

  const bad = malformedRequests(basePath, (people.tenants[0] as Tenant).key);
  const count = quick ? 5000 : 1_000_000;
  let over = false;
  const began = performance.now();
  const attack = attacker({ kind: 'malformed', port, requests: bad, count, atOnce: AT_ONCE });
  const [outcomes, fare] = await Promise.all([
    attack.outcomes.finally(() => (over = true)),
    goodTraffic(port, requests, () => over),
  ]);
  const seconds = (performance.now() - began) / 1000;
  const after = await service.vitals();
  const still = await calm();
  const undeserved = Object.keys(outcomes).filter((outcome) => !/^(4\d\d|505|closed)$/.test(outcome));
  return [
    {
      name: `${count} malformed`,
      value: count / seconds,
      unit: 'req/s',
      note: Object.entries(outcomes)
        .map(([outcome, times]) => `${times} × ${outcome}`)
        .join(', '),
      ...(undeserved.length > 0 && { failed: `ended as ${undeserved.join(', ')}` }),
    },
    fareRow('meanwhile', fare, together([quiet, still])),
    {
      name: 'RSS',
      value: after.rssMiB,
      unit: 'MiB',
      ratio: after.rssMiB / before.rssMiB,
      of: 'that before',
    },
    {
      name: 'descriptors',
      value: after.descriptors,
      unit: 'open',
      ratio: after.descriptors / before.descriptors,
      of: 'those before',
    },
  ];
}
