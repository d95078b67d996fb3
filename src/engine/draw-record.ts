import type { Bitmap } from '../bitmap/bitmap.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';
import type { CompressedDots } from '../encode/compressed-dots.ts';
import type { Variables } from '../record/variables.ts';
import { joinFields, substituteFields } from '../template/substitute.ts';
import type { Template } from '../template/template.ts';
import { PreparedLabelCache } from './prepared-label-cache.ts';
import { type DrawingOptions, type LabelChoice, renderEach } from './render-images.ts';
import type { LabelSource } from './task.ts';
import { joinWarnings, type Warnings, warningsOf } from './warnings.ts';

const preparedLabels = new PreparedLabelCache();

/** A label with a record's values in it, drawn. */
export interface DrawnRecord {
  /** Images of the labels. Their streams are valid until the next record is drawn. */
  readonly images: readonly CompressedDots[];
  readonly warnings: Warnings;
  /** Placeholders that stay because they have no value. */
  readonly unresolved: number;
}

/** Options of a drawing, and the way to compress its images. */
interface Drawing extends DrawingOptions {
  readonly now: Date;
  readonly compress: (bitmap: Bitmap, meter: WorkMeter) => CompressedDots;
}

/**
 * Draws a label with one record's values in it: the first label of its stream for a PNG, all of them for a PDF.
 *
 * @throws FailureError for everything that is wrong with the content.
 */
export function drawRecord(
  label: LabelSource,
  template: Template,
  format: 'png' | 'pdf',
  variables: Variables,
  drawing: Drawing,
): DrawnRecord {
  const notes = warningsOf(template.diagnostics);
  const { output: fields, unresolved } = substituteFields(template, variables, drawing);
  const image = preparedLabels.render(label, template, fields, drawing);
  if (image !== null) {
    return { images: [image.dots], warnings: joinWarnings([notes, image.warnings]), unresolved };
  }
  const zpl = joinFields(template, fields);
  const { bitmaps, diagnostics } = renderEach(zpl, label.size, choiceOf(format), drawing, drawing.compress);
  return { images: bitmaps, warnings: joinWarnings([notes, warningsOf(diagnostics)]), unresolved };
}

/** A PNG shows the first of several labels, a PDF has a page for each. */
export function choiceOf(format: 'png' | 'pdf'): LabelChoice {
  return format === 'png' ? 'first' : 'all';
}
