import { write, writeSync } from 'node:fs';

/**
 * The longest write to a pipe that Linux makes in one piece: lines of processes that share a pipe are not torn.
 * Bytes.
 */
const WHOLE_WRITE_BYTES = 4096;
/** Enough to write at once, without waiting for more lines. Characters. */
const ENOUGH = WHOLE_WRITE_BYTES - 1024;
/** Lines wait at most this long in memory, or for one more attempt to write them. */
const FLUSH_INTERVAL_MS = 200;
/** The most characters of lines that cannot be written, such as to a full disk; further ones are dropped. */
const UNWRITTEN_MAX = 16_777_216;
/** How long a pipe that is full is waited for when the process ends, and how often it is tried. */
const LAST_WAIT_MS = 2000;
const AGAIN_MS = 20;

/**
 * Lines for a file descriptor, written in batches: one system call a line would cost the hot path. Lines that
 * cannot be written are tried again later, and stop nothing, least of all the end of the process.
 */
export class LogDestination {
  readonly #fd: number;
  /** Whole lines, a batch for each write; those that come are added to the last. */
  #batches: string[] = [];
  /** Characters in the batches. */
  #waiting = 0;
  /** Unwritten ends of batches. */
  #rests: Uint8Array[] = [];
  #isWriting = false;
  /** Whether the last attempt failed, for another reason than that a pipe was full. */
  #isFailing = false;

  constructor(fd: number) {
    this.#fd = fd;
    setInterval(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Takes one line, which ends with a line feed. */
  write(line: string): void {
    if (this.#waiting + line.length > UNWRITTEN_MAX) return;
    this.#waiting += line.length;
    const last = this.#batches.length - 1;
    const batch = this.#batches[last];
    if (batch !== undefined && batch.length + line.length <= WHOLE_WRITE_BYTES) {
      this.#batches[last] = batch + line;
    } else {
      this.#batches.push(line);
    }
    if (this.#waiting >= ENOUGH && !this.#isFailing) this.flush();
  }

  /** Writes out what waits as soon as it can be; the event loop does not wait for it. */
  flush(): void {
    const bytes = this.#isWriting ? null : this.#next();
    if (bytes === null) return;
    this.#isWriting = true;
    write(this.#fd, bytes, (error, written) => {
      this.#isWriting = false;
      this.#isFailing = error !== null && error.code !== 'EAGAIN';
      this.#keep(bytes.subarray(error === null ? written : 0));
      if (error === null && (this.#rests.length > 0 || this.#waiting >= ENOUGH)) this.flush();
    });
  }

  /**
   * Writes out what waits now: for the end of the process, and before an error that may be its last, for which pino
   * asks for it by this name. A write that the system has begun is left to the system.
   */
  flushSync(): void {
    if (this.#isFailing) return;
    const until = performance.now() + LAST_WAIT_MS;
    for (let bytes = this.#next(); bytes !== null; bytes = this.#next()) {
      try {
        this.#keep(bytes.subarray(writeSync(this.#fd, bytes)));
      } catch (error) {
        this.#keep(bytes);
        const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        this.#isFailing = !isFull;
        if (!isFull || performance.now() > until) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
      }
    }
  }

  /** Takes what is to be written next; null where there is nothing. */
  #next(): Uint8Array | null {
    const rest = this.#rests.shift();
    if (rest !== undefined) return rest;
    const batch = this.#batches.shift();
    if (batch === undefined) return null;
    this.#waiting -= batch.length;
    return Buffer.from(batch);
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#rests.unshift(bytes);
  }
}
