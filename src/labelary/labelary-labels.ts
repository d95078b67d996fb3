import { Bitmap } from '../bitmap/bitmap.ts';
import { type Orientation, rotated } from '../bitmap/rotate.ts';
import { encodePng } from '../encode/png.ts';
import { canvasOf } from '../engine/canvas.ts';
import { parsing } from '../engine/printer-fonts.ts';
import { renderImages } from '../engine/render-images.ts';
import { lint } from '../lint/lint.ts';
import { encodePdf, type PdfPage } from '../pdf/encode-pdf.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { byteStringOf } from '../zpl/byte-string.ts';
import type { Label } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import type { LabelaryFormat, LabelaryRequest } from './labelary-request.ts';
import { sheetPdf } from './sheet-pdf.ts';
import { writeWarnings } from './x-warnings.ts';

/** Labels of one answer, at most. */
const LABELS_MAX = 50;
/** As long as drawing may take. */
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
export interface LabelaryResult {
  readonly bytes: Uint8Array;
  readonly labelCount: number;
  readonly warnings: string | null;
}

/**
 * Draws labels as Labelary's API is asked to.
 *
 * @throws RequestRefusal for a label that is not there, or too many; FailureError for what cannot be drawn.
 */
export function labelaryLabels(zpl: Uint8Array, request: LabelaryRequest): LabelaryResult {
  const { size, index, format, lints } = request;
  const source = byteStringOf(zpl);
  const { labels } = parse(source, parsing(canvasOf(size), { now: new Date() }));
  const chosen = index === null ? labels : labels.slice(index, index + 1);
  if (chosen.length === 0) throw new RequestRefusal(404, missing(index ?? 0, labels.length));
  if (chosen.length > LABELS_MAX) {
    throw new RequestRefusal(
      413,
      `the ZPL prints ${labels.length} labels; at most ${LABELS_MAX} are drawn together`,
    );
  }
  return {
    bytes: format === 'json' ? textsOf(chosen) : drawn(source, request, format),
    labelCount: labels.length,
    warnings: lints ? writeWarnings(lint(zpl, { size })) : null,
  };
}

function drawn(
  source: ReturnType<typeof byteStringOf>,
  { size, index, rotation, sheet }: LabelaryRequest,
  format: Exclude<LabelaryFormat, 'json'>,
): Uint8Array {
  const end = performance.now() + DRAWING_MS;
  const options = { now: new Date(), deadline: () => performance.now() > end };
  const { bitmaps } = renderImages(source, size, index ?? 'all', options);
  const turned = bitmaps.map((bitmap) => turnedBitmap(bitmap, ORIENTATIONS[rotation]));
  if (format === 'png') return encodePng(turned[0] as Bitmap, size.dpi);
  const isAcross = rotation % 180 !== 0;
  const [widthMm, heightMm] = isAcross ? [size.heightMm, size.widthMm] : [size.widthMm, size.heightMm];
  const pages = turned.map((bitmap): PdfPage => ({ bitmap, widthMm, heightMm }));
  return sheet === null ? encodePdf(pages) : sheetPdf(pages, sheet);
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
  const shown = labels.map(({ elements }) => ({
    fields: elements.flatMap((element) => {
      const { x, y } = element.origin;
      if (element.kind === 'text') return [{ x, y, data: element.text }];
      return element.kind === 'barcode'
        ? [{ x, y, data: Buffer.from(element.data, 'latin1').toString() }]
        : [];
    }),
  }));
  return Buffer.from(JSON.stringify({ labels: shown }));
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
