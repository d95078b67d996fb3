import { checkSavedSize } from '../engine/canvas.ts';
import { FailureError } from '../errors.ts';
import type { LabelInput } from '../store/store.ts';
import { compileTransforms } from '../template/transforms/transform-program.ts';
import { HEADS_DPI } from '../units.ts';
import { toByteString } from '../zpl/byte-string.ts';
import { tokenize } from '../zpl/tokenize.ts';
import type { LabelThread } from './label-thread.ts';
import { warningLine } from './warnings.ts';

/** Remarks about a label before it is saved: lines for people, each with the label's place. */
export interface Review {
  /** Why it should not be saved. */
  readonly failures: readonly string[];
  /** Faults that saving permits, though the label will not be answered or printed as it stands. */
  readonly warnings: readonly string[];
}

/** Warnings of one label that are shown; `platen lint` shows them all. */
const WARNINGS_SHOWN = 20;

/**
 * Reads a label as the service will. `place` is where it comes from: a file, and the index in it.
 *
 * @throws CommandFailure for a label that takes too much memory.
 */
export async function reviewLabel(label: LabelInput, place: string, thread: LabelThread): Promise<Review> {
  const failures: string[] = [];
  if (!HEADS_DPI.includes(label.size.dpi)) {
    failures.push(`${place}: dpi must be one of ${HEADS_DPI.join(', ')}, not ${label.size.dpi}`);
  }
  const transforms = compileTransforms(label.fieldTransforms);
  if (!transforms.ok) failures.push(`${place}: field_transforms: ${transforms.details}`);
  if (label.zpl === null) {
    return { failures, warnings: [`${place}: there is no zpl; the API will answer 409`] };
  }
  const zpl = toByteString(label.zpl);
  if (![...tokenize(zpl)].some(({ name }) => name === '^XA')) {
    failures.push(`${place}: zpl is not ZPL; a label begins with ^XA`);
    return { failures, warnings: [] };
  }
  const linted = transforms.ok ? label : { ...label, fieldTransforms: [] };
  return { failures, warnings: await lintLines(linted, place, thread) };
}

/** Findings of the linter that deserve a line before the label is saved. */
async function lintLines(
  { zpl, size, dynamicTokens, fieldTransforms }: LabelInput,
  place: string,
  thread: LabelThread,
): Promise<readonly string[]> {
  try {
    checkSavedSize(size);
  } catch (error) {
    // A state that the API reports itself: a size that it does not draw.
    if (error instanceof FailureError) return [`${place}: ${error.message}`];
    throw error;
  }
  const options = { size, dynamicTokens, fieldTransforms };
  const task = { kind: 'lint', zpl: Buffer.from(zpl ?? ''), options } as const;
  const { findings } = await thread.run(task, place);
  const lines = findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ command, message, ...at }) =>
      warningLine(place, { ...at, command: command ?? '', reason: message }),
    );
  const more = lines.length - WARNINGS_SHOWN;
  return more <= 0 ? lines : [...lines.slice(0, WARNINGS_SHOWN), `${place}: ${more} more; see platen lint`];
}
