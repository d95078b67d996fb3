import pino from 'pino';
import { LogDestination } from './log-destination.ts';

export type Logger = pino.Logger;

export interface LogSink {
  readonly log: Logger;
  /** Writes out what is buffered as soon as it can be; the event loop does not wait for it. */
  flush(): void;
}

/**
 * Structured logs on standard error, written in batches. If several processes share it, each line has the `listener`'s
 * number and `pid`. Lines that cannot be written are tried again with later ones, and stop nothing.
 */
export function openLog(level: string, listener: number | null = null): LogSink {
  // Not as pino opens one: at the end of the process that tries again until the disk has room.
  const destination = new LogDestination(2);
  const base = listener === null ? null : { listener, pid: process.pid };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  process.once('exit', () => destination.flushSync());
  return { log, flush: () => destination.flush() };
}
