import { durationText } from './duration-text.ts';
import type { Status } from './status.ts';

/** Time between two checks whether a line is due. */
const LOOK_MS = 1000;
/** Time between two lines, unless a tenth of the rows was done meanwhile. */
const PAUSE_SECONDS = 10;
/** The pause as a share of the time so far, in a long run: two weeks have some four hundred lines. */
const PAUSE_SHARE = 1 / 40;
/** Kinds of waits that get a line as they begin. */
const KINDS_MAX = 20;

/** Progress for a file or a log: whole lines, and few of them. */
export class PlainLines {
  readonly #write: (line: string) => void;
  readonly #status: Status;
  readonly #timer: NodeJS.Timeout;
  readonly #kinds = new Set<string>();
  #lastSeconds = 0;
  #lastTenth: number;
  #hasBegun = false;

  constructor(write: (line: string) => void, status: Status) {
    this.#write = write;
    this.#status = status;
    this.#lastTenth = tenth(status);
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  begin(): void {
    const { counts, rows } = this.#status;
    this.#hasBegun = true;
    this.#write(counts.rows === 0 ? rows : `resuming after ${rows}`);
  }

  note(line: string): void {
    this.#write(line);
  }

  /** Prints nothing for a run that ended before its first row: its reason is enough. */
  finish(): void {
    clearInterval(this.#timer);
    if (!this.#hasBegun) return;
    this.#write(this.#line(`in ${durationText(this.#status.seconds)}`));
  }

  #look(): void {
    const { seconds, wait } = this.#status;
    // Waits that differ only in their figures are of one kind.
    const kind = wait?.replaceAll(/\d+/g, '0');
    const isNew = kind !== undefined && this.#kinds.size < KINDS_MAX && !this.#kinds.has(kind);
    if (isNew) this.#kinds.add(kind);
    const isDue = seconds - this.#lastSeconds >= Math.max(PAUSE_SECONDS, seconds * PAUSE_SHARE);
    if (!isNew && !isDue && tenth(this.#status) === this.#lastTenth) return;
    this.#lastSeconds = seconds;
    this.#lastTenth = tenth(this.#status);
    this.#write(
      this.#line(...(wait === null ? [this.#status.rate, this.#status.remaining] : [`waiting: ${wait}`])),
    );
  }

  #line(...more: readonly string[]): string {
    const { percent, rows, failures } = this.#status;
    return [`${percent}: ${rows}`, failures, ...more].filter((part) => part !== '').join(', ');
  }
}

function tenth({ share }: Status): number {
  return Math.floor(share * 10);
}
