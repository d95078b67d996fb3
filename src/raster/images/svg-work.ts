/** Bytes of an SVG that count as an element: some twenty points of a path. */
const ELEMENT_BYTES = 200;
/** An element costs a nanosecond for each pixel of the picture, and up to six with opacity, gradients or dashes. */
const WORK_MAX = 4_000_000_000;

/**
 * Whether an SVG may take too long to draw with this many pixels, by its length and the number of its elements: a
 * canvas cannot be interrupted.
 */
export function isTooMuchWork(
  svg: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  let elements = svg.length / ELEMENT_BYTES;
  for (let at = svg.indexOf(0x3c); at >= 0; at = svg.indexOf(0x3c, at + 1)) elements++;
  return elements * width * height > WORK_MAX;
}
