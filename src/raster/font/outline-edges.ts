import type { Box } from '../../bitmap/box.ts';

/**
 * Contours of an outline in the font's units, y upwards. Each step is its number of points, then their coordinates: 1
 * draws a line, 2 and 3 draw a Bézier curve whose last point is its end; 0 begins a contour at the point that follows.
 * Each contour ends where it began.
 */
export type OutlinePath = Float32Array;

/** The placement of a path on a plane whose y runs downwards: the sizes of a unit, and the place of the origin. */
export interface PathPlacement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** The greatest distance of a chord from its curve, in dots, which no dot shows. */
const FLATNESS = 0.05;
/** Chords of a curve, at most; only letters as high as a label would need more. */
const CHORDS_MAX = 64;

/** Numbers that an ordinary letter takes; the memory of a much larger one is released at the next letter. */
const NUMBERS = 4096;
const NUMBERS_KEPT = 65_536;

/** Straight edges, four numbers each: where they begin and where they end, x before y. */
export class Edges {
  #numbers = new Float64Array(NUMBERS);
  #length = 0;

  /** The edges, valid until others are taken. */
  get numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }

  /** The rectangle that holds all edges, with sides anywhere between dots; without an edge it is empty. */
  get bounds(): Box {
    const numbers = this.#numbers;
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let at = 0; at < this.#length; at += 2) {
      const x = numbers[at] as number;
      const y = numbers[at + 1] as number;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    return left <= right ? { left, top, right, bottom } : { left: 0, top: 0, right: 0, bottom: 0 };
  }

  /** Takes the edges of a path in place of those before; curves become chords. */
  take(path: OutlinePath, { scaleX, scaleY, shiftX, shiftY }: PathPlacement): void {
    if (this.#numbers.length > NUMBERS_KEPT) this.#numbers = new Float64Array(NUMBERS);
    this.#length = 0;
    let startX = shiftX;
    let startY = shiftY;
    let x = shiftX;
    let y = shiftY;
    for (let at = 0; at < path.length; ) {
      const points = path[at] as number;
      const last = at + (points > 0 ? 2 * points - 1 : 1);
      const toX = shiftX + scaleX * (path[last] as number);
      const toY = shiftY - scaleY * (path[last + 1] as number);
      if (points === 0) {
        this.#addLine(x, y, startX, startY);
        startX = toX;
        startY = toY;
      } else if (points === 1) {
        this.#addLine(x, y, toX, toY);
      } else {
        const x1 = shiftX + scaleX * (path[at + 1] as number);
        const y1 = shiftY - scaleY * (path[at + 2] as number);
        if (points === 2) {
          // The same curve with two points.
          this.#addCurve(x, y, third(x, x1), third(y, y1), third(toX, x1), third(toY, y1), toX, toY);
        } else {
          const x2 = shiftX + scaleX * (path[at + 3] as number);
          const y2 = shiftY - scaleY * (path[at + 4] as number);
          this.#addCurve(x, y, x1, y1, x2, y2, toX, toY);
        }
      }
      x = toX;
      y = toY;
      at = last + 2;
    }
    this.#addLine(x, y, startX, startY);
  }

  #addLine(x0: number, y0: number, x1: number, y1: number): void {
    if (x0 === x1 && y0 === y1) return;
    const numbers = this.#withRoom(1);
    const at = this.#length;
    numbers[at] = x0;
    numbers[at + 1] = y0;
    numbers[at + 2] = x1;
    numbers[at + 3] = y1;
    this.#length = at + 4;
  }

  #addCurve(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
  ): void {
    // The greatest distance of the curve from one chord.
    const bendX = Math.max(Math.abs(x0 - 2 * x1 + x2), Math.abs(x1 - 2 * x2 + x3));
    const bendY = Math.max(Math.abs(y0 - 2 * y1 + y2), Math.abs(y1 - 2 * y2 + y3));
    const bend = 0.75 * Math.sqrt(bendX * bendX + bendY * bendY);
    const chords = Math.max(1, Math.min(CHORDS_MAX, Math.ceil(Math.sqrt(bend / FLATNESS))));
    const numbers = this.#withRoom(chords);
    let at = this.#length;
    let x = x0;
    let y = y0;
    for (let i = 1; i <= chords; i++) {
      const t = i / chords;
      const s = 1 - t;
      const a = s * s * s;
      const b = 3 * s * s * t;
      const c = 3 * s * t * t;
      const d = t * t * t;
      numbers[at] = x;
      numbers[at + 1] = y;
      // Without errors of rounding, so that contours close.
      x = i === chords ? x3 : a * x0 + b * x1 + c * x2 + d * x3;
      y = i === chords ? y3 : a * y0 + b * y1 + c * y2 + d * y3;
      numbers[at + 2] = x;
      numbers[at + 3] = y;
      at += 4;
    }
    this.#length = at;
  }

  /** The numbers, with room for `edges` more edges. */
  #withRoom(edges: number): Float64Array {
    const needed = this.#length + 4 * edges;
    if (needed > this.#numbers.length) {
      const longer = new Float64Array(2 * needed);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    return this.#numbers;
  }
}

/** The point a third of the way from the control point of a quadratic curve to its end. */
function third(end: number, control: number): number {
  return control + (end - control) / 3;
}
