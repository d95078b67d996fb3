import { inflateSync } from 'node:zlib';
import { type CompressedDots, compressed } from '../../src/encode/compressed-dots.ts';
import { encodePng } from '../../src/encode/png.ts';
import { PreparedLabelCache } from '../../src/engine/prepared-label-cache.ts';
import { renderEach } from '../../src/engine/render-images.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { FailureError } from '../../src/errors.ts';
import { encodePdf } from '../../src/pdf/encode-pdf.ts';
import { compile } from '../../src/template/compile.ts';
import { joinFields, substituteFields } from '../../src/template/substitute.ts';
import type { Template } from '../../src/template/template.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import type { FuzzCase } from './cases.ts';

/** Values that fill a label, request after request: the second prepares it, the third changes it. */
const REQUESTS = ['first', '12345678', '12345678', 'x~^_5E\\&>;\u20ac '.repeat(5)];
/** A request that runs this long, on any machine, gives up as `busy`, so that a hang is an answer. */
const DEADLINE_MS = 60_000;

export interface Outcome {
  /** The slowest of its requests. Milliseconds. */
  readonly slowestMs: number;
  /** Some request ran into the deadline. */
  readonly hung: boolean;
}

/**
 * Sends a label through everything that a worker does with it: compiled, filled, drawn as a whole and from a
 * prepared label, encoded as PNG and PDF.
 *
 * @param clockMs what its time is taken by.
 * @throws Error for an exception that is no failure of the catalogue, and for a warm image that is not the cold one.
 */
export function attempt({ zpl, size }: FuzzCase, clockMs = (): number => performance.now()): Outcome {
  const label = { ...LABEL, size };
  const warm = new PreparedLabelCache();
  let slowestMs = 0;
  let hung = false;
  for (const value of REQUESTS) {
    const began = clockMs();
    const now = Date.now();
    const options = { now: new Date(0), deadline: () => Date.now() > now + DEADLINE_MS };
    const variables = { v: value, tracking: value, to_name: value, name: value };
    try {
      const template: Template = compile({ zpl: zpl as ByteString, fieldTransforms: [], dynamicTokens: [] });
      const fields = substituteFields(template, variables, { now: options.now }).output;
      const image = warm.render(label, template, fields, options);
      const cold = (): CompressedDots =>
        renderEach(joinFields(template, fields), size, 'first', options, (bitmap) => compressed(bitmap))
          .bitmaps[0] as CompressedDots;
      const dots = image?.dots ?? cold();
      encodePng(dots, size.dpi);
      encodePdf([{ ...size, bitmap: dots }]);
      slowestMs = Math.max(slowestMs, clockMs() - began);
      if (image !== null && !linesOf(image.dots).equals(linesOf(cold()))) {
        throw new Error('the image of the prepared label is not the image drawn as a whole');
      }
    } catch (error) {
      slowestMs = Math.max(slowestMs, clockMs() - began);
      if (!(error instanceof FailureError)) throw error;
      if (error.failure.code === 'internal') throw error;
      hung ||= error.failure.code === 'busy';
    }
  }
  return { slowestMs, hung };
}

/** The rows as they were before PNG's filters: none, or less the row above. */
function linesOf({ width, stream }: CompressedDots): Buffer {
  const lines = inflateSync(stream);
  const bytes = ((width + 7) >> 3) + 1;
  for (let at = 0; at < lines.length; at += bytes) {
    if (lines[at] === 2 && at > 0) {
      for (let i = at + 1; i < at + bytes; i++)
        lines[i] = (lines[i] as number) + (lines[i - bytes] as number);
    }
    lines[at] = 0;
  }
  return lines;
}

const LABEL: LabelSource = {
  id: 'fuzz',
  accountId: 'fuzz',
  contentId: 'content',
  zpl: new Uint8Array(),
  size: { widthMm: 0, heightMm: 0, dpi: 0 },
  dynamicTokens: [],
  fieldTransforms: [],
};

/** A case as a line that can be kept and tried again. */
export function reproducible({ zpl, size }: FuzzCase): string {
  return `${JSON.stringify(size)} ${Buffer.from(zpl, 'latin1').toString('base64')}`;
}
