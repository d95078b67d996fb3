import { DrawnPicture } from './dots.ts';
import { draftOf, drawDraft } from './preview.ts';
import type { DrawnView, StudioState } from './state.ts';

/** Colours of dots, as red, green, blue: in both pictures, only in the newer one, only in the older one. */
const BOTH = [0, 0, 0];
const ADDED = [22, 132, 62];
const REMOVED = [208, 40, 32];
const DARK = 128;

/** The label with the dots that were added and removed since it was saved, each in their colour. */
export async function differenceOf(state: StudioState, { image }: DrawnView): Promise<ImageBitmap | null> {
  const { label, shown } = state;
  const saved = await drawDraft({ ...draftOf(state), zpl: label.zpl, size: label.size ?? state.size }, shown);
  const [before] = saved.labels;
  if (image === null) return null;
  const { width, height } = image;
  const after = pixelsOf(image, width, height);
  const old =
    before === undefined
      ? null
      : pixelsOf(new DrawnPicture().draw({ ...saved, dots: before.dots }), width, height);
  const { data } = after;
  for (let at = 0; at < data.length; at += 4) {
    const isNow = (data[at] as number) < DARK;
    const wasBefore = old !== null && (old.data[at] as number) < DARK;
    const colour = isNow ? (wasBefore ? BOTH : ADDED) : wasBefore ? REMOVED : null;
    if (colour !== null) data.set(colour, at);
  }
  return createImageBitmap(after);
}

/** The pixels of an image on white, in this width and height. */
function pixelsOf(image: HTMLCanvasElement, width: number, height: number): ImageData {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser has no memory for another canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}
