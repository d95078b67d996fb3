import pino from 'pino';
import sonicBoom from 'sonic-boom';

const { SonicBoom } = sonicBoom;

export type Logger = pino.Logger;

export interface LogSink {
  readonly log: Logger;
  /** Writes out what is buffered as soon as it can be; the event loop does not wait for it. */
  flush(): void;
}

/** Lines wait at most this long in memory; the end of the process flushes them too. */
const FLUSH_INTERVAL_MS = 200;

/** What Linux writes to a pipe in one piece: lines of processes that share one are not torn. Bytes. */
const WHOLE_WRITE_BYTES = 4096;

/** Of lines that cannot be written, such as to a full disk; further ones are dropped. Characters. */
const UNWRITTEN_MAX = 16_777_216;

/**
 * Structured logs on standard error, written in batches: one system call a line would cost the hot path. Where
 * several processes share it, each line has the `listener`'s number, and its `pid`. What cannot be written is tried again
 * with later lines, and stops nothing.
 */
export function openLog(level: string, listener: number | null = null): LogSink {
  // Not as pino opens one: at the end of the process that tries again until the disk has room.
  const destination = new SonicBoom({
    fd: 2,
    sync: false,
    minLength: WHOLE_WRITE_BYTES - 1024,
    maxWrite: WHOLE_WRITE_BYTES,
    maxLength: UNWRITTEN_MAX,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  const base = listener === null ? null : { listener, pid: process.pid };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  process.once('exit', () => {
    if (isFailing) return;
    try {
      destination.flushSync();
    } catch {
      // Standard error has gone: nowhere is left to say so.
    }
  });
  return { log, flush: () => destination.flush() };
}
