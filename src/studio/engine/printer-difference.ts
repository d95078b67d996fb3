import { compareDots } from '../../link-os/compare-dots.ts';
import { differencePng } from '../../link-os/difference-png.ts';
import { type Dots, dotsOfBitmap, dotsOfPng, isBlackAt } from '../../link-os/dots.ts';
import { labelStreams, withSides } from '../../link-os/label-stream.ts';
import { PreviewFault } from '../../link-os/printer-preview.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { dotsOf } from '../../units.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { drawnBitmap, sentBy } from './made-file.ts';
import type { DraftLabel, PrinterDifference } from './messages.ts';

/**
 * The stream for a printer's preview of one label of a draft.
 *
 * @throws RequestRefusal (422) if values cannot be inserted, or the stream has no such label.
 */
export function printerStream(draft: DraftLabel, index: number): Uint8Array {
  const { widthMm, heightMm, dpi } = draft.size;
  const stream = labelStreams(sentBy(draft).sent)[index];
  if (stream === undefined) throw new RequestRefusal(422, 'the stream has no such label');
  return toBytes(withSides(stream, { width: dotsOf(widthMm, dpi), height: dotsOf(heightMm, dpi) }));
}

/**
 * Compares one label of a draft with a printer's preview of it, as `platen compare` does.
 *
 * @param preview a PNG
 * @throws RequestRefusal (502) for a damaged preview; FailureError for a label that cannot be drawn.
 */
export function printerDifference(draft: DraftLabel, index: number, preview: Uint8Array): PrinterDifference {
  const ours = dotsOfBitmap(drawnBitmap(draft, index));
  const theirs = previewDots(preview);
  const { offset, ...figures } = compareDots(ours, theirs);
  const png = differencePng(ours, cut(theirs, offset, ours), 0).toString('base64');
  return { ...figures, png };
}

function previewDots(preview: Uint8Array): Dots {
  try {
    return dotsOfPng(preview);
  } catch (error) {
    if (error instanceof PreviewFault) throw new RequestRefusal(502, `printer: ${error.message}`);
    throw error;
  }
}

/** The part of a picture on which the label lies. */
function cut(picture: Dots, left: number, { width, rows, bytesPerRow }: Dots): Dots {
  const data = new Uint8Array(bytesPerRow * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      if (isBlackAt(picture, left + x, y)) data[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return { width, rows, bytesPerRow, data };
}
