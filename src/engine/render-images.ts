import type { Bitmap } from '../bitmap/bitmap.ts';
import { WorkMeter } from '../bitmap/work-meter.ts';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { DownloadedFonts, NO_FONTS } from '../raster/font/downloaded-fonts.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { rasterize } from '../raster/rasterize.ts';
import { Surfaces } from '../raster/surfaces.ts';
import type { LabelSize } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import type { Element, Label } from '../zpl/label.ts';
import { type ParseOptions, parse } from '../zpl/parse.ts';
import { canvasOf } from './canvas.ts';
import { parsing, printerFonts } from './printer-fonts.ts';
import { profileDiagnostics, sampledFonts } from './printer-profile.ts';

/** The labels of a stream to draw: by number from 0, or by a function, which may throw. */
export type LabelChoice = 'first' | 'all' | number | ((labels: readonly Label[]) => readonly Label[]);

export interface RenderedImages<Image = Bitmap> {
  readonly bitmaps: readonly Image[];
  /** Diagnostics of parsing the whole stream, and of drawing the chosen labels. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of labels that the stream prints. */
  readonly labelCount: number;
}

/** The clock that `^FC` fields read, and when to give up. */
export type DrawingOptions = Pick<ParseOptions, 'now' | 'deadline'>;

/** The label of a stream that prints none: the blank canvas. */
export const BLANK: Label = { elements: [], printWidth: null, inverted: false, mirrored: false };

/** Units of a {@link WorkMeter} for a page without a dot, and for each of its rows; measured. */
const PAGE_WORK = 15_000;
const PAGE_ROW_WORK = 10;

/**
 * Draws substituted ZPL. Size, label count and text work are checked before anything is drawn. A stream
 * that prints nothing gives one blank image for `first` and `all`, with a diagnostic.
 *
 * @throws FailureError `too_large`, `dimensions_invalid`, `busy` once the deadline has passed; `invalid_request`
 *   for a label that is not there.
 */
export function renderImages(
  zpl: ByteString,
  size: LabelSize,
  choice: LabelChoice,
  options: DrawingOptions = {},
): RenderedImages {
  return renderOn(
    () => new Surfaces(),
    zpl,
    size,
    choice,
    options,
    (bitmap) => bitmap,
  );
}

/**
 * {@link renderImages} for streams that may print thousands of labels: each image is drawn on the memory of the one
 * before, and only the result of `keep` stays.
 */
export function renderEach<Image>(
  zpl: ByteString,
  size: LabelSize,
  choice: LabelChoice,
  options: DrawingOptions,
  keep: (bitmap: Bitmap, meter: WorkMeter) => Image,
): RenderedImages<Image> {
  surfaces.begin();
  return renderOn(() => surfaces, zpl, size, choice, options, keep);
}

/** Surfaces of the thread: with new memory each time, a label of 2 by 1 inch takes a twelfth longer. */
const surfaces = new Surfaces();

function renderOn<Image>(
  nextSurfaces: () => Surfaces,
  zpl: ByteString,
  size: LabelSize,
  choice: LabelChoice,
  options: DrawingOptions,
  keep: (bitmap: Bitmap, meter: WorkMeter) => Image,
): RenderedImages<Image> {
  const canvas = canvasOf(size);
  const { labels, diagnostics, fonts } = parse(zpl, parsing(canvas, { decodeImage, ...options }));
  const found = [...diagnostics, ...profileDiagnostics(canvas.dotsPerMm)];
  if (labels.length === 0) {
    const at = { command: '^XA', span: { start: 0, end: 0 } };
    found.push({ code: 'nothing-printed', ...at, reason: 'the ZPL prints no label' });
  }
  const chosen = choose(labels, choice);
  checkTextWork(chosen);
  const meter = new WorkMeter(chosen.length * (PAGE_WORK + canvas.height * PAGE_ROW_WORK));
  const held = printerFonts();
  const sampled = sampledFonts(canvas.dotsPerMm);
  const downloaded = fonts.size === 0 ? NO_FONTS : new DownloadedFonts(fonts);
  const onDiagnostic = (diagnostic: Diagnostic): void => void found.push(diagnostic);
  try {
    const bitmaps = chosen.map((label) => {
      meter.nextLabel();
      const drawing = { fonts: downloaded, held, sampled, meter, surfaces: nextSurfaces(), ...options };
      const bitmap = rasterize(label, canvas, onDiagnostic, drawing);
      // Work on the result is not the label's: a prepared label does not count it, and both ways must accept the same
      // labels.
      meter.nextLabel();
      return keep(bitmap, meter);
    });
    return { bitmaps, diagnostics: found, labelCount: labels.length };
  } finally {
    downloaded.close();
  }
}

/**
 * Makes the checks of {@link renderImages} before drawing, for ZPL that is drawn elsewhere.
 *
 * @returns how many labels the stream prints
 * @throws FailureError as `renderImages` does
 */
export function checkImages(
  zpl: ByteString,
  size: LabelSize,
  choice: LabelChoice,
  options: DrawingOptions = {},
): number {
  const { labels } = parse(zpl, parsing(canvasOf(size), options));
  checkTextWork(choose(labels, choice));
  return labels.length;
}

function choose(labels: readonly Label[], choice: LabelChoice): readonly Label[] {
  if (typeof choice === 'function') return choice(labels);
  if (typeof choice === 'number') {
    const label = labels[choice];
    if (label === undefined) {
      const held = labels.length === 1 ? '1 label' : `${labels.length} labels`;
      fail('invalid_request', `there is no label at index ${choice} (counted from 0); the ZPL holds ${held}`);
    }
    return [label];
  }
  if (labels.length === 0) return [BLANK];
  return choice === 'first' ? labels.slice(0, 1) : labels;
}

/**
 * Text work counts the characters of every text field and, because their interpretation lines are text and
 * their symbols are built from characters too, those of every barcode. Fields that a recalled format or a
 * saved image brings in are elements like any other.
 */
export function textWork(elements: readonly Element[]): number {
  let characters = 0;
  for (const element of elements) {
    if (element.kind === 'text') characters += element.text.length;
    else if (element.kind === 'barcode') characters += element.data.length;
  }
  return characters;
}

/** @throws FailureError `too_large` where the labels together draw more characters than are allowed. */
export function checkTextWork(labels: readonly Label[]): void {
  const characters = labels.reduce((sum, { elements }) => sum + textWork(elements), 0);
  if (characters > LIMITS.textCharacters) {
    fail(
      'too_large',
      `the label draws ${characters} characters; at most ${LIMITS.textCharacters} are allowed`,
    );
  }
}
