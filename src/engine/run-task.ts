import { encodePdf } from '../encode/pdf.ts';
import { encodePng } from '../encode/png.ts';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { print } from '../template/print.ts';
import { substitute } from '../template/substitute.ts';
import { toBytes } from '../zpl/byte-string.ts';
import { renderImages } from './render-images.ts';
import type { Artifact, Task } from './task.ts';
import { TemplateCache } from './template-cache.ts';

const templates = new TemplateCache();

/** A render that is not done this long after its request's instant gives up: the client has had its 503. Milliseconds. */
const DEADLINE_MS = 15_000;

/**
 * Does one task in this thread.
 *
 * @throws FailureError for everything that is wrong with the content.
 */
export function runTask(task: Task): Artifact {
  switch (task.kind) {
    case 'render': {
      const { label, format, variables } = task;
      const template = templates.get(label);
      const pieces = substitutePieces(template, variables, { now: new Date(task.now) });
      const options = {
        now: new Date(task.now),
        deadline: () => Date.now() > task.now + DEADLINE_MS,
      };
      if (format === 'zpl') return artifact(toBytes(joined(pieces)), 0);
      const size = { widthMm: label.width, heightMm: label.height, dpi: label.dpi };
      const { bitmaps, diagnostics } = renderImages(zpl, size, format === 'png' ? 'first' : 'all', {
        now: new Date(task.now),
        deadline: () => Date.now() > task.now + DEADLINE_MS,
      });
      const body =
        format === 'png'
          ? encodePng(bitmaps[0] as Bitmap, label.dpi)
          : encodePdf(bitmaps.map((bitmap) => ({ bitmap, widthMm: label.width, heightMm: label.height })));
      return artifact(body, diagnostics.length);
    }
    case 'print':
      return artifact(
        toBytes(print(templates.get(task.label), task.records, task.copies, { now: new Date(task.now) })),
        0,
      );
    default:
      return task satisfies never;
  }
}

function artifact(body: Uint8Array, warnings: number): Artifact {
  if (body.length > LIMITS.responseBytes) {
    fail('too_large', `the rendered artifact has ${body.length} bytes; the limit is ${LIMITS.responseBytes}`);
  }
  return { ok: true, body, warnings };
}

/** Loads fonts and lets the compiler see the hot path once, before the first request does. */
export function warm(): void {
  const size = { widthMm: 50, heightMm: 25, dpi: 203 };
  const sample = '^XA^FO10,10^A0N,30^FDWarm^FS^FO10,60^BCN,40^FDWARM^FS^XZ';
  const label = {
    id: 'warm',
    accountId: 'warm',
    revision: 0,
    zpl: sample,
    width: 50,
    height: 25,
    dpi: 203,
    dynamicTokens: [],
    fieldTransforms: [],
  };
  const zpl = substitute(templates.get(label), {}, { now: new Date(0) });
  const { bitmaps } = renderImages(zpl, size, 'first');
  encodePng(bitmaps[0] as Bitmap, size.dpi);
}
