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
  /** Asks the maker whether its output may be kept: see `Maker.confirm`. */
  confirm(signal: AbortSignal): Promise<void>;
  /** Resolves with null if there is no output file. */
  sync(): Promise<SinkState | null>;
  commit(): Promise<void>;
}

export interface LedgerOptions {
  /** Null for a run that cannot be resumed. */
  readonly journal: Journal | null;
  readonly failedFile: FailedFile;
  readonly steps: CheckpointSteps;
  /** The state of the resumed run. */
  readonly done: Done | null;
  /** The place of the first row, and its number. */
  readonly start: Position;
  readonly firstRow: number;
  /** The start of the run, of `performance.now`. */
  readonly startedMs: number;
  /** Whether the first failed row ends the run. */
  readonly stopsOnFailure: boolean;
  /** Failed rows with which the run still goes on; one more ends it. */
  readonly mostFailed: number;
  /** Rows that make a checkpoint worth its cost; with fewer it is put off for a while. */
  readonly worthwhileRows: number;
  update(progress: Progress): void;
}

/** Time between checkpoints, in milliseconds: a crash loses no more work than that. */
const INTERVAL_MS = 1000;
/** The longest that a checkpoint is put off for its cost. Milliseconds. */
const LONGEST_MS = 30_000;
/** Bytes that may wait for the disk, so that a checkpoint does not take long. */
const UNSYNCED_BYTES = 256 * 1024 * 1024;
/** Time for the confirmation of a service when the run has to end. Milliseconds. */
const LEAVE_MS = 5000;

/** Counts the rows of a run, and makes its checkpoints. */
export class Ledger {
  #position: Position;
  #progress: Progress;
  readonly #secondsBefore: number;
  readonly #options: LedgerOptions;
  /** The last checkpoint, in milliseconds of `performance.now`. */
  #checkedAt = performance.now();
  /** The earliest time for a checkpoint of too few rows. */
  #mayCheckAt = Number.NEGATIVE_INFINITY;
  #checkedProgress: Progress;
  #uncheckedRows = 0;
  #unsyncedBytes = 0;
  #isDirty = false;
  /** Whether the files have exactly the rows that are counted here. */
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

  /** The place of the next row in the input. */
  get position(): Position {
    return this.#position;
  }

  get progress(): Progress {
    const seconds = this.#secondsBefore + (performance.now() - this.#options.startedMs) / 1000;
    return { ...this.#progress, seconds };
  }

  /** The work that remains done if the run stops now: the last checkpoint, if there is a journal. */
  get saved(): Progress {
    return this.#options.journal === null ? this.progress : this.#checkedProgress;
  }

  /** The number of the next row. */
  get nextRow(): number {
    return this.#options.firstRow + this.#progress.rows;
  }

  /**
   * Counts the next rows once `write` has kept them; it returns those that cannot be kept, which fail. Throws
   * `BatchStopped` at a failed row if the run has to end there.
   */
  async take(rendered: RenderedRows, write: () => Promise<readonly FailedRow[]>): Promise<void> {
    this.stopAt(rendered.failed);
    this.#isWhole = false;
    const refused = await write();
    if (this.stopsOnFailure && refused.length > 0) {
      // There is a single row in this case, of which nothing was written.
      this.#isWhole = true;
      this.stopAt(refused);
    }
    const kept = rendered.pieces.filter(({ firstRow }) => !refused.some(({ row }) => row === firstRow));
    await this.add({ ...rendered, pieces: kept, failed: failedInOrder(rendered.failed, refused) });
  }

  /** Counts the next rows, which are kept. Throws `BatchStopped` if more rows have failed than the options allow. */
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
    const all = this.#progress.failed;
    if (all <= this.#options.mostFailed) return;
    throw new BatchStopped(
      `${all} ${all === 1 ? 'row' : 'rows'} failed, which is more than --max-failed allows`,
    );
  }

  /** Throws `BatchStopped` for the first of these failed rows, if the run has to end there. */
  stopAt([first]: readonly FailedRow[]): void {
    if (first === undefined || !this.stopsOnFailure) return;
    throw new BatchStopped(`row ${first.row} failed (${first.status}): ${first.reason}`);
  }

  /** Notes in the journal that rows are about to be sent. Unless a checkpoint follows, they may have been printed. */
  async sending(rows: number, failed: readonly Refusal[]): Promise<void> {
    this.#isDirty = true;
    await this.#options.journal?.append({ kind: 'sending', rows, failed });
  }

  get isDue(): boolean {
    const waited = performance.now() - this.#checkedAt;
    if (this.#unsyncedBytes >= UNSYNCED_BYTES || waited >= LONGEST_MS) return true;
    return waited >= INTERVAL_MS && this.#isWorthwhile;
  }

  /** Milliseconds without a row after which a checkpoint is due. */
  get idleMs(): number {
    return this.#isWorthwhile ? INTERVAL_MS : Math.max(INTERVAL_MS, this.#mayCheckAt - performance.now());
  }

  get #isWorthwhile(): boolean {
    return this.#uncheckedRows >= this.#options.worthwhileRows;
  }

  /** Resolves when all rows that were counted are on the disk, and the journal says so. */
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

  /** Makes a last checkpoint of a run that stops, if its files are whole and can be kept. */
  async leave(): Promise<void> {
    if (!this.#isWhole) return;
    try {
      await this.checkpoint(AbortSignal.timeout(LEAVE_MS));
    } catch {
      // The checkpoint before holds, and the user should see why the run stops instead.
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
