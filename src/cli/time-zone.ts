import { readConfig } from '../config.ts';
import { keepTimeOf } from '../wall-clock.ts';
import type { Io } from './io.ts';

/**
 * Fills in labels by the clock of TIME_ZONE, as a service does.
 *
 * @throws ConfigError for a zone that there is not.
 */
export function keepTime(io: Io): void {
  keepTimeOf(readConfig(io.env, ['timeZone']).timeZone);
}
