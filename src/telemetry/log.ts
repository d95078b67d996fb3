import pino from 'pino';

export type Logger = pino.Logger;

export interface LogSink {
  readonly log: Logger;
  /** Writes out what is buffered. */
  flush(): void;
}

/** Lines wait at most this long in memory; a crash flushes them too. */
const FLUSH_INTERVAL_MS = 200;

/** Structured logs on standard error, written in batches: one system call a line would cost the hot path. */
export function openLog(level: string): LogSink {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const flush = (): void => {
    try {
      destination.flushSync();
    } catch {
      // The destination is not open yet, or standard error has gone: nowhere is left to say so.
    }
  };
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.once('exit', flush);
  return { log, flush };
}
