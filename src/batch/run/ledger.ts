import { BatchStopped } from '../batch-failure.ts';
import type { Journal } from '../journal/journal.ts';
import type { Done, Progress, Refusal } from '../journal/record.ts';
import type { FailedFile } from '../output/failed-file.ts';
import {
  type FailedRow,
  failedInOrder,
  outputBytes,
  type Position,
  type RenderedRows,
  type SinkState,
} from '../stages.ts';

/** Steps that must be on the disk before the journal reports rows as done. */
export interface CheckpointSteps {
  /** Confirms to the maker that its output may be kept. */
  confirm(signal: AbortSignal): Promise<void>;
  /** Null where there is no output file. */
  sync(): Promise<SinkState | null>;
  commit(): Promise<void>;
}

export interface LedgerOptions {
  /** Null for a run that leaves nothing to go on from. */
  readonly journal: Journal | null;
  readonly failedFile: FailedFile;
  readonly steps: CheckpointSteps;
  /** The state of the resumed run. */
  readonly done: Done | null;
  /** The place at which rows begin, and the number of the first. */
  readonly start: Position;
  readonly firstRow: number;
  /** When the run began, of `performance.now`. */
  readonly startedMs: number;
  /** The first failed row ends the run. */
  readonly stopsOnFailure: boolean;
  /** Failed rows at which the run goes on; one more ends it. */
  readonly mostFailed: number;
  /** Rows that must be done, if there is time, for a checkpoint to be worth its cost. */
  readonly worthwhileRows: number;
  update(progress: Progress): void;
}

/** Time between checkpoints, in milliseconds: what is made twice at most after a crash. */
const INTERVAL_MS = 1000;
/** A checkpoint that costs is not put off for longer. */
const LONGEST_MS = 30_000;
/** Bytes that may wait for the disk, so that a checkpoint does not take long. */
const UNSYNCED_BYTES = 256 * 1024 * 1024;
/** The time for questions to a service when the run is to end. */
const LEAVE_MS = 5000;

/** The run was to stop at the first failed row, and did. */
export class StoppedAtRow extends BatchStopped {
  override readonly name = 'StoppedAtRow';
}

/** More rows failed than were to. */
export class TooManyFailed extends BatchStopped {
  override readonly name = 'TooManyFailed';

  constructor(failed: number) {
    super(`${failed} ${failed === 1 ? 'row' : 'rows'} failed, which is more than --max-failed allows`);
  }
}

