import { loadUws } from '../../src/http/transport/uws-binary.ts';
import { skipOrFail } from './skip-or-fail.ts';

type Driver = 'uws' | 'node';

/**
 * Whether services run on the fallbacks of the native driver and of PostgreSQL: node:http and the embedded database.
 */
export const ON_FALLBACKS = process.env['FALLBACKS'] === '1';

/** The HTTP drivers that load here. */
export const DRIVERS: readonly [Driver, ...Driver[]] = uwsLoads() ? ['uws', 'node'] : ['node'];

/** Drivers that suites of a whole service run on: one in each run. The contract of both has suites of its own. */
export const SERVICE_DRIVERS: readonly [Driver] = ON_FALLBACKS ? ['node'] : [DRIVERS[0]];

function uwsLoads(): boolean {
  try {
    loadUws();
    return true;
  } catch (error) {
    skipOrFail(`the native driver does not load, its tests need it: ${String(error)}`);
    return false;
  }
}
