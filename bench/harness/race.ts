import { median } from './statistics.ts';
import type { Row } from './suite.ts';

/** Nanoseconds that one call took, of each round. */
export interface Lap {
  /** By the clock. */
  readonly wall: number[];
  /** Processor time of the whole process: what else the machine does counts less. */
  readonly processor: number[];
}

/**
 * Times functions against each other in one run: each is warmed up, then all take turns, so that a drift of the
 * machine meets them alike.
 */
export function race<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  { rounds = 15, roundMs = 40 }: { rounds?: number; roundMs?: number } = {},
): Readonly<Record<Name, Lap>> {
  const all = Object.entries<() => unknown>(contestants).map(([name, call]) => {
    const lap: Lap = { wall: [], processor: [] };
    const end = performance.now() + roundMs * 2;
    let warm = 0;
    do {
      sink.last = call();
      warm++;
    } while (performance.now() < end);
    return { name, call, calls: Math.max(1, Math.round(warm / 2)), lap };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { call, calls, lap } of round % 2 === 0 ? all : all.toReversed()) {
      const used = process.cpuUsage();
      const start = performance.now();
      for (let i = 0; i < calls; i++) sink.last = call();
      lap.wall.push(((performance.now() - start) * 1e6) / calls);
      const { user, system } = process.cpuUsage(used);
      lap.processor.push(((user + system) * 1e3) / calls);
    }
  }
  return Object.fromEntries(all.map(({ name, lap }) => [name, lap])) as Record<Name, Lap>;
}

/** A lap as a row has it, in microseconds; `middle` chooses the round that stands for all. */
export function microseconds({ wall, processor }: Lap, middle = median) {
  return {
    value: middle(wall) / 1000,
    unit: 'µs',
    samples: wall.map((ns) => ns / 1000),
    detail: { 'processor µs': middle(processor) / 1000 },
  } as const satisfies Partial<Row>;
}

/** Keeps results alive, so that no work is optimised away. */
const sink: { last?: unknown } = {};