/** How far a run is, and what of it the journal has. */
export class Ledger {
  #position: Position;
  #progress: Progress;
  readonly #secondsBefore: number;
  readonly #options: LedgerOptions;
  /** The last checkpoint, in milliseconds of `performance.now`. */
  #checkedAt = performance.now();
  /** The earliest for one that is not worth its cost by its rows. */
  #mayCheckAt = Number.NEGATIVE_INFINITY;
  #checkedProgress: Progress;
  #uncheckedRows = 0;
  #unsyncedBytes = 0;
  #isDirty = false;
  /** Files have what is counted here, and no more. */
  #isWhole = true;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#position = options.done?.position ?? options.start;
    const { rows, labels, failed, unresolved, bytes, seconds } = options.done ?? NOTHING_DONE;
    this.#progress = { rows, labels, failed, unresolved, bytes, seconds };
    this.#checkedProgress = this.#progress;
    this.#secondsBefore = seconds;
  }

  get stopsOnFailure(): boolean {
    return this.#options.stopsOnFailure;
  }

  /** The place at which the input goes on. */
  get position(): Position {
    return this.#position;
  }

  get progress(): Progress {
    const seconds = this.#secondsBefore + (performance.now() - this.#options.startedMs) / 1000;
    return { ...this.#progress, seconds };
  }

  /** The work done by a run that stops now, as the journal has it, if there is one. */
  get saved(): Progress {
    return this.#options.journal === null ? this.progress : this.#checkedProgress;
  }

  /** The number of the next row. */
  get nextRow(): number {
    return this.#options.firstRow + this.#progress.rows;
  }

  /**
   * Counts what was made next once `write` has kept it and said which of its rows cannot be kept. Throws `StoppedAtRow`
   * in their place if the run is to end there.
   */
  async take(rendered: RenderedRows, write: () => Promise<readonly FailedRow[]>): Promise<void> {
    this.stopAt(rendered.failed);
    this.#isWhole = false;
    const refused = await write();
    if (this.stopsOnFailure && refused.length > 0) {
      // The rows are a single one, of which nothing was written.
      this.#isWhole = true;
      this.stopAt(refused);
    }
    const kept = rendered.pieces.filter(({ firstRow }) => !refused.some(({ row }) => row === firstRow));
    await this.add({ ...rendered, pieces: kept, failed: failedInOrder(rendered.failed, refused) });
  }

  /** Counts what was made next and is kept. */
  async add({ rows, next, pieces, failed, unresolved }: RenderedRows, sentBytes = 0): Promise<void> {
    this.#isWhole = false;
    await this.#options.failedFile.write(failed);
    const was = this.#progress;
    this.#progress = {
      rows: was.rows + rows,
      labels: was.labels + pieces.reduce((total, { labels }) => total + labels, 0),
      failed: was.failed + failed.length,
      unresolved: was.unresolved + unresolved,
      bytes: was.bytes + sentBytes,
      seconds: was.seconds,
    };
    this.#position = next;
    this.#uncheckedRows += rows;
    this.#unsyncedBytes += outputBytes({ pieces });
    this.#isDirty = true;
    this.#isWhole = true;
    this.#options.update(this.#progress);
    if (this.#progress.failed > this.#options.mostFailed) throw new TooManyFailed(this.#progress.failed);
  }

  /** Throws `StoppedAtRow` for the first of these rows of what comes next, if the run is to end there. */
  stopAt([first]: readonly FailedRow[]): void {
    if (first === undefined || !this.stopsOnFailure) return;
    throw new StoppedAtRow(`row ${first.row} failed (${first.status}): ${first.reason}`);
  }

  /** Notes rows that are about to be sent: they count as sent unless a checkpoint follows. */
  async sending(rows: number, failed: readonly Refusal[]): Promise<void> {
    this.#isDirty = true;
    await this.#options.journal?.append({ kind: 'sending', rows, failed });
  }

  get isDue(): boolean {
    const waited = performance.now() - this.#checkedAt;
    if (this.#unsyncedBytes >= UNSYNCED_BYTES || waited >= LONGEST_MS) return true;
    return waited >= INTERVAL_MS && this.#isWorthwhile;
  }

  /** After so many milliseconds in which nothing comes a checkpoint is due all the same. */
  get idleMs(): number {
    return this.#isWorthwhile ? INTERVAL_MS : Math.max(INTERVAL_MS, this.#mayCheckAt - performance.now());
  }

  get #isWorthwhile(): boolean {
    return this.#uncheckedRows >= this.#options.worthwhileRows;
  }

  /** Resolves when all that was counted is on the disk, and the journal says so. */
  async checkpoint(signal: AbortSignal): Promise<void> {
    const { journal, steps, failedFile } = this.#options;
    if (journal === null || !this.#isDirty) return;
    this.#isWhole = false;
    const { progress } = this;
    await steps.confirm(signal);
    const [sink, failedBytes] = [await steps.sync(), await failedFile.sync()];
    await journal.append({ kind: 'done', position: this.#position, ...progress, failedBytes, sink });
    this.#checkedProgress = progress;
    await steps.commit();
    this.#isWhole = true;
    this.#isDirty = false;
    this.#uncheckedRows = 0;
    this.#unsyncedBytes = 0;
    this.#checkedAt = performance.now();
    this.#mayCheckAt = this.#checkedAt + LONGEST_MS;
  }

  /** A last checkpoint of a run that stops, if what it has is whole and can be kept. */
  async leave(): Promise<void> {
    if (!this.#isWhole) return;
    try {
      await this.checkpoint(AbortSignal.timeout(LEAVE_MS));
    } catch {
      // The one before holds; why the run stops is more to the point.
    }
  }
}

/** The progress of a run that begins. */
export const NOTHING_DONE: Progress = { rows: 0, labels: 0, failed: 0, unresolved: 0, bytes: 0, seconds: 0 };

/** The result of a batch, as `--json` prints it. `bytes` is 0 for incomplete output. */
export interface Summary extends Progress {
  /** Seconds of this run alone, if it resumed another one. */
  readonly run_seconds?: number;
  readonly resumed: boolean;
}

/** The end of a batch. */
export interface BatchOutcome {
  readonly summary: Summary;
  /** Why the batch did not come to its end; null if it did. */
  readonly stopped: Error | null;
}
