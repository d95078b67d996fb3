import type { CheckedRows } from '../../rows/check-rows.ts';
import { postForFrames } from '../api-client.ts';
import { draftOf } from '../preview.ts';
import { readable } from '../readable.ts';
import type { OpenTable, PageStore, RowChecks, StudioState } from '../state.ts';
import { valuesWithoutColumn } from './column-values.ts';

/** The time without a change of the label after which its rows are checked again. Milliseconds. */
const QUIET_MS = 500;

/** Checks the rows of the table in the background: when it is opened, and when the label changes. */
export class TableCheck {
  readonly #store: PageStore;
  /** The draft of the last check, on which its results depend. */
  #asked = '';
  #running: { readonly abort: AbortController; readonly end: Promise<void> } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: PageStore) {
    this.#store = store;
    store.on(['table'], ({ checksRows }) => {
      this.#end();
      store.set({ checks: null, picked: new Set() });
      if (checksRows) void this.start();
    });
    store.on(['label', 'text', 'size', 'variables', 'clock'], ({ checksRows }) => {
      if (checksRows) this.#changed();
    });
  }

  /** Checks all rows, from the first one on. Resolves when the check ends, for any reason. */
  start(): Promise<void> {
    this.#end();
    const { table, checks } = this.#store.state;
    if (table === null) return Promise.resolve();
    const draft = draftOfRows(this.#store.state, table);
    this.#asked = draft;
    this.#store.set({ checks: { failed: checks?.failed ?? new Map(), done: 0, phase: 'running' } });
    const abort = new AbortController();
    const end = this.#check(`{"draft":${draft},"table":${JSON.stringify(table)}}`, abort.signal).then(
      () => void this.#ended(abort, 'done'),
      (error: unknown) => {
        if (this.#ended(abort, 'stale')) this.#store.say((error as Error).message, true);
      },
    );
    this.#running = { abort, end };
    return end;
  }

  /** Ends a check. Rows that it has not reached keep their last results. */
  stop(): void {
    this.#end();
    this.#set({ phase: 'stale' });
  }

  /** Resolves when all rows are checked with the present label. Rejects if they could not be. */
  async finished(): Promise<void> {
    const isDone = (): boolean => this.#store.state.checks?.phase === 'done';
    if (!isDone()) await (this.#running?.end ?? this.start());
    if (!isDone()) throw new Error('The rows could not all be checked');
  }

  #changed(): void {
    const { table, checks } = this.#store.state;
    if (table === null || checks === null || draftOfRows(this.#store.state, table) === this.#asked) return;
    this.stop();
    this.#timer = setTimeout(() => void this.start(), QUIET_MS);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#running?.abort.abort();
    this.#running = null;
  }

  /** Ends a check in this phase. Returns false if a later check has begun. */
  #ended(abort: AbortController, phase: RowChecks['phase']): boolean {
    if (this.#running?.abort !== abort) return false;
    this.#running = null;
    this.#set({ phase });
    return true;
  }

  #set(change: Partial<RowChecks>): void {
    const { checks } = this.#store.state;
    if (checks !== null) this.#store.set({ checks: { ...checks, ...change } });
  }

  async #check(body: string, signal: AbortSignal): Promise<void> {
    const failed = new Map(this.#store.state.checks?.failed);
    for await (const frame of postForFrames<CheckedRows>('api/rows/check', body, signal)) {
      if (frame.kind === 'bytes' || signal.aborted) continue;
      const { firstRow, rows, failed: found } = frame.message;
      for (let row = firstRow; row < firstRow + rows; row++) failed.delete(row - 1);
      for (const [row, reason] of found) failed.set(row - 1, readable(reason));
      this.#set({ failed, done: firstRow + rows - 1 });
    }
  }
}

/** The draft of all rows, as JSON: with the values that no column gives. */
export function draftOfRows(state: StudioState, table: OpenTable): string {
  return JSON.stringify({ ...draftOf(state), variables: valuesWithoutColumn(table, state.variables) });
}
