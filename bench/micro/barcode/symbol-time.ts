import { type SymbolCase, VALUES } from './symbol-cases.ts';

/** Shorter than this the clock says too little. */
const LEAST_US = 1000;
const ROUNDS = 3;
/** A case that takes so long is as well known after one round. */
const LONG_US = 60_000;

/**
 * Microseconds of processor time that one symbol of a case takes, of all its values, in the least disturbed of some
 * rounds: whatever else the machine does only ever adds.
 */
export function timeOf({ make }: SymbolCase): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    let made = 0;
    const began = process.cpuUsage();
    let spent = 0;
    do {
      for (let i = 0; i < VALUES && (spent < LONG_US || i < 2); i++) {
        make(i);
        made++;
        const { user, system } = process.cpuUsage(began);
        spent = user + system;
      }
    } while (spent < LEAST_US);
    best = Math.min(best, spent / made);
    if (best > LONG_US / VALUES && round > 0) break;
  }
  return best;
}
