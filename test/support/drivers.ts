import { loadUws } from '../../src/http/transport/uws-binary.ts';

type Driver = 'uws' | 'node';

/** Whether services run on what stands in for the native driver and for PostgreSQL: node:http, the embedded database. */
export const ON_FALLBACKS = process.env['FALLBACKS'] === '1';

/** The HTTP drivers that load here. */
export const DRIVERS: readonly [Driver, ...Driver[]] = uwsLoads() ? ['uws', 'node'] : ['node'];

/** Those that suites of a whole service run on: one in each run. The contract of both has suites of its own. */
export const SERVICE_DRIVERS: readonly [Driver] = ON_FALLBACKS ? ['node'] : [DRIVERS[0]];

function uwsLoads(): boolean {
  try {
    loadUws();
    return true;
  } catch {
    return false;
  }
}
