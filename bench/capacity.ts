import {
  type Costs,
  type Deployment,
  type Prediction,
  predict,
  predictMisses,
  THREADS,
  type Workload,
} from './capacity-model.ts';
import { simulate } from './capacity-simulation.ts';
import type { Row, Suite } from './harness.ts';

/** Processor time as the suite `cluster` measured it; docs/scaling.md says where. Microseconds. */
const COSTS: Costs = {
  balancer: 42.5,
  // Of the single instance, and 32 more for its connections to Redis and the balancer.
  frontEnd: { zpl: 102, png: 201, pdf: 219 },
  worker: { zpl: 41, png: 256, pdf: 371 },
  charge: 13.9,
  guard: 8.2,
  query: 82.5,
};

const WORKLOAD: Workload = {
  formats: { zpl: 0.7, png: 0.2, pdf: 0.1 },
  // Half of the default budget.
  keyRate: 0.5,
  labelsOfKey: 4,
  // Labels of 2 kB, which take 7.5 kB of the cache's 128 MiB.
  labelRoom: 17_500,
};

/** How busy a part may be: what is left takes peaks, and the work of one that fails. */
const BUSY = 0.65;
/** The closed form and the simulation must not differ by more. */
const TOLERANCE = 0.1;

/** What so many labels a second need, in closed form, and the same tried out. */
export const capacity: Suite = {
  name: 'capacity',
  what: `closed form next to a simulation; ${THREADS} worker threads an instance, parts at most ${BUSY * 100} % busy`,
  run: async () =>
    [1000, 10_000, 100_000].flatMap((rate) => [
      ...compare(deploymentFor(rate, 'any instance')),
      ...compare(deploymentFor(rate, 'by key')),
    ]),
};

/** The least that serves this rate with no part too busy, and an instance more. */
function deploymentFor(rate: number, balancing: Deployment['balancing']): Deployment {
  const each = (of: Costs['worker']): number =>
    (rate / 1e6 / BUSY) *
    (WORKLOAD.formats.zpl * of.zpl + WORKLOAD.formats.png * of.png + WORKLOAD.formats.pdf * of.pdf);
  const instances = 1 + Math.ceil(Math.max(each(COSTS.frontEnd), each(COSTS.worker) / THREADS));
  const units = (us: number): number => Math.ceil((rate * us) / 1e6 / BUSY);
  const deployment = { rate, balancing, instances, balancerThreads: units(COSTS.balancer) };
  const redisShards = units(COSTS.guard + COSTS.charge) === 1 ? 1 : units(COSTS.charge);
  const { callerMisses, labelMisses } = predictMisses(
    { ...deployment, redisShards, postgresCores: 1 },
    WORKLOAD,
  );
  const postgresCores = Math.max(1, units(COSTS.query * (callerMisses + labelMisses)));
  return { ...deployment, redisShards, postgresCores };
}

function compare(deployment: Deployment): Row[] {
  const closed = predict(deployment, WORKLOAD, COSTS);
  const tried = simulate(deployment, WORKLOAD, COSTS);
  const { rate, balancing, instances, redisShards, postgresCores, balancerThreads } = deployment;
  const name = `${rate} labels/s, ${balancing}`;
  const [expected, found] = [figures(deployment, closed), figures(deployment, tried)];
  const apart = Math.max(
    ...Object.entries(expected).map(([what, value]) => Math.abs((found[what] ?? Number.NaN) / value - 1)),
  );
  return [
    {
      name,
      value: instances,
      unit: 'instances',
      detail: {
        'Redis nodes': redisShards === 1 ? 1 : redisShards + 1,
        'PostgreSQL cores': postgresCores,
        'balancer threads': balancerThreads,
      },
    },
    { name: `${name}: closed form`, value: closed.meanUs / 1000, unit: 'ms', detail: expected },
    {
      name: `${name}: simulated`,
      value: tried.meanUs / 1000,
      unit: 'ms',
      ratio: tried.meanUs / closed.meanUs,
      note: `at most ${(100 * apart).toFixed(1)} % apart; mark ≤ ${100 * TOLERANCE}`,
      detail: found,
      // Also if a figure is missing.
      ...(apart <= TOLERANCE ? {} : { failed: true }),
    },
  ];
}

/** What the two must agree on. */
function figures({ rate }: Deployment, prediction: Prediction): Record<string, number> {
  const { callerMisses, labelMisses, busy, meanUs } = prediction;
  return {
    'queries/s': rate * (callerMisses + labelMisses),
    'mean µs': meanUs,
    ...Object.fromEntries(Object.entries(busy).map(([part, share]) => [`${part} busy %`, 100 * share])),
  };
}
