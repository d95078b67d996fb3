import { toByteString } from '../../zpl/byte-string.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import { BatchUsage } from '../batch-failure.ts';

/**
 * Refuses a label that makes the printer answer (`~HS`, `~HI`, `^HH` and all others that begin with H: the host commands
 * of Zebra's ZPL guide): its answers would be taken for those to the batch's own questions.
 *
 * @param zpl of the label, as saved.
 */
export function refuseHostCommands(zpl: string): void {
  for (const { name, start } of tokenize(toByteString(zpl))) {
    if (name[1] !== 'H') continue;
    throw new BatchUsage(
      `The label has ${name} at byte ${start}, which makes the printer answer, and --printer reads its answers itself: take the command out of the label, or write a file (-o labels.zpl without --printer) and send that.`,
    );
  }
}
