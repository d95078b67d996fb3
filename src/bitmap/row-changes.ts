import { wordBytes } from './packed-bits.ts';

/** A surface with rows of no more words has a mark for each of them. */
export const NOTED_WORDS_MAX = 32;

/**
 * The words in which each row of a surface may differ from the row above. Noting them while drawing takes less time
 * than comparing all words when rows are compressed.
 */
export class RowChanges {
  /**
   * Marks of each row: a bit for each of its words, the highest for the first word; on surfaces wider than 32 words a
   * bit stands for several. A row has one number, because it is written for each row of each glyph.
   */
  readonly marks: Int32Array;
  readonly #stride: number;
  /** The words of a bit, as a power of 2. */
  readonly scale: number;

  /** Begins with all rows alike. There is one row more than the surface has: the one below it. */
  constructor(stride: number, height: number) {
    this.marks = new Int32Array(height + 1);
    this.#stride = stride;
    this.scale = Math.max(0, 27 - Math.clz32(stride - 1));
  }

  get bytes(): number {
    return wordBytes(this.marks);
  }

  /** The first word of a row that may differ; past the last one when none may. */
  firstOf(row: number): number {
    return Math.clz32(this.marks[row] as number) << this.scale;
  }

  /** The word after the last one of a row that may differ; 0 when none may. */
  endOf(row: number): number {
    const marks = this.marks[row] as number;
    return marks === 0 ? 0 : Math.min(this.#stride, (Math.clz32(marks & -marks) + 1) << this.scale);
  }

  /** Whether the rows from `top` up to but not with `bottom` are all like the rows above them. */
  areAlike(top: number, bottom: number): boolean {
    const { marks } = this;
    let row = top;
    while (row < bottom && marks[row] === 0) row++;
    return row === bottom;
  }

  /** The marks of the words from `first` up to but not with `end`. */
  marksOf(first: number, end: number): number {
    return (-1 >>> (first >> this.scale)) & (-1 << (31 - ((end - 1) >> this.scale)));
  }

  /**
   * Notes that these words of all rows from `top` up to but not with `bottom`, and of the row below, have changed.
   */
  note(top: number, bottom: number, first: number, end: number): void {
    const { marks } = this;
    const added = this.marksOf(first, end);
    for (let row = top; row <= bottom; row++) marks[row] = (marks[row] as number) | added;
  }

  /** Notes that these words of a row may differ from the row above. */
  noteRow(row: number, first: number, end: number): void {
    this.marks[row] = (this.marks[row] as number) | this.marksOf(first, end);
  }

  /** Notes that these words of a row, each of which has a mark of its own, may differ from the row above. */
  noteMarks(row: number, marks: number): void {
    this.marks[row] = (this.marks[row] as number) | marks;
  }

  /** The rows from `top` up to and with `bottom` are like the rows above. */
  clear(top: number, bottom: number): void {
    this.marks.fill(0, top, bottom + 1);
  }

  /** Takes the rows from `top` up to but not with `bottom` from those of a surface of the same size. */
  copyRows({ marks }: RowChanges, top: number, bottom: number): void {
    this.marks.set(marks.subarray(top, bottom), top);
  }
}
