import type { Bitmap } from '../bitmap/bitmap.ts';
import { DownloadedFonts } from '../raster/font/downloaded-fonts.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { rasterize } from '../raster/rasterize.ts';
import type { LabelSize } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import type { Label } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import { type Canvas, canvasOf } from './canvas.ts';
import { type ElementBox, elementBoxes } from './element-boxes.ts';
import { parsing, printerFonts } from './printer-fonts.ts';
import { profileDiagnostics, sampledFonts } from './printer-profile.ts';
import { BLANK, checkTextWork } from './render-images.ts';

/** A label as it is drawn, and where each of its elements is. */
export interface TracedLabel {
  readonly label: Label;
  readonly bitmap: Bitmap;
  readonly boxes: readonly ElementBox[];
}

export interface TracedLabels {
  readonly canvas: Canvas;
  readonly labels: readonly TracedLabel[];
  /** Diagnostics of parsing the whole stream, and of drawing the chosen labels. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of labels that the stream prints. */
  readonly labelCount: number;
}

/** A range of the stream's labels: `count` of them, from number `first` on. The first of the stream is 0. */
export interface LabelRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Draws labels of substituted ZPL as `renderImages` does, and returns the places of their elements. A stream that
 * prints nothing gives one blank label.
 *
 * @throws FailureError `too_large`, `dimensions_invalid`, `busy` once the deadline has passed.
 */
export function traceLabels(
  zpl: ByteString,
  size: LabelSize,
  { first, count }: LabelRange,
  options: { readonly now: Date; readonly deadline: () => boolean },
): TracedLabels {
  const canvas = canvasOf(size);
  const { labels, diagnostics, fonts } = parse(zpl, parsing(canvas, { decodeImage, ...options }));
  const chosen = labels.length === 0 ? [BLANK] : labels.slice(first, first + count);
  checkTextWork(chosen);
  const found = [...diagnostics, ...profileDiagnostics(canvas.dotsPerMm)];
  const downloaded = new DownloadedFonts(fonts);
  const printer = { held: printerFonts(), sampled: sampledFonts(canvas.dotsPerMm) };
  const drawing = { fonts: downloaded, ...printer, deadline: options.deadline };
  try {
    const traced = chosen.map((label) => ({
      label,
      bitmap: rasterize(label, canvas, (diagnostic) => void found.push(diagnostic), drawing),
      boxes: elementBoxes(label, canvas, drawing),
    }));
    return { canvas, labels: traced, diagnostics: found, labelCount: labels.length };
  } finally {
    downloaded.close();
  }
}
