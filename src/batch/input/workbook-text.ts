import type { WorkbookRows, WorkbookSheet } from '../../delimited/workbook-csv.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { BoundedThread, BoundPassed } from '../../threads/bounded-thread.ts';
import { workerModule } from '../../worker-module.ts';
import { BatchStopped } from '../batch-failure.ts';

const ADVICE = 'save its sheet as CSV (in Excel, "CSV UTF-8")';

/**
 * Yields the rows of a workbook as CSV. A thread of its own reads it, since a small file may take much memory.
 *
 * @param sheet a name; null for the first sheet that is not hidden
 * @throws BatchStopped for a workbook that cannot be read or is too large; the signal's reason once it is aborted.
 */
export async function* workbookText(
  source: AsyncIterable<Uint8Array>,
  sheet: string | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = await wholeWorkbook(source);
  const thread = new BoundedThread<WorkbookSheet, WorkbookRows>(workerModule('workbook'), {
    subject: 'the workbook',
    startsNow: false,
    waitingMax: 1,
  });
  const stop = (): void => void thread.stop();
  signal.addEventListener('abort', stop);
  try {
    const rows = await thread.run({ bytes, sheet });
    if (!rows.ok) throw new BatchStopped(rows.message);
    yield Buffer.from(rows.csv);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof BoundPassed ? new BatchStopped(`${error.message}: ${ADVICE}`) : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.stop();
  }
}

async function wholeWorkbook(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let length = 0;
  for await (const block of source) {
    length += block.length;
    if (length > TABLE_LIMITS.workbookBytes) {
      throw new BatchStopped(`the workbook has more than ${TABLE_LIMITS.workbookBytes} bytes: ${ADVICE}`);
    }
    blocks.push(block);
  }
  const whole = Buffer.concat(blocks);
  if (whole.length === 0) throw new BatchStopped('the input is empty: a workbook (.xlsx) is expected');
  return whole;
}
