import { LEAST_WEIGHT } from './job.ts';

/** The facts of a job that the queue uses. */
interface Queued {
  readonly account: string;
  readonly weight: number;
}

/** The large jobs of one account, or its small ones. */
interface Flow<J> {
  readonly account: string;
  /** Not a `Set`: see `InFlight`. */
  readonly jobs: J[];
  /** The weight of all its jobs. */
  weight: number;
  /** The weight that it may take from the queue now. */
  credit: number;
}

/** Jobs that wait, and their weights together; kept up to date. */
export type Waiting = Readonly<Total>;

interface Total {
  jobs: number;
  weight: number;
}

/** Heavier jobs wait apart from the small ones of their account, which would otherwise have to wait for them. */
export const LARGE_WEIGHT = 2 ** 21;

/**
 * Deficit round robin: every account in turn earns credit and takes jobs for it, so that each gets the same share of
 * the work, for any number and weight of its jobs. The small jobs of an account keep their order, and so do its large
 * ones.
 */
export class FairQueue<J extends Queued> {
  /** The flows of small jobs, by account. */
  readonly #small = new Map<string, Flow<J>>();
  readonly #large = new Map<string, Flow<J>>();
  readonly #ring: Flow<J>[] = [];
  #at = 0;
  readonly #smallTotal: Total = { jobs: 0, weight: 0 };
  readonly #largeTotal: Total = { jobs: 0, weight: 0 };

  get size(): number {
    return this.#smallTotal.jobs + this.#largeTotal.jobs;
  }

  /** The small jobs. */
  get small(): Waiting {
    return this.#smallTotal;
  }

  /** The large jobs. */
  get large(): Waiting {
    return this.#largeTotal;
  }

  add(job: J): void {
    const flows = this.#flowsOf(job);
    let flow = flows.get(job.account);
    if (flow === undefined) {
      flow = { account: job.account, jobs: [], weight: 0, credit: 0 };
      flows.set(job.account, flow);
      this.#ring.push(flow);
    }
    flow.jobs.push(job);
    flow.weight += job.weight;
    this.#count(job, 1);
  }

  /** Removes the job if it is in the queue. */
  remove(job: J): void {
    const flows = this.#flowsOf(job);
    const flow = flows.get(job.account);
    if (flow === undefined) return;
    const place = flow.jobs.indexOf(job);
    if (place < 0) return;
    if (place === 0) flow.jobs.shift();
    else flow.jobs.splice(place, 1);
    flow.weight -= job.weight;
    this.#count(job, -1);
    if (flow.jobs.length > 0) return;
    // A new flow of the account will begin without credit, so this one need not be kept.
    flows.delete(job.account);
    const index = this.#ring.indexOf(flow);
    this.#ring.splice(index, 1);
    if (index < this.#at) this.#at--;
    if (this.#at === this.#ring.length) this.#at = 0;
  }

  /** Removes and returns the next job that weighs at most `maxWeight`. */
  take(maxWeight: number): J | undefined {
    for (let passed = 0; passed < this.#ring.length; ) {
      const flow = this.#ring[this.#at] as Flow<J>;
      const [job] = flow.jobs;
      if (job === undefined) break;
      if (job.weight > maxWeight) {
        passed++;
      } else if (flow.credit >= job.weight) {
        flow.credit -= job.weight;
        this.remove(job);
        return job;
      } else {
        flow.credit += LEAST_WEIGHT;
        passed = 0;
      }
      this.#at = (this.#at + 1) % this.#ring.length;
    }
    return undefined;
  }

  /**
   * The job to give up for a new one: the last of the other account's flow with most weight, if that is more than the
   * account of the new job would have in all. The only job of a flow is never given up: under a lasting load it would
   * never be done.
   */
  lastOfHeaviest({ account, weight }: Queued): J | undefined {
    let own = weight;
    let heaviest: Flow<J> | undefined;
    for (const flow of this.#ring) {
      if (flow.account === account) own += flow.weight;
      else if (flow.jobs.length > 1 && flow.weight > (heaviest?.weight ?? 0)) heaviest = flow;
    }
    return heaviest !== undefined && heaviest.weight > own ? heaviest.jobs.at(-1) : undefined;
  }

  /** All jobs that wait now. */
  jobs(): J[] {
    // Not `flatMap`, which takes many times as long.
    return ([] as J[]).concat(...this.#ring.map(({ jobs }) => jobs));
  }

  #count({ weight }: J, sign: 1 | -1): void {
    const total = weight > LARGE_WEIGHT ? this.#largeTotal : this.#smallTotal;
    total.jobs += sign;
    total.weight += sign * weight;
  }

  #flowsOf({ weight }: J): Map<string, Flow<J>> {
    return weight > LARGE_WEIGHT ? this.#large : this.#small;
  }
}
