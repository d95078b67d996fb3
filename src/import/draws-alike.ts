import type { Bitmap } from '../bitmap/bitmap.ts';
import { renderImages } from '../engine/render-images.ts';
import { FailureError, failureInFull } from '../errors.ts';
import { compile } from '../template/compile.ts';
import { substitute } from '../template/substitute.ts';
import type { LabelSize } from '../units.ts';
import { type ByteString, toByteString } from '../zpl/byte-string.ts';
import type { ImportedLabel } from './label-maker.ts';

/** An instant for clocks that a label has, the same for both pictures. */
const NOW = new Date(0);

/**
 * Whether a label, with the values that the stream gave its fields, draws the same dots as the stream.
 *
 * @returns what differs: null for nothing, or one line
 */
export function differenceOf(zpl: ByteString, label: ImportedLabel, size: LabelSize): string | null {
  try {
    const original = renderImages(zpl, size, label.index, { now: NOW }).bitmaps[0];
    const dots = differentDots(original, drawn(label, size));
    return dots === 0
      ? null
      : `with the values of this print ${dots} dots differ from what the stream prints`;
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    // No printer draws a symbol without data, so there is nothing to compare.
    if (hasUnfilled(label)) return null;
    return `with the values of this print the label is refused: ${failureInFull(error.failure)}`;
  }
}

/** Whether some placeholder of a label has no value in the stream. */
function hasUnfilled({ zpl, fieldTransforms, records: [record = {}] }: ImportedLabel): boolean {
  const { tokenNames } = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
  const fixed = new Set(fieldTransforms.map(({ variable }) => variable));
  return tokenNames.some((name) => !fixed.has(name) && (record[name] ?? '') === '');
}

function drawn({ zpl, fieldTransforms, records }: ImportedLabel, size: LabelSize): Bitmap | undefined {
  const template = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
  const filled = substitute(template, records[0] ?? {}, { now: NOW });
  return renderImages(filled, size, 'first', { now: NOW }).bitmaps[0];
}

function differentDots(a: Bitmap | undefined, b: Bitmap | undefined): number {
  if (a === undefined || b === undefined) return Number.POSITIVE_INFINITY;
  let dots = 0;
  for (let i = 0; i < a.words.length; i++) {
    for (let left = (a.words[i] as number) ^ (b.words[i] as number); left !== 0; left &= left - 1) dots++;
  }
  return dots;
}
