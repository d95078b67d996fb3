/** A workload, and what it is served with. */
export interface Deployment {
  /** Labels asked for in a second, one a request. */
  readonly rate: number;
  /** How requests reach instances: any of them, or always the same one for one key. */
  readonly balancing: 'any instance' | 'by key';
  readonly instances: number;
  /** Nodes among which the budgets are shared; another one has the guards if there is more than one. */
  readonly redisShards: number;
  readonly postgresCores: number;
  readonly balancerThreads: number;
}

/** Measured processor time, microseconds; see docs/scaling.md for when and how. */
export interface Costs {
  readonly balancer: number;
  /** Of an instance's event loop, its Redis and HTTP clients included. */
  readonly frontEnd: Readonly<Record<Format, number>>;
  readonly worker: Readonly<Record<Format, number>>;
  readonly charge: number;
  readonly guard: number;
  /** One query after a cache miss. */
  readonly query: number;
}

export type Format = 'zpl' | 'png' | 'pdf';

/** What callers do. */
export interface Workload {
  /** Shares of all requests; together 1. */
  readonly formats: Readonly<Record<Format, number>>;
  /** Requests a second of one key. */
  readonly keyRate: number;
  /** Labels that one key uses, each as often as the others. */
  readonly labelsOfKey: number;
  /** Labels that an instance's cache has room for. */
  readonly labelRoom: number;
}

/** Of the cache in `src/store/cached.ts`: callers that it holds, and for how long on the average. */
export const CALLER_ROOM = 20_000;
export const CALLER_AGE_S = 45;
/** Worker threads of one instance, which has four cores: one more for the event loop. */
export const THREADS = 3;

/** A kind of server, with requests that wait in one line for one of its units. */
export interface Part {
  readonly name: string;
  /** Units that serve one line; there are `lines` such lines, all alike. */
  readonly units: number;
  readonly lines: number;
  /** Visits a second of one line, and the first two moments of a visit, in seconds. */
  readonly visits: number;
  readonly mean: number;
  readonly meanSquare: number;
}

export interface Prediction {
  /** Share of lookups that no cache answers. */
  readonly callerMisses: number;
  readonly labelMisses: number;
  /** Share of the time that a unit of each part is busy. */
  readonly busy: Readonly<Record<string, number>>;
  /** Mean time of one request in all parts, waiting included. Microseconds; without the network. */
  readonly meanUs: number;
}

const US = 1e-6;

/** Closed form: caches after Che's approximation, waiting after Pollaczek-Khinchine and Allen-Cunneen. */
export function predict(deployment: Deployment, workload: Workload, costs: Costs): Prediction {
  const { callerMisses, labelMisses } = predictMisses(deployment, workload);
  const parts = partsOf(deployment, workload, costs, callerMisses + labelMisses);
  const busy = Object.fromEntries(parts.map((part) => [part.name, load(part)]));
  const seconds = parts.reduce(
    (sum, part) => sum + ((part.visits * part.lines) / deployment.rate) * (part.mean + waiting(part)),
    0,
  );
  return { callerMisses, labelMisses, busy, meanUs: seconds / US };
}

/** Shares of lookups that no cache answers. */
export function predictMisses(
  { rate, instances, balancing }: Deployment,
  { keyRate, labelsOfKey, labelRoom }: Workload,
): { callerMisses: number; labelMisses: number } {
  const keys = rate / keyRate;
  const [keysHere, rateHere] =
    balancing === 'by key' ? [keys / instances, keyRate] : [keys, keyRate / instances];
  // An entry is used until it is old, and asked for again after that at the next request. If there is no room
  // for that many, it is pushed out earlier.
  const aged = 1 / (1 + rateHere * CALLER_AGE_S);
  const callerMisses = Math.max(aged, 1 - CALLER_ROOM / keysHere);
  // Entries have no age; of labels that are all asked for alike, as many are found as there is room for.
  const labelMisses = Math.max(0, 1 - labelRoom / (keysHere * labelsOfKey));
  return { callerMisses, labelMisses };
}

/** Every part, as one request meets it. */
function partsOf(
  { rate, instances, redisShards, postgresCores, balancerThreads }: Deployment,
  { formats }: Workload,
  costs: Costs,
  queriesEach: number,
): Part[] {
  const mix = (of: Readonly<Record<Format, number>>, scale = 1): [number, number] => {
    const shares = Object.entries(formats) as [Format, number][];
    const moment = (power: number): number =>
      shares.reduce((sum, [format, share]) => sum + share * (of[format] * scale * US) ** power, 0);
    return [moment(1), moment(2)];
  };
  const fixed = (us: number): [number, number] => [us * US, (us * US) ** 2];
  const part = (
    name: string,
    lines: number,
    units: number,
    total: number,
    [mean, meanSquare]: [number, number],
  ): Part => ({ name, lines, units, visits: total / lines, mean, meanSquare });
  return [
    part('balancer', 1, balancerThreads, rate, fixed(costs.balancer)),
    // Once with the request and once with the answer.
    part('event loop', instances, 1, 2 * rate, mix(costs.frontEnd, 1 / 2)),
    part('workers', instances, THREADS, rate, mix(costs.worker)),
    ...(redisShards === 1
      ? [
          part('Redis', 1, 1, 2 * rate, [
            ((costs.guard + costs.charge) / 2) * US,
            ((costs.guard ** 2 + costs.charge ** 2) / 2) * US ** 2,
          ]),
        ]
      : [
          part('Redis guards', 1, 1, rate, fixed(costs.guard)),
          part('Redis', redisShards, 1, rate, fixed(costs.charge)),
        ]),
    part('PostgreSQL', 1, postgresCores, rate * queriesEach, fixed(costs.query)),
  ];
}

/** Share of the time that a unit of this part is busy. */
function load({ visits, mean, units }: Part): number {
  return (visits * mean) / units;
}

/** Mean seconds before a visit begins; endless if more comes than is served. */
function waiting(part: Part): number {
  const { visits, mean, meanSquare, units } = part;
  const busy = load(part);
  if (busy >= 1) return Number.POSITIVE_INFINITY;
  if (visits === 0) return 0;
  // Erlang's C by way of B, then the variance of the visits.
  const offered = visits * mean;
  let blocked = 1;
  for (let unit = 1; unit <= units; unit++) blocked = (offered * blocked) / (unit + offered * blocked);
  const waits = blocked / (1 - busy * (1 - blocked));
  return ((waits * mean) / (units * (1 - busy))) * (meanSquare / mean ** 2 / 2);
}
