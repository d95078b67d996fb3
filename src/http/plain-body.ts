import type { PlainOrder, PlainRecord } from '../engine/plain-orders.ts';
import type { RenderFormat } from '../engine/task.ts';
import { LIMITS } from '../limits.ts';
import { BodyWalk } from './body-walk.ts';

const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
const COMMA = 0x2c;

/** The records of a print job, and how many copies of each. */
export interface PlainJob {
  readonly records: readonly PlainRecord[];
  readonly copies: number;
}

/**
 * Finds the values of a body where they stand in it, if it is like most bodies: JSON in which a record names its values in an
 * order that is known. Of every other one, and of what is wrong with one, it says null: such a body is to be parsed. What it
 * finds is good until it reads the next body.
 */
export class PlainBody extends BodyWalk {
  readonly #bounds = new Int32Array(2 * LIMITS.printRecords * LIMITS.variables);
  #orders: readonly PlainOrder[] = [];
  /** The order of the last record, which the next one mostly has too. */
  #order = 0;
  #records: PlainRecord[] = [];
  /** Where the bounds of the next value go. */
  #free = 0;

  /** The values of a render in this format. */
  render(body: Uint8Array, orders: readonly PlainOrder[], format: RenderFormat): PlainJob | null {
    this.#begin(orders);
    return this.walkRender(body, format) ? { records: this.#records, copies: 1 } : null;
  }

  /** The records of a print job. */
  print(body: Uint8Array, orders: readonly PlainOrder[]): PlainJob | null {
    this.#begin(orders);
    const asked = this.walkPrint(body);
    return asked === null ? null : { records: this.#records, copies: asked.copies };
  }

  #begin(orders: readonly PlainOrder[]): void {
    this.#orders = orders;
    this.#order = 0;
    this.#records = [];
    this.#free = 0;
  }

  protected override takesMembers(): boolean {
    const { cursor } = this;
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
    const { cursor } = this;
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
