import { isUtf8 } from 'node:buffer';
import { CellScanner, type Scanned } from '../../delimited/cell-scanner.ts';
import { FailureError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ByteValues } from '../../record/plain-record.ts';
import { isTooLong } from '../../record/variables.ts';
import { PlainStream } from '../../template/plain-stream.ts';
import { SubstitutionBudget } from '../../template/records/substitution-budget.ts';
import { sourcesOf, type ValueSource } from '../../template/sliced-template.ts';
import type { Template } from '../../template/template.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { copiesOf, VariableSlots } from '../input/row-values.ts';
import type { RowLayout } from '../stages.ts';
import type { PackedRows } from './packed-rows.ts';

/**
 * Fast path: makes the ZPL of most rows right from the bytes of their chunk, without strings and objects for each row.
 * {@link PlainStream} has the figure. The ZPL is the same as by `chunkRows` and `recordMaker`, which make the rest of
 * the rows, and all that have a fault.
 */
export class PlainRows {
  /** Unresolved placeholders of each row. */
  readonly unresolved: number;
  readonly #stream: PlainStream;
  readonly #scanner: CellScanner;
  readonly #layout: RowLayout;
  readonly #copiesAt: number;
  /** Cells that become variables. */
  readonly #filled: readonly number[];
  readonly #now: Date;
  #cells: ByteValues;

  private constructor(stream: PlainStream, layout: RowLayout, now: Date) {
    const { delimiter, columns, reportColumns, copiesColumn, variables } = layout;
    this.unresolved = stream.unresolved;
    this.#stream = stream;
    this.#scanner = new CellScanner(delimiter, columns.length + reportColumns);
    this.#layout = layout;
    this.#copiesAt = copiesColumn === null ? -1 : columns.indexOf(copiesColumn);
    this.#filled = Object.keys(variables).map((column) => columns.indexOf(column));
    this.#now = now;
    this.#cells = { text: new Uint8Array(0), bounds: this.#scanner.bounds, first: 0 };
  }

  /** Null for a label and a layout whose rows cannot be made this way. */
  static of(template: Template, layout: RowLayout, now: Date): PlainRows | null {
    const { kind, delimiter, columns, nameTemplate } = layout;
    if (kind !== 'cells' || columns.length === 0 || nameTemplate !== null) return null;
    if (delimiter.charCodeAt(0) >= 0x80) return null;
    const stream = PlainStream.of(template, sourcesIn(template, layout));
    return stream?.begin(now) === true ? new PlainRows(stream, layout, now) : null;
  }

  /** Begins with a chunk; false for one whose rows cannot be made this way. */
  begin(chunk: Uint8Array): boolean {
    // Strings turn bytes that are no text into other text, and a row with a NUL has to report its column.
    if (!isUtf8(chunk) || chunk.includes(0)) return false;
    this.#cells = { ...this.#cells, text: chunk };
    this.#scanner.begin(chunk);
    return true;
  }

  /** Goes to the next row. */
  next(): Scanned {
    return this.#scanner.next();
  }

  /**
   * Adds the labels of the row that {@link next} found the cells of; `other` if they cannot be made this way.
   *
   * @param between ZPL between the labels of two rows
   */
  add(rows: PackedRows, between: ByteString): 'added' | 'full' | 'other' {
    const { bytes: rowBytes } = this.#scanner;
    if (isTooLong(rowBytes) && !this.#fits()) return 'other';
    const copies = this.#copies();
    if (copies === null) return 'other';
    const { stateReset } = this.#stream;
    const reset = stateReset.length;
    const most = copies * (this.#stream.most(rowBytes) + reset);
    if (most > LIMITS.zplUnits) return 'other';
    return rows.write(copies, most, between, (to, start) => {
      let end = this.#stream.write(this.#cells, to, start);
      if (end < 0 || !this.#encodes()) return -1;
      const first = end - start;
      for (let copy = 1; copy < copies; copy++) {
        to.set(stateReset, end);
        to.copyWithin(end + reset, start, start + first);
        end += reset + first;
      }
      return end;
    });
  }

  /** Whether the barcodes take the values. */
  #encodes(): boolean {
    const budget = new SubstitutionBudget();
    try {
      this.#stream.checkBarcodes(this.#cells, this.#now, budget);
      budget.faults.finish();
      return true;
    } catch (error) {
      if (error instanceof FailureError) return false;
      throw error;
    }
  }

  /** Whether no value is too long by its bytes, which are as many as its characters or more. */
  #fits(): boolean {
    const { bounds } = this.#scanner;
    return this.#filled.every(
      (cell) => !isTooLong((bounds[2 * cell + 1] as number) - (bounds[2 * cell] as number)),
    );
  }

  #copies(): number | null {
    const { copies } = this.#layout;
    if (this.#copiesAt < 0) return copies;
    const { text, bounds } = this.#cells;
    const start = bounds[2 * this.#copiesAt] as number;
    const end = bounds[2 * this.#copiesAt + 1] as number;
    return copiesOf(Buffer.from(text.subarray(start, end)).toString(), copies);
  }
}

/** The place of each token's value in the rows. */
function sourcesIn({ tokens }: Template, layout: RowLayout): readonly ValueSource[] {
  const { columns, variables, set } = layout;
  const cells = new Map(
    Object.entries(variables).map(([column, variable]) => [variable, columns.indexOf(column)]),
  );
  return sourcesOf(tokens, Object.keys(new VariableSlots(layout).copy()), (name) => ({
    cell: cells.get(name) ?? null,
    text: Object.hasOwn(set, name) ? set[name] : undefined,
  }));
}
