import pino from 'pino';

export type Logger = pino.Logger;

export interface LogSink {
  readonly log: Logger;
  /** Writes out what is buffered, at once. The event loop stands meanwhile: where it is a file, until that is on the disk. */
  flush(): void;
}

/** Lines wait at most this long in memory; a crash flushes them too. */
const FLUSH_INTERVAL_MS = 200;

/** What Linux writes to a pipe in one piece: lines of processes that share one are not torn. Bytes. */
const WHOLE_WRITE_BYTES = 4096;

/**
 * Structured logs on standard error, written in batches: one system call a line would cost the hot path. Where
 * several processes share it, each line has the `listener`'s number, and its `pid`.
 */
export function openLog(level: string, listener: number | null = null): LogSink {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: WHOLE_WRITE_BYTES - 1024,
    maxWrite: WHOLE_WRITE_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  const base = listener === null ? null : { listener, pid: process.pid };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const flush = (): void => {
    try {
      destination.flushSync();
    } catch {
      // The destination is not open yet, or standard error has gone: nowhere is left to say so.
    }
  };
  process.once('exit', flush);
  return { log, flush };
}
