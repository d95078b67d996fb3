import { BatchUsage } from '../../batch/batch-failure.ts';
import { refuseHostCommands, refuseOpenFormat } from '../../batch/printer/check-label.ts';
import { FailureError, failureInFull } from '../../errors.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { print } from '../../template/print.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { compiledDraft } from './draft-stream.ts';
import type { StudioTask } from './tasks.ts';

/** The most bytes of all jobs. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * Makes the bytes that a printer gets for each row, with all copies of the row. After each label the printer's prefixes
 * and encoding are restored, for the next label and for the request for the printer's status.
 *
 * @throws RequestRefusal (422) that names the first row whose values cannot be inserted, or why a printer cannot take
 *   the label; 413 for more than {@link BYTES_MAX} bytes.
 */
export function printerBytes({
  draft,
  rows,
  numbers,
  copies,
}: StudioTask & { readonly kind: 'print' }): readonly Uint8Array[] {
  const { template, now } = compiledDraft(draft);
  try {
    refuseHostCommands(draft.zpl);
    refuseOpenFormat(draft.zpl);
  } catch (error) {
    throw error instanceof BatchUsage ? new RequestRefusal(422, error.message) : error;
  }
  const reset = toBytes(template.stateReset);
  const jobs: Uint8Array[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    let job: Uint8Array;
    try {
      job = Buffer.concat([print(template, [row], copies, { now }).output, reset]);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const place = numbers === null ? '' : `row ${numbers[index]}: `;
      throw new RequestRefusal(422, `${place}${failureInFull(error.failure)}`);
    }
    bytes += job.length;
    if (bytes > BYTES_MAX)
      throw new RequestRefusal(413, `the labels have more than ${BYTES_MAX} bytes; print fewer rows`);
    jobs.push(job);
  }
  return jobs;
}
