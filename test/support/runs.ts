/** How many cases a test of generated ones tries: all of them beside the faults (FULL_RUNS=1), else at most 500. */
export function runs(full: number): number {
  return process.env['FULL_RUNS'] === '1' ? full : Math.min(full, 500);
}
