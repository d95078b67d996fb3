import type { Bitmap } from '../bitmap/bitmap.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';
import { type CompressedDots, compressed } from '../encode/compressed-dots.ts';
import { encodePng } from '../encode/png.ts';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { encodePdf } from '../pdf/encode-pdf.ts';
import type { LabelSize } from '../units.ts';
import type { Artifact } from './task.ts';
import { NO_WARNINGS } from './warnings.ts';

/** Members of the result besides the bytes. */
type Notes = Partial<Pick<Artifact, 'warnings' | 'unresolved' | 'labels'>>;

/** Makes the artifact of one task: measures its times, and holds its bytes to the bound of an answer. */
export class ArtifactBuilder {
  readonly #began = performance.now();
  #encodeMs = 0;
  #imageBytesLeft: number = LIMITS.responseBytes;

  /**
   * Compresses one image of several.
   *
   * @throws FailureError `too_large` once the images together have more bytes than an answer may have.
   */
  compress(bitmap: Bitmap, meter: WorkMeter): CompressedDots {
    const began = performance.now();
    const dots = compressed(bitmap, bitmap.drawn, meter);
    this.#encodeMs += performance.now() - began;
    this.#imageBytesLeft -= dots.stream.length;
    if (this.#imageBytesLeft < 0) failSize();
    return dots;
  }

  /** The artifact of a label's images: a PNG of the first, or a PDF with a page for each. */
  images(
    format: 'png' | 'pdf',
    { widthMm, heightMm, dpi }: LabelSize,
    images: readonly CompressedDots[],
    notes: Notes,
  ): Required<Artifact> {
    const began = performance.now();
    const file =
      format === 'png'
        ? encodePng(images[0] as CompressedDots, dpi)
        : encodePdf(images.map((bitmap) => ({ bitmap, widthMm, heightMm })));
    this.#encodeMs += performance.now() - began;
    return this.bytes(file, notes);
  }

  /** The artifact of these bytes; throws `too_large`. */
  bytes(
    body: Uint8Array,
    { warnings = NO_WARNINGS, unresolved = 0, labels = 1 }: Notes = {},
  ): Required<Artifact> {
    if (body.length > LIMITS.responseBytes) failSize();
    const renderMs = performance.now() - this.#began - this.#encodeMs;
    return { body, warnings, unresolved, labels, timings: { renderMs, encodeMs: this.#encodeMs } };
  }
}

function failSize(): never {
  fail('too_large', `the rendered artifact has more than ${LIMITS.responseBytes} bytes`);
}
