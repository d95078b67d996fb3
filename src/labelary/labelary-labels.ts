import { Bitmap } from '../bitmap/bitmap.ts';
import { type Orientation, rotated } from '../bitmap/rotate.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';
import { formattedZpl } from '../convert/formatted-zpl.ts';
import { scaledZpl } from '../convert/scaled-zpl.ts';
import { type CompressedDots, compressed } from '../encode/compressed-dots.ts';
import { encodeGreyPng, encodePng } from '../encode/png.ts';
import { canvasOf } from '../engine/canvas.ts';
import { parsing } from '../engine/printer-fonts.ts';
import { checkTextWork, renderEach } from '../engine/render-images.ts';
import type { WorkTimings } from '../engine/task.ts';
import { deadlineIn } from '../in-time.ts';
import { lint } from '../lint/lint.ts';
import { encodePdf } from '../pdf/encode-pdf.ts';
import { printedText } from '../raster/layout/block.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { DPI_OF_HEAD } from '../units.ts';
import { wallClock } from '../wall-clock.ts';
import { type ByteString, byteStringOf, toBytes } from '../zpl/byte-string.ts';
import type { Element, Label } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import { LABELARY_LIMITS } from './labelary-limits.ts';
import { type LabelaryRequest, turnedBy } from './labelary-request.ts';
import { sheetPdf } from './sheet-pdf.ts';
import { writeWarnings } from './x-warnings.ts';

/** The time limit of drawing. Milliseconds. */
const DRAWING_MS = 15_000;

const ORIENTATIONS: Readonly<Record<LabelaryRequest['rotation'], Orientation>> = {
  0: 'N',
  90: 'R',
  180: 'I',
  270: 'B',
};

/**
 * Labelary's answer: a file, the number of labels that the ZPL prints, and the findings of the linter if they were
 * asked for.
 */
export interface LabelaryLabels {
  readonly body: Uint8Array;
  readonly labelCount: number;
  /** The value of `X-Warnings`; empty for none. */
  readonly warnings: string;
  readonly timings: WorkTimings;
}

/**
 * Makes the file of the requested labels.
 *
 * @throws RequestRefusal for a label that is not there, or too many; FailureError for what cannot be drawn.
 */
export function labelaryLabels(zpl: Uint8Array, request: LabelaryRequest): LabelaryLabels {
  const began = performance.now();
  const file = new LabelaryFile(request);
  const body = file.make(byteStringOf(zpl));
  const madeMs = performance.now() - began;
  return {
    body,
    labelCount: file.labelCount,
    warnings: request.lints ? writeWarnings(lint(zpl, { size: request.size })) : '',
    timings: { renderMs: madeMs - file.encodeMs, encodeMs: file.encodeMs },
  };
}

/** A refusal after the labels were counted. */
export class CountRefusal extends RequestRefusal {
  readonly labelCount: number;

  constructor(status: number, message: string, labelCount: number) {
    super(status, message);
    this.labelCount = labelCount;
  }
}

class LabelaryFile {
  readonly #request: LabelaryRequest;
  readonly #options: { readonly now: Date; readonly deadline: () => boolean };
  labelCount = 0;
  encodeMs = 0;

  constructor(request: LabelaryRequest) {
    this.#request = request;
    this.#options = { now: wallClock(Date.now()), deadline: deadlineIn(DRAWING_MS) };
  }

  make(source: ByteString): Uint8Array {
    const { format, size } = this.#request;
    if (format === 'png' || format === 'pdf') return this.#drawn(source, format);
    const { labels } = parse(source, parsing(canvasOf(size), this.#options));
    const chosen = this.#choose(labels);
    if (format === 'zpl') return toBytes(this.#rewritten(source));
    checkTextWork(chosen);
    return textsOf(chosen);
  }

  /** The stream for the requested print head, on request with one command on each line. */
  #rewritten(source: ByteString): ByteString {
    const { target, formats, size } = this.#request;
    const scaled = target === null ? source : scaledZpl(source, size.dpi, DPI_OF_HEAD[target]).zpl;
    return formats ? formattedZpl(scaled) : scaled;
  }

  #drawn(source: ByteString, format: 'png' | 'pdf'): Uint8Array {
    const { size, rotation, isGrey } = this.#request;
    const turned = (bitmap: Bitmap): Bitmap => turnedBitmap(bitmap, ORIENTATIONS[rotation]);
    const choose = (labels: readonly Label[]): readonly Label[] => this.#choose(labels);
    const draw = <Image>(keep: (bitmap: Bitmap, meter: WorkMeter) => Image): readonly Image[] =>
      renderEach(source, size, choose, this.#options, (bitmap, meter) =>
        this.#encoding(() => keep(turned(bitmap), meter)),
      ).bitmaps;
    if (format === 'png' && isGrey) return draw((bitmap) => encodeGreyPng(bitmap, size.dpi))[0] as Uint8Array;
    const images = draw((bitmap, meter) => compressed(bitmap, bitmap.drawn, meter));
    return this.#encoding(() =>
      format === 'png' ? encodePng(images[0] as CompressedDots, size.dpi) : this.#pdf(images),
    );
  }

  #pdf(images: readonly CompressedDots[]): Uint8Array {
    const { size, rotation, sheet } = this.#request;
    const { widthMm, heightMm } = turnedBy(rotation, size);
    const pages = images.map((bitmap) => ({ bitmap, widthMm, heightMm }));
    return sheet === null ? encodePdf(pages) : sheetPdf(pages, sheet);
  }

  #encoding<T>(work: () => T): T {
    const began = performance.now();
    const result = work();
    this.encodeMs += performance.now() - began;
    return result;
  }

  /** The requested labels, before anything is drawn. */
  #choose(labels: readonly Label[]): readonly Label[] {
    const { index, format } = this.#request;
    this.labelCount = labels.length;
    // A stream that only stores formats prints no label, and is still a valid answer.
    if (index === null && format === 'zpl') return labels;
    const chosen = index === null ? labels : labels.slice(index, index + 1);
    if (chosen.length === 0) throw new CountRefusal(404, missing(index ?? 0, labels.length), labels.length);
    if (chosen.length > LABELARY_LIMITS.labels) {
      throw new CountRefusal(
        413,
        `the ZPL prints ${labels.length} labels; at most ${LABELARY_LIMITS.labels} are drawn together`,
        labels.length,
      );
    }
    return chosen;
  }
}

function turnedBitmap(bitmap: Bitmap, orientation: Orientation): Bitmap {
  if (orientation === 'N') return bitmap;
  const bits = rotated(bitmap, orientation);
  const turned = Bitmap.create(bits.width, bits.height);
  turned.blit(bits, 0, 0, 'black');
  return turned;
}

/** The data of text and bar codes, and where their fields are. */
function textsOf(labels: readonly Label[]): Buffer {
  const shown = labels.map(({ elements }) => ({ fields: elements.flatMap(fieldOf) }));
  return Buffer.from(JSON.stringify({ labels: shown }));
}

function fieldOf(element: Element): readonly { x: number; y: number; data: string }[] {
  const { x, y } = element.origin;
  switch (element.kind) {
    case 'text':
      return [
        { x, y, data: element.block === null ? element.text : printedText(element.text, element.block.kind) },
      ];
    case 'barcode':
      return [{ x, y, data: Buffer.from(element.data, 'latin1').toString() }];
    default:
      return [];
  }
}

function missing(index: number, count: number): string {
  const generated = count === 0 ? 'no labels' : count === 1 ? 'only 1 label' : `only ${count} labels`;
  return `Requested ${ordinal(index + 1)} label but ZPL generated ${generated}`;
}

function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}
