import { encodePdf } from '../../encode/pdf.ts';
import { encodePng } from '../../encode/png.ts';
import { renderImages } from '../../engine/render-images.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { StudioRefusal } from '../refusal.ts';
import { streamOf } from './draft-stream.ts';
import type { Draft, MadeFile } from './messages.ts';

const FILE_MS = 15_000;

/**
 * Makes a file of a draft: its ZPL with the values, a PNG of the label at an index, or a PDF with a page for each label.
 *
 * @throws StudioRefusal where values cannot be put in; FailureError for what cannot be drawn.
 */
export function madeFile(draft: Draft, format: 'zpl' | 'png' | 'pdf', index: number): MadeFile {
  const { sent, failure } = streamOf(draft);
  if (failure !== null) throw new StudioRefusal(422, failure);
  if (format === 'zpl') return { bytes: toBytes(sent), labelCount: 0 };
  const { size, now } = draft;
  const end = performance.now() + FILE_MS;
  const options = { now: new Date(now), deadline: () => performance.now() > end };
  const { bitmaps, labelCount } = renderImages(sent, size, format === 'png' ? index : 'all', options);
  const [first] = bitmaps;
  if (format === 'png' && first !== undefined) return { bytes: encodePng(first, size.dpi), labelCount };
  const { widthMm, heightMm } = size;
  return { bytes: encodePdf(bitmaps.map((bitmap) => ({ bitmap, widthMm, heightMm }))), labelCount };
}
