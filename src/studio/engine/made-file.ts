import type { Bitmap } from '../../bitmap/bitmap.ts';
import { encodePng } from '../../encode/png.ts';
import { type LabelChoice, type RenderedImages, renderImages } from '../../engine/render-images.ts';
import { deadlineIn } from '../../in-time.ts';
import { encodePdf } from '../../pdf/encode-pdf.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { type DraftStream, streamOf } from './draft-stream.ts';
import type { DraftLabel, MadeFile } from './messages.ts';

const DRAWING_MS = 15_000;

/**
 * Makes a file of a draft: its ZPL with the values, a PNG of the label at an index, or a PDF with a page for each
 * label.
 *
 * @throws RequestRefusal if values cannot be inserted; FailureError for a label that cannot be drawn.
 */
export function madeFile(draft: DraftLabel, format: 'zpl' | 'png' | 'pdf', index: number): MadeFile {
  const stream = sentBy(draft);
  if (format === 'zpl') return { bytes: toBytes(stream.sent), labelCount: 0 };
  const { bitmaps, labelCount } = drawn(draft, stream, format === 'png' ? index : 'all');
  const { widthMm, heightMm, dpi } = draft.size;
  const bytes =
    format === 'png'
      ? encodePng(bitmaps[0] as Bitmap, dpi)
      : encodePdf(bitmaps.map((bitmap) => ({ bitmap, widthMm, heightMm })));
  return { bytes, labelCount };
}

/** One label of a draft, drawn. Throws as {@link madeFile} does. */
export function drawnBitmap(draft: DraftLabel, index: number): Bitmap {
  return drawn(draft, sentBy(draft), index).bitmaps[0] as Bitmap;
}

/**
 * One label as the page shows it: without its values if they cannot be inserted.
 *
 * @throws FailureError for a label that cannot be drawn.
 */
export function shownBitmap(draft: DraftLabel, index: number): Bitmap {
  return drawn(draft, streamOf(draft), index).bitmaps[0] as Bitmap;
}

function drawn({ size }: DraftLabel, { sent, now }: DraftStream, choice: LabelChoice): RenderedImages {
  return renderImages(sent, size, choice, { now, deadline: deadlineIn(DRAWING_MS) });
}

/**
 * The stream of a draft with its values.
 *
 * @throws RequestRefusal (422) if they cannot be inserted.
 */
export function sentBy(draft: DraftLabel): DraftStream {
  const stream = streamOf(draft);
  if (stream.failure !== null) throw new RequestRefusal(422, stream.failure);
  return stream;
}
