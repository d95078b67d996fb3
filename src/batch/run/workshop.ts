import { availableParallelism } from 'node:os';
import { readBatchLabel } from '../local/label-file.ts';
import { localMaker } from '../local/local-maker.ts';
import { estimate } from '../service/estimate.ts';
import { fetchLabel } from '../service/saved-label.ts';
import { ServiceCalls } from '../service/service-calls.ts';
import { serviceMaker } from '../service/service-maker.ts';
import type { BatchLabel, Maker, RowLayout, Watcher } from '../stages.ts';
import type { BatchOptions } from './batch-options.ts';

/** What labels are to be made of. */
export interface Making {
  readonly layout: RowLayout;
  /** Rows that are left to do. */
  readonly rows: number;
  /** What automatic tokens show, where they are filled in here. */
  readonly now: Date;
}

/** The label, and who makes labels of rows with it. */
export interface Workshop {
  readonly label: BatchLabel;
  /** What one row more costs when the maker confirms: rows between checkpoints that make that cost small. */
  readonly worthwhileRows: number;
  open(making: Making): Promise<Maker>;
}

/** A confirmation is a request of one unit, and a row at least one. */
const ROWS_A_CONFIRMATION = 50;

/** Finds the label where the options say, in a file or in a service. Throws `BatchStopped` or `BatchUsage`. */
export async function openWorkshop(
  options: BatchOptions,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Workshop> {
  const { place, format, split, nameTemplate, printer, onError, dryRun: validates, concurrency } = options;
  const rowsApart = nameTemplate !== null || split === 1;
  if (place.kind === 'local') {
    const label = await readBatchLabel(options.label, options.size);
    // A piece is kept or sent as a whole, and so ends where the run may have to.
    const isDivided = format !== 'zpl' || rowsApart || printer !== null || onError === 'stop';
    const pieceRows = isDivided ? 1 : (split ?? Number.POSITIVE_INFINITY);
    const threads = concurrency ?? availableParallelism();
    return {
      label,
      worthwhileRows: 1,
      open: ({ layout, now }) => localMaker({ label, layout, format, pieceRows, validates, threads, now }),
    };
  }
  const calls = new ServiceCalls({ url: place.url, key: place.key, concurrency, watcher });
  const label = await fetchLabel(calls, options.label, signal);
  return {
    label,
    worthwhileRows: ROWS_A_CONFIRMATION,
    async open({ layout, rows }) {
      const inJobs = format === 'zpl' && (validates || !rowsApart);
      const line = estimate({ rows, copies: options.copies, inJobs, validates }, calls.budget);
      if (line !== null) watcher.note(line);
      return serviceMaker({ calls, label, layout, format, rowsApart, partRows: split, validates });
    },
  };
}
