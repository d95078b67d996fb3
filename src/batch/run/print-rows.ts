import { BatchStopped } from '../batch-failure.ts';
import type { Sending } from '../journal/record.ts';
import type { Printer } from '../printer/printer.ts';
import type { FailedRow, Made, Row, Watcher } from '../stages.ts';
import type { Ledger } from './ledger.ts';
import { partsOf } from './parts.ts';

export interface Printing {
  readonly printer: Printer;
  readonly ledger: Ledger;
  readonly watcher: Watcher;
  /** To send behind labels: the next question for the status needs the usual prefixes, as the next label does. */
  readonly stateReset: Uint8Array;
  /** Throws if the label was changed since. */
  confirm(signal: AbortSignal): Promise<void>;
  /** The next rows, as they came. */
  nextRows(count: number): Promise<readonly Row[]>;
}

/**
 * Sends what is made to a printer, a piece after the other, and never twice: that a piece is about to be sent is in the
 * journal before, and that the printer has read it before the next one. Rows for which only the first is known are
 * failed rows, `doubtful`.
 */
export async function printRows(
  all: AsyncIterable<Made>,
  printing: Printing,
  signal: AbortSignal,
): Promise<void> {
  for await (const made of all) {
    try {
      for (const part of partsOf(made, printing.ledger.position)) await printPart(part, printing, signal);
    } finally {
      made.release();
    }
  }
  await printing.printer.finish(signal);
}

/** Counts rows that a run which broke off was sending: whether they were printed nobody knows. */
export async function giveUpSent({ rows, failed }: Sending, printing: Printing): Promise<void> {
  const { ledger } = printing;
  const { offset, skip } = ledger.position;
  const next = { offset, skip: skip + rows };
  const given = { rows, next, pieces: [], failed: [], unresolved: 0, release: () => {} };
  await addDoubtful(given, failed, 'the run broke off while it was sent to the printer', printing);
}

async function printPart(part: Made, printing: Printing, signal: AbortSignal): Promise<void> {
  const { printer, ledger, stateReset } = printing;
  ledger.stopAt(part.failed);
  const [piece] = part.pieces;
  if (piece === undefined) {
    await ledger.add(part);
    if (ledger.isDue) await ledger.checkpoint(signal);
    return;
  }
  await printing.confirm(signal);
  // However long that takes, nothing counts as sent meanwhile.
  await printer.ready(signal);
  await ledger.sending(
    part.rows,
    part.failed.map(({ index, status, reason, fields }) => ({ index, status, reason, fields })),
  );
  const bytes = Buffer.concat([piece.bytes, stateReset]);
  const sent = await printer.send(bytes, signal);
  if (sent === 'taken') await ledger.add(part, bytes.length);
  else await addDoubtful(part, part.failed, DOUBTS[sent], printing);
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

/** Counts rows as doubtful but those that failed before they could be sent. */
async function addDoubtful(
  made: Made,
  failed: Sending['failed'],
  why: string,
  { ledger, watcher, nextRows }: Printing,
): Promise<void> {
  const first = ledger.nextRow;
  const rows = await nextRows(made.rows);
  const known = new Map(failed.map((refusal) => [refusal.index, refusal]));
  const reason = `${why}: it may be printed or not, and is not sent again; look at the paper`;
  const all = rows.map(({ cells, others }, index): FailedRow => {
    const { status, reason: own, fields } = known.get(index) ?? { status: 'doubtful', reason, fields: [] };
    return { index, cells, others, status, reason: own, fields };
  });
  await ledger.add({ ...made, pieces: [], failed: all });
  const shown = rows.length === 1 ? `row ${first}` : `rows ${first} to ${first + rows.length - 1}`;
  watcher.note(`${shown}: ${reason}`);
}
