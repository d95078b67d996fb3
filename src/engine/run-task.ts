import type { Bitmap } from '../bitmap/bitmap.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';
import { type CompressedDots, compressed } from '../encode/compressed-dots.ts';
import { encodePdf } from '../encode/pdf.ts';
import { encodePng } from '../encode/png.ts';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { dynamicTokenNames } from '../template/dynamic-token-names.ts';
import { print } from '../template/print.ts';
import { joinFields, substitute, substituteFields } from '../template/substitute.ts';
import type { LabelSize } from '../units.ts';
import { toBytes } from '../zpl/byte-string.ts';
import { canvasOf } from './canvas.ts';
import { PreparedLabelCache } from './prepared-label-cache.ts';
import { checkImages, type LabelChoice, renderEach, renderImages } from './render-images.ts';
import type { Artifact, Task } from './task.ts';
import { TemplateCache } from './template-cache.ts';

const templates = new TemplateCache();
const preparedLabels = new PreparedLabelCache();

/** A render that is not done this long after its request's instant gives up: the client has had its 503. Milliseconds. */
const DEADLINE_MS = 15_000;

/**
 * Does one task in this thread.
 *
 * @throws FailureError for everything that is wrong with the content.
 */
export function runTask(task: Task): Required<Artifact> {
  const began = performance.now();
  const { body, warnings, encodeMs } = make(task);
  const renderMs = performance.now() - began - encodeMs;
  return { body, warnings, timings: { renderMs, encodeMs } };
}

/** An artifact as it is made. */
interface Made {
  readonly body: Uint8Array;
  readonly warnings: number;
  readonly encodeMs: number;
}

function make(task: Task): Made {
  switch (task.kind) {
    case 'render': {
      const { label, format, variables } = task;
      const now = new Date(task.now);
      // A size that is refused is so before any content is, as it is where somebody else draws.
      if (format !== 'zpl') canvasOf(label.size);
      const template = templates.get(label);
      const notes = template.diagnostics.length;
      const options = { now, deadline: () => Date.now() > task.now + DEADLINE_MS };
      if (format === 'zpl') {
        const zpl = substitute(template, variables, { now });
        if (task.drawnAs === undefined) return artifact(toBytes(zpl), 0);
        checkImages(zpl, label.size, choiceOf(task.drawnAs), options);
        return artifact(toBytes(zpl), notes);
      }
      const fields = substituteFields(template, variables, { now });
      const image = preparedLabels.render(label, template, fields, options);
      if (image !== null) return imagesOf(label.size, format, [image.dots], notes + image.warnings);
      const compressor = new Compressor();
      const { bitmaps, diagnostics } = renderEach(
        joinFields(template, fields),
        label.size,
        choiceOf(format),
        options,
        (bitmap, meter) => compressor.compress(bitmap, meter),
      );
      return imagesOf(label.size, format, bitmaps, notes + diagnostics.length, compressor.ms);
    }
    case 'print':
      return artifact(
        print(templates.get(task.label), task.records, task.copies, { now: new Date(task.now) }),
        0,
      );
    case 'tokens':
      return artifact(
        Buffer.from(JSON.stringify(dynamicTokenNames(task.label.zpl, task.label.dynamicTokens))),
        0,
      );
    default:
      return task satisfies never;
  }
}

/** A PNG shows the first of several labels, a PDF has a page for each. */
function choiceOf(format: 'png' | 'pdf'): LabelChoice {
  return format === 'png' ? 'first' : 'all';
}

/** Compresses image after image, until together they are more than an answer may have. */
class Compressor {
  /** Time spent. */
  ms = 0;
  #bytesLeft: number = LIMITS.responseBytes;

  compress(bitmap: Bitmap, meter: WorkMeter): CompressedDots {
    const began = performance.now();
    const dots = compressed(bitmap, bitmap.drawn, meter);
    this.ms += performance.now() - began;
    this.#bytesLeft -= dots.stream.length;
    if (this.#bytesLeft < 0) failSize();
    return dots;
  }
}

function failSize(): never {
  fail('too_large', `the rendered artifact has more than ${LIMITS.responseBytes} bytes`);
}

/** The file of a label's images: the first as a PNG, or all of them as pages of a PDF. */
function imagesOf(
  { widthMm, heightMm, dpi }: LabelSize,
  format: 'png' | 'pdf',
  images: readonly CompressedDots[],
  warnings: number,
  compressMs = 0,
): Made {
  const began = performance.now();
  const body =
    format === 'png'
      ? encodePng(images[0] as CompressedDots, dpi)
      : encodePdf(images.map((bitmap) => ({ bitmap, widthMm, heightMm })));
  return artifact(body, warnings, compressMs + performance.now() - began);
}

function artifact(body: Uint8Array, warnings: number, encodeMs = 0): Made {
  if (body.length > LIMITS.responseBytes) failSize();
  return { body, warnings, encodeMs };
}

/** Loads fonts and lets the compiler see the hot path once, before the first request does. */
export function warm(): void {
  const size = { widthMm: 50, heightMm: 25, dpi: 203 };
  const sample = '^XA^FO10,10^A0N,30^FDWarm^FS^FO10,60^BCN,40^FDWARM^FS^XZ';
  const label = {
    id: 'warm',
    accountId: 'warm',
    contentId: 'warm',
    zpl: sample,
    size,
    dynamicTokens: [],
    fieldTransforms: [],
  };
  const zpl = substitute(templates.get(label), {}, { now: new Date(0) });
  const { bitmaps } = renderImages(zpl, size, 'first');
  encodePng(bitmaps[0] as Bitmap, size.dpi);
}
