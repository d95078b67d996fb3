import type { Box } from '../../bitmap/box.ts';
import type { ShownLabel, View } from '../engine/messages.ts';
import { unpackDots } from '../packed-words.ts';
import { decodeBase64 } from './base64.ts';
import { h } from './dom.ts';

/** Pixels as the bytes red, green, blue and opacity, in the order of all machines that browsers run on. */
const BLACK = 0xff00_0000;
const WHITE = 0xffff_ffff;

/** The dots of a drawing, as a label and a picture to be placed have them. */
type ShownDots = Pick<ShownLabel, 'dots'> & Pick<View, 'width' | 'height'>;

/**
 * The picture of one drawing after another. The canvas stays, and only changed dots are painted: a picture of all dots
 * has 4 MB, and takes a third of the time that a key stroke costs the page (bench studio).
 */
export class DrawnPicture {
  #picture: Picture | null = null;

  /** Draws dots. The canvas of the previous picture may be used again. */
  draw({ dots, width, height }: ShownDots): HTMLCanvasElement {
    const { canvas } = this.#picture ?? {};
    if (this.#picture === null || canvas?.width !== width || canvas.height !== height)
      this.#picture = new Picture(width, height);
    this.#picture.show(dots);
    return this.#picture.canvas;
  }
}

class Picture {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** Words of a row. */
  readonly #stride: number;
  #words: Int32Array;

  constructor(width: number, height: number) {
    this.canvas = h('canvas', { width, height });
    this.#context = this.canvas.getContext('2d') as CanvasRenderingContext2D;
    this.#context.fillStyle = '#fff';
    this.#context.fillRect(0, 0, width, height);
    this.#stride = (width + 31) >>> 5;
    this.#words = new Int32Array(this.#stride * height);
  }

  /** @param dots in base64, packed. */
  show(dots: string): void {
    const words = unpackDots(new Int32Array(decodeBase64(dots).buffer), this.#stride, this.#words.length);
    const changed = changedWords(this.#words, words, this.#stride);
    this.#words = words;
    if (changed !== null) this.#paint(changed);
  }

  /** @param words the sides of a rectangle, in words across and in rows down. */
  #paint({ left, top, right, bottom }: Box): void {
    const [x, y] = [left * 32, top];
    const width = Math.min(right * 32, this.canvas.width) - x;
    const image = new ImageData(width, bottom - top);
    const pixels = new Uint32Array(image.data.buffer).fill(WHITE);
    for (let row = top; row < bottom; row++) {
      for (let word = left; word < right; word++) {
        // The leftmost dot is the highest bit; the word is shifted until no dot is left.
        let dots = this.#words[row * this.#stride + word] as number;
        for (let at = (row - y) * width + word * 32 - x; dots !== 0; at++, dots <<= 1)
          if (dots < 0) pixels[at] = BLACK;
      }
    }
    this.#context.putImageData(image, x, y);
  }
}

/** The smallest rectangle of words and rows that holds all differences; null without one. */
function changedWords(before: Int32Array, after: Int32Array, stride: number): Box | null {
  let [left, right, top, bottom] = [stride, 0, -1, 0];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const column = at % stride;
    if (top < 0) top = Math.floor(at / stride);
    bottom = Math.floor(at / stride) + 1;
    if (column < left) left = column;
    if (column >= right) right = column + 1;
  }
  return top < 0 ? null : { left, top, right, bottom };
}
