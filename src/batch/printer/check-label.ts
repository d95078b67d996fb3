import { toByteString } from '../../zpl/byte-string.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import { BatchUsage } from '../batch-failure.ts';

/**
 * Refuses a label that makes the printer answer (`~HS`, `~HI`, `^HH` and all others that begin with H: the host
 * commands of Zebra's ZPL guide): its answers would be taken for those to the batch's own questions.
 *
 * @param zpl of the label, as saved.
 */
export function refuseHostCommands(zpl: string): void {
  for (const { name, start } of tokenize(toByteString(zpl))) {
    if (name[1] !== 'H') continue;
    throw new BatchUsage(
      `The label has ${name} at byte ${start}, which makes the printer answer, and its answers would be taken for those about its status: take the command out of the label, or write a file and send that.`,
    );
  }
}

/**
 * Refuses a label that a printer would read without end, and print never: one with a `^XA` that no `^XZ` follows, or
 * without any label between the two.
 *
 * @param zpl of the label, as saved.
 */
export function refuseOpenFormat(zpl: string): void {
  let open: number | null = null;
  let labels = 0;
  for (const { name, start } of tokenize(toByteString(zpl))) {
    if (name === '^XA') open ??= start;
    else if (name === '^XZ' && open !== null) {
      open = null;
      labels++;
    }
  }
  if (open !== null) {
    throw new BatchUsage(
      `The label has no ^XZ after its ^XA at byte ${open}: the printer would wait for the end, and print nothing. Write ^XZ at the end of the label.`,
    );
  }
  if (labels === 0) {
    throw new BatchUsage(
      'The label has no ^XA with a ^XZ after it, so the printer would print nothing: put its content between the two.',
    );
  }
}
