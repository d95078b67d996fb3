const FULL = process.env['FULL_RUNS'] === '1';

/** How many random cases a test tries: so many as usual, and all of them with FULL_RUNS=1. */
export function runs(full: number, usual: number): number {
  return FULL ? full : usual;
}

/** The numbers of generated cases that a test tries. */
export interface Cases {
  readonly first: number;
  /** The number after the last one. */
  readonly end: number;
}

/** The first 500 of so many generated cases, always the same; with FULL_RUNS=1 the others. */
export function generatedCases(all: number): Cases {
  return FULL ? { first: 500, end: all } : { first: 0, end: 500 };
}
