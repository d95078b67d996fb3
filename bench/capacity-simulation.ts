import { LRUCache } from 'lru-cache';
import {
  CALLER_AGE_S,
  CALLER_ROOM,
  type Costs,
  type Deployment,
  type Format,
  type Prediction,
  predictMisses,
  THREADS,
  type Workload,
} from './capacity-model.ts';
import { random as wholeNumbers } from './random.ts';

/** Requests that are followed through all parts; the first tenth only fills the lines. */
const REQUESTS = 120_000;
const US = 1e-6;

/** One line of requests before some units. */
interface Line {
  readonly name: string;
  readonly units: number;
  free: number;
  readonly waiting: Job[];
  /** Unit-seconds of work done since the measurement began. */
  worked: number;
}

interface Job {
  readonly began: number;
  readonly visits: readonly { readonly line: Line; readonly seconds: number }[];
  next: number;
}

/**
 * What {@link predict} says, by trying it out: requests come in at random, each goes from part to part, and
 * waits where all units are busy.
 */
export function simulate(deployment: Deployment, workload: Workload, costs: Costs): Prediction {
  const whole = wholeNumbers(1);
  const random = (): number => whole(2 ** 23) / 2 ** 23;
  const { rate, instances, redisShards } = deployment;
  const misses = simulateMisses(deployment, workload, random);
  const lines: Line[] = [];
  const line = (name: string, units: number): Line => {
    const made = { name, units, free: units, waiting: [], worked: 0 };
    lines.push(made);
    return made;
  };
  const many = (name: string, count: number, units: number): Line[] =>
    Array.from({ length: count }, () => line(name, units));
  const balancer = line('balancer', deployment.balancerThreads);
  const loops = many('event loop', instances, 1);
  const crews = many('workers', instances, THREADS);
  const guards = redisShards === 1 ? null : line('Redis guards', 1);
  const shards = many('Redis', redisShards, 1);
  const postgres = line('PostgreSQL', deployment.postgresCores);
  const any = (of: readonly Line[]): Line => of[Math.floor(random() * of.length)] as Line;

  const makeJob = (began: number): Job => {
    const instance = Math.floor(random() * instances);
    const format = pick(workload.formats, random());
    const [loop, crew] = [loops[instance] as Line, crews[instance] as Line];
    const steps: [Line, number][] = [
      [balancer, costs.balancer],
      [loop, costs.frontEnd[format] / 2],
      [guards ?? (shards[0] as Line), costs.guard],
      [any(shards), costs.charge],
    ];
    if (random() < misses.callerMisses) steps.push([postgres, costs.query]);
    if (random() < misses.labelMisses) steps.push([postgres, costs.query]);
    steps.push([crew, costs.worker[format]], [loop, costs.frontEnd[format] / 2]);
    return { began, next: 0, visits: steps.map(([at, us]) => ({ line: at, seconds: us * US })) };
  };

  const events = new Events();
  const enter = (job: Job, now: number): void => {
    const { line: at, seconds } = job.visits[job.next] as Job['visits'][number];
    if (at.free === 0) {
      at.waiting.push(job);
      return;
    }
    at.free--;
    at.worked += seconds;
    events.add(now + seconds, job);
  };
  let made = 0;
  let ended = 0;
  let inAll = 0;
  let measuredFrom = Number.POSITIVE_INFINITY;
  let now = 0;
  let arrival = 0;
  while (ended < REQUESTS) {
    if (made < REQUESTS && arrival <= events.earliest) {
      now = arrival;
      if (made === REQUESTS / 10) {
        measuredFrom = now;
        for (const one of lines) one.worked = 0;
      }
      enter(makeJob(now), now);
      made++;
      arrival = now - Math.log(1 - random()) / rate;
      continue;
    }
    const [at, job] = events.take();
    now = at;
    const { line: left } = job.visits[job.next] as Job['visits'][number];
    left.free++;
    const following = left.waiting.shift();
    if (following !== undefined) enter(following, now);
    job.next++;
    if (job.next < job.visits.length) {
      enter(job, now);
      continue;
    }
    ended++;
    if (job.began >= measuredFrom) inAll += now - job.began;
  }
  const busy = new Map<string, { worked: number; units: number }>();
  for (const { name, worked, units } of lines) {
    const sum = busy.get(name) ?? { worked: 0, units: 0 };
    busy.set(name, { worked: sum.worked + worked, units: sum.units + units });
  }
  return {
    ...misses,
    busy: Object.fromEntries(
      [...busy].map(([name, { worked, units }]) => [name, worked / units / (now - measuredFrom)]),
    ),
    meanUs: inAll / (REQUESTS * 0.9) / US,
  };
}

/** The caches of one instance, filled and used by the requests that reach it. */
function simulateMisses(
  { rate, instances, balancing }: Deployment,
  { keyRate, labelsOfKey, labelRoom }: Workload,
  random: () => number,
): ReturnType<typeof predictMisses> {
  const keys = Math.round(rate / keyRate / (balancing === 'by key' ? instances : 1));
  const callers = new LRUCache<number, number>({ max: CALLER_ROOM });
  const labels = new LRUCache<number, true>({ max: labelRoom });
  const rateHere = rate / instances;
  // In use for long: as many labels as there is room for.
  for (let label = 0; label < keys * labelsOfKey; label++) labels.set(label, true);
  const requests = Math.ceil(Math.max(200_000, 4 * keys, 4 * rateHere * CALLER_AGE_S));
  let callerMisses = 0;
  let labelMisses = 0;
  let counted = 0;
  for (let request = 0; request < requests; request++) {
    const now = request / rateHere;
    const key = Math.floor(random() * keys);
    const label = key * labelsOfKey + Math.floor(random() * labelsOfKey);
    const counts = request > requests / 2;
    if (counts) counted++;
    const since = callers.get(key);
    if (since === undefined || now - since >= CALLER_AGE_S) {
      callers.set(key, now);
      if (counts) callerMisses++;
    }
    if (labels.get(label) === undefined) {
      labels.set(label, true);
      if (counts) labelMisses++;
    }
  }
  return { callerMisses: callerMisses / counted, labelMisses: labelMisses / counted };
}

function pick(shares: Readonly<Record<Format, number>>, point: number): Format {
  if (point < shares.zpl) return 'zpl';
  return point < shares.zpl + shares.png ? 'png' : 'pdf';
}

/** Ends of visits to come, the earliest first: a binary heap. */
class Events {
  readonly #times: number[] = [];
  readonly #jobs: Job[] = [];

  /** When the first one is; infinity if there is none. */
  get earliest(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  add(time: number, job: Job): void {
    let at = this.#times.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#times[parent] as number) <= time) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#times[at] = time;
    this.#jobs[at] = job;
  }

  take(): [number, Job] {
    const [time, job] = [this.#times[0] as number, this.#jobs[0] as Job];
    const [lastTime, lastJob] = [this.#times.pop() as number, this.#jobs.pop() as Job];
    const size = this.#times.length;
    if (size > 0) {
      let at = 0;
      for (let child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && (this.#times[child + 1] as number) < (this.#times[child] as number)) child++;
        if ((this.#times[child] as number) >= lastTime) break;
        this.#move(child, at);
        at = child;
      }
      this.#times[at] = lastTime;
      this.#jobs[at] = lastJob;
    }
    return [time, job];
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] as number;
    this.#jobs[to] = this.#jobs[from] as Job;
  }
}
