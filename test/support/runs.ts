/** Whether all cases of a test are tried, as in nightly runs. */
export const FULL_RUNS = process.env['FULL_RUNS'] === '1';

/** The number of random cases that a test tries: all with FULL_RUNS=1, else a quarter of them. */
export function runs(full: number): number {
  return FULL_RUNS ? full : Math.ceil(full / 4);
}

/** The numbers of generated cases that a test tries. */
export interface Cases {
  readonly first: number;
  /** The number after the last one. */
  readonly end: number;
}

/** The first 500 of `all` generated cases, always the same; with FULL_RUNS=1 the rest. */
export function generatedCases(all: number): Cases {
  return FULL_RUNS ? { first: 500, end: all } : { first: 0, end: 500 };
}
