import { BatchStopped } from '../batch-failure.ts';
import type { Sending } from '../journal/record.ts';
import type { Printer } from '../printer/printer.ts';
import type { BorrowedRows, FailedRow, RenderedRows, Row, Watcher } from '../stages.ts';
import type { Ledger } from './ledger.ts';
import { splitByPiece } from './split-by-piece.ts';

export interface PrintRun {
  readonly printer: Printer;
  readonly ledger: Ledger;
  readonly watcher: Watcher;
  /** ZPL to send after each label: the next question for the status needs the usual prefixes. */
  readonly stateReset: Uint8Array;
  /** Throws `BatchStopped` if the label was changed meanwhile. */
  confirm(signal: AbortSignal): Promise<void>;
  /** The next rows of the input. */
  nextRows(count: number): Promise<readonly Row[]>;
}

/**
 * Sends rendered rows to a printer, one piece after another, and never twice. The journal notes a piece before it is
 * sent, and again when the printer has read it, before the next one. Rows with the first note alone are failed rows,
 * `doubtful`.
 */
export async function printRows(
  all: AsyncIterable<BorrowedRows>,
  printing: PrintRun,
  signal: AbortSignal,
): Promise<void> {
  for await (using rendered of all) {
    for (const part of splitByPiece(rendered, printing.ledger.position)) {
      await printPart(part, printing, signal);
    }
  }
  await printing.printer.finish(signal);
}

/** Counts as doubtful the rows that a run was sending when it broke off: they may be printed or not. */
export async function giveUpSent({ rows, failed }: Sending, printing: PrintRun): Promise<void> {
  const { ledger } = printing;
  const { nextRow: firstRow, position } = ledger;
  const next = { offset: position.offset, skip: position.skip + rows };
  const given = { firstRow, rows, next, pieces: [], failed: [], unresolved: 0 };
  await addDoubtful(given, failed, 'the run broke off while it was sent to the printer', printing);
}

async function printPart(part: RenderedRows, printing: PrintRun, signal: AbortSignal): Promise<void> {
  const { printer, ledger, stateReset } = printing;
  ledger.stopAt(part.failed);
  const [piece] = part.pieces;
  if (piece === undefined) {
    await ledger.add(part);
    if (ledger.isDue) await ledger.checkpoint(signal);
    return;
  }
  await printing.confirm(signal);
  // The wait may be long. No row counts as sent until it is over.
  await printer.ready(signal);
  const refused = part.failed.map(({ row, status, reason, fields }) => {
    return { index: row - part.firstRow, status, reason, fields };
  });
  await ledger.sending(part.rows, refused);
  const bytes = Buffer.concat([piece.bytes, stateReset]);
  const sent = await printer.send(bytes, signal);
  if (sent === 'taken') await ledger.add(part, bytes.length);
  else await addDoubtful(part, refused, DOUBTS[sent], printing);
  await ledger.checkpoint(signal);
  if (sent === 'open') {
    throw new BatchStopped(
      'The printer still waits for the end of a label (^XZ), and would lose the next one: check that each ^GF, ~DG and ~DY of the label has as much data as it declares; --resume continues after it',
      { saysResume: true },
    );
  }
  if (sent === 'doubtful' && ledger.stopsOnFailure) {
    const message = 'the rows being sent may be printed or not; --resume continues after them';
    throw new BatchStopped(message, { saysResume: true });
  }
}

const DOUBTS = {
  open: 'the printer found no end of the label',
  doubtful: 'the connection to the printer broke while it was sent',
};

/** Counts rows as doubtful, except those that failed before they could be sent. */
async function addDoubtful(
  rendered: RenderedRows,
  failed: Sending['failed'],
  why: string,
  { ledger, watcher, nextRows }: PrintRun,
): Promise<void> {
  const { firstRow } = rendered;
  const rows = await nextRows(rendered.rows);
  const known = new Map(failed.map((refusal) => [refusal.index, refusal]));
  const reason = `${why}: it may be printed or not, and is not sent again; look at the paper`;
  const all = rows.map(({ cells, others }, index): FailedRow => {
    const { status, reason: own, fields } = known.get(index) ?? { status: 'doubtful', reason, fields: [] };
    return { row: firstRow + index, cells, others, status, reason: own, fields };
  });
  await ledger.add({ ...rendered, pieces: [], failed: all });
  const shown = rows.length === 1 ? `row ${firstRow}` : `rows ${firstRow} to ${firstRow + rows.length - 1}`;
  watcher.note(`${shown}: ${reason}`);
}
