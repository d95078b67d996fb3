/**
 * In which words each row of a surface may differ from the row above. What is drawn says it for less than looking at all
 * of the words takes when rows are compressed.
 */
export class RowChanges {
  /** By row, in words; before the first one and from the second on, the row is like the one above. */
  readonly first: Uint16Array;
  readonly end: Uint16Array;

  /** All rows alike. One row more than the surface has: the one below it. */
  constructor(height: number) {
    this.first = new Uint16Array(height + 1).fill(NONE);
    this.end = new Uint16Array(height + 1);
  }

  get bytes(): number {
    return this.first.byteLength + this.end.byteLength;
  }

  /** These words of all rows from `top` up to but not with `bottom`, and of the row below, are no longer what they were. */
  note(top: number, bottom: number, first: number, end: number): void {
    for (let row = top; row <= bottom; row++) this.noteRow(row, first, end);
  }

  /** These words of a row may differ from the row above. */
  noteRow(row: number, first: number, end: number): void {
    if (first < (this.first[row] as number)) this.first[row] = first;
    if (end > (this.end[row] as number)) this.end[row] = end;
  }

  /** The rows from `top` up to and with `bottom` are like the rows above. */
  clear(top: number, bottom: number): void {
    this.first.fill(NONE, top, bottom + 1);
    this.end.fill(0, top, bottom + 1);
  }

  /** Takes the rows from `top` up to but not with `bottom` from those of a surface of the same size. */
  copyRows({ first, end }: RowChanges, top: number, bottom: number): void {
    for (let row = top; row < bottom; row++) {
      this.first[row] = first[row] as number;
      this.end[row] = end[row] as number;
    }
  }
}

/** No word is as far to the right. */
const NONE = 0xffff;
