import { availableParallelism } from 'node:os';
import type { RunTrace } from '../run-trace.ts';
import type { BatchLabel, Maker, Row, RowLayout, Watcher } from '../stages.ts';
import type { BatchOptions } from './batch-options.ts';

/** The rows of a run that labels are made of. */
export interface MakeOptions {
  readonly layout: RowLayout;
  /** Rows that are left to do. */
  readonly rows: number;
  /** The time that automatic tokens show, if they are filled in here. */
  readonly now: Date;
}

/** The label of a batch, from a file or a service, and the maker that prints rows on it. */
export interface LabelProvider {
  readonly label: BatchLabel;
  /** Rows between two checkpoints that make the cost of a confirmation small. */
  readonly worthwhileRows: number;
  open(making: MakeOptions): Promise<Maker>;
  /**
   * Whether these values fill every placeholder. Only a service can say so, which knows the saved transforms of its
   * label; false where labels are made here.
   */
  fills(variables: Row['variables'], signal: AbortSignal): Promise<boolean>;
  /** Closes the connections to a service, once no maker is at work. */
  close(): Promise<void>;
}

/** A confirmation is a request of one unit, and a row at least one. */
const ROWS_A_CONFIRMATION = 50;

/** Finds the label of the options, in a file or in a service. Throws `BatchStopped` or `BatchUsage`. */
export async function openLabelProvider(
  options: BatchOptions,
  watcher: Watcher,
  trace: RunTrace,
  signal: AbortSignal,
): Promise<LabelProvider> {
  const { place, format, split, nameTemplate, printer, onError, dryRun: validates, concurrency } = options;
  const rowsApart = nameTemplate !== null || split === 1;
  if (place.kind === 'local') {
    const [{ readBatchLabel }, { localMaker }] = await Promise.all([
      import('../local/label-file.ts'),
      import('../local/local-maker.ts'),
    ]);
    const label = await readBatchLabel(options.label, options.size);
    // A piece is kept or sent as a whole: a run that may end after any row has a piece for each.
    const isDivided = format !== 'zpl' || rowsApart || printer !== null || onError === 'stop';
    const pieceRows = isDivided ? 1 : (split ?? Number.POSITIVE_INFINITY);
    const threads = concurrency ?? availableParallelism();
    return {
      label,
      worthwhileRows: 1,
      open: ({ layout, now }) =>
        localMaker({ label, layout, format, pieceRows, validates, threads, now, trace }),
      fills: () => Promise.resolve(false),
      close: async () => {},
    };
  }
  const [{ estimate, sendsJobs }, { fetchLabel, fillsAll }, { ServiceCalls }, { serviceMaker }] =
    await Promise.all([
      import('../service/estimate.ts'),
      import('../service/saved-label.ts'),
      import('../service/service-calls.ts'),
      import('../service/service-maker.ts'),
    ]);
  const calls = new ServiceCalls({ url: place.url, key: place.key, concurrency, watcher, trace });
  const label = await fetchLabel(calls, options.label, signal).catch(async (error: unknown) => {
    await calls.close();
    throw error;
  });
  return {
    label,
    worthwhileRows: ROWS_A_CONFIRMATION,
    async open({ layout, rows }) {
      const inJobs = sendsJobs({ format, rowsApart, validates });
      const line = estimate({ rows, copies: options.copies, inJobs, validates }, calls.budget);
      if (line !== null) watcher.note(line);
      return serviceMaker({ calls, label, layout, format, rowsApart, partRows: split, validates });
    },
    fills: (variables, by) => fillsAll(calls, label.id, variables, by),
    close: () => calls.close(),
  };
}
