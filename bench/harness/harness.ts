/** One line of a benchmark's table. `ratio` compares with the suite's reference, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly ratio?: number;
  /** What the ratio is of, and the mark to reach: "of the echo, ≥ 0.45". */
  readonly note?: string;
  /** All repetitions, for the spread. */
  readonly samples?: readonly number[];
  /** Other figures of the same measurement; names carry their units. */
  readonly detail?: Readonly<Record<string, number>>;
  /** The measurement is worth nothing, or a mark that does not depend on the machine was missed: the run fails. */
  readonly failed?: boolean;
}

export interface Suite {
  readonly name: string;
  readonly what: string;
  /** How it is measured, for the results page. */
  readonly method?: string;
  run(options: Options): Promise<Row[]>;
}

export interface Options {
  /** Shorter runs, for a first look. */
  readonly quick: boolean;
}

/** Prints a suite's rows as a table. */
export function print(suite: Suite, rows: readonly Row[]): void {
  console.log(`\n${suite.name}: ${suite.what}`);
  const table = rows.map((row) => [row.name, format(row.value), row.unit, ratioText(row), remarks(row)]);
  const widths = [0, 1, 2, 3].map((i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)));
  for (const cells of table) {
    console.log(
      `  ${cells.map((cell, i) => (i === 1 || i === 3 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')}`.trimEnd(),
    );
  }
}

export function ratioText({ ratio }: Row): string {
  // JSON has no NaN: what could not be measured comes back as null.
  return Number.isFinite(ratio) ? `×${(ratio as number).toPrecision(3)}` : '';
}

/** What a row says beside its value: failure, note, other figures, repetitions. */
export function remarks({ failed, note, detail, samples }: Row): string {
  return [
    failed === true ? 'FAILED' : '',
    note ?? '',
    Object.entries(detail ?? {})
      .map(([name, value]) => `${name} ${format(value)}`)
      .join(', '),
    samples === undefined ? '' : `[${samples.map(format).join(' ')}]`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** The least disturbed sample: whatever else the machine does only ever adds. */
export function fastest(samples: readonly number[]): number {
  return samples.length === 0 ? Number.NaN : Math.min(...samples);
}

/** The middle sample. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/**
 * Times functions against each other in one run: each is warmed up, then all take turns, so that a drift of the
 * machine meets them alike. Returns the median nanoseconds of one call for each.
 */
export function race(
  contestants: Readonly<Record<string, () => unknown>>,
  { rounds = 15, roundMs = 40 }: { rounds?: number; roundMs?: number } = {},
): Record<string, { ns: number; samples: number[] }> {
  const calls: Record<string, number> = {};
  const samples: Record<string, number[]> = {};
  for (const [name, run] of Object.entries(contestants)) {
    const end = performance.now() + roundMs * 2;
    let n = 0;
    do {
      sink.last = run();
      n++;
    } while (performance.now() < end);
    calls[name] = Math.max(1, Math.round(n / 2));
    samples[name] = [];
  }
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(contestants);
    if (round % 2 === 1) order.reverse();
    for (const [name, run] of order) {
      const n = calls[name] ?? 1;
      const start = performance.now();
      for (let i = 0; i < n; i++) sink.last = run();
      samples[name]?.push(((performance.now() - start) * 1e6) / n);
    }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, all]) => [name, { ns: median(all), samples: all }]),
  );
}

/** Keeps results alive, so that no work is optimised away. */
const sink: { last?: unknown } = {};

export function format(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
