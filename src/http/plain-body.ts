import { isUtf8 } from 'node:buffer';
import type { PlainOrder, PlainRecord } from '../engine/plain-orders.ts';
import type { RenderFormat } from '../engine/task.ts';
import { LIMITS } from '../limits.ts';
import { JsonCursor } from './json-cursor.ts';

const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const COMMA = 0x2c;
const VARIABLES = Buffer.from('"variables"');
const RECORDS = Buffer.from('"records"');
const COPIES = Buffer.from('"copies"');
const FORMAT = Buffer.from('"format"');
const FORMATS = {
  zpl: Buffer.from('"zpl"'),
  png: Buffer.from('"png"'),
  pdf: Buffer.from('"pdf"'),
} satisfies Record<RenderFormat, Uint8Array>;

/** The records of a print job, and how many copies of each. */
export interface PlainJob {
  readonly records: readonly PlainRecord[];
  readonly copies: number;
}

/**
 * Finds the values of a body where they stand in it, if it is like most bodies: JSON in which a record names its values in an
 * order that is known. For any other body, and for one that is invalid, it returns null: such a body is to be parsed. The
 * values are good until the next body is read.
 */
export class PlainBody {
  readonly #cursor = new JsonCursor(LIMITS.bodyBytes);
  readonly #bounds = new Int32Array(2 * LIMITS.printRecords * LIMITS.variables);
  #body: Uint8Array = new Uint8Array(0);
  #orders: readonly PlainOrder[] = [];
  /** The order of the last record, which the next one mostly has too. */
  #order = 0;
  #records: PlainRecord[] = [];
  /** The place for the bounds of the next value. */
  #free = 0;

  /** The values of a render in this format. */
  render(body: Uint8Array, orders: readonly PlainOrder[], format: RenderFormat): PlainJob | null {
    const cursor = this.#cursor;
    let saysFormat = false;
    if (!this.#begin(body, orders)) return null;
    do {
      if (!saysFormat && cursor.takesName(FORMAT)) {
        saysFormat = true;
        if (!cursor.takesAll(FORMATS[format])) return null;
      } else if (this.#records.length > 0 || !cursor.takesName(VARIABLES) || !this.#takesRecord()) {
        return null;
      }
    } while (cursor.takes(COMMA));
    return saysFormat || format === 'zpl' ? this.#job(1) : null;
  }

  /** The records of a print job, which it has as variables or as records. */
  print(body: Uint8Array, orders: readonly PlainOrder[]): PlainJob | null {
    const cursor = this.#cursor;
    let copies: number | null = null;
    if (!this.#begin(body, orders)) return null;
    do {
      if (copies === null && cursor.takesName(COPIES)) {
        copies = cursor.takesCount();
        if (copies === null) return null;
      } else if (this.#records.length > 0 || !this.#takesRecords()) {
        return null;
      }
    } while (cursor.takes(COMMA));
    return this.#job(copies ?? 1);
  }

  /** Goes into the object that a body is. */
  #begin(body: Uint8Array, orders: readonly PlainOrder[]): boolean {
    this.#body = body;
    this.#orders = orders;
    this.#order = 0;
    this.#records = [];
    this.#free = 0;
    return this.#cursor.begin(body) && this.#cursor.takes(OPEN_BRACE);
  }

  /** The records, if all of the body was read and it is within the limits. */
  #job(copies: number): PlainJob | null {
    const cursor = this.#cursor;
    const records = this.#records;
    if (records.length === 0 || !cursor.takes(CLOSE_BRACE) || !cursor.takesEnd()) return null;
    if (copies > LIMITS.printCopies || records.length * copies > LIMITS.printLabels) return null;
    return isUtf8(this.#body) ? { records, copies } : null;
  }

  /** Reads the member that holds the records of a print job. */
  #takesRecords(): boolean {
    const cursor = this.#cursor;
    if (cursor.takesName(VARIABLES)) return this.#takesRecord();
    if (!cursor.takesName(RECORDS) || !cursor.takes(OPEN_BRACKET)) return false;
    do {
      if (this.#records.length === LIMITS.printRecords || !this.#takesRecord()) return false;
    } while (cursor.takes(COMMA));
    return cursor.takes(CLOSE_BRACKET);
  }

  #takesRecord(): boolean {
    const cursor = this.#cursor;
    const orders = this.#orders;
    const start = cursor.at;
    const first = this.#free;
    for (let i = 0; i < orders.length; i++) {
      const at = (this.#order + i) % orders.length;
      const order = orders[at] as PlainOrder;
      if (this.#takesValues(order)) {
        this.#order = at;
        const cells = { text: cursor.text, bounds: this.#bounds, first };
        this.#records.push({ order, cells, bytes: cursor.at - start });
        return true;
      }
      cursor.at = start;
      this.#free = first;
    }
    return false;
  }

  #takesValues({ inJson }: PlainOrder): boolean {
    const cursor = this.#cursor;
    const bounds = this.#bounds;
    if (!cursor.takes(OPEN_BRACE)) return false;
    for (let i = 0; i < inJson.length; i++) {
      if (i > 0 && !cursor.takes(COMMA)) return false;
      if (!cursor.takesName(inJson[i] as Uint8Array) || !cursor.takesValue()) return false;
      // A character has one byte or more.
      if (cursor.end - cursor.start > LIMITS.variableValueUnits) return false;
      bounds[this.#free++] = cursor.start;
      bounds[this.#free++] = cursor.end;
    }
    return cursor.takes(CLOSE_BRACE);
  }
}
