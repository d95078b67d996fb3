import type { Variables } from './variables.ts';

/** The values of one record as bytes of a text. */
export interface ByteValues {
  /** In UTF-8. */
  readonly text: Uint8Array;
  /** Begin and end of each cell in it, in turn. */
  readonly bounds: Int32Array;
  /** Index of this record's first bound. */
  readonly first: number;
}

/** An order in which requests name the values of a label. */
export interface NameOrder {
  readonly names: readonly string[];
  /** Each name as JSON in UTF-8, with its quotes. */
  readonly inJson: readonly Uint8Array[];
}

/** A record in the bytes of a body. */
export interface PlainRecord<Order extends NameOrder = NameOrder> {
  readonly order: Order;
  /** The values, in this order. */
  readonly cells: ByteValues;
  /** Bytes of all values together, at most. */
  readonly bytes: number;
}

/** The values of a record by their names. */
export function valuesOf({ order: { names }, cells: { text, bounds, first } }: PlainRecord): Variables {
  const values: Record<string, string> = {};
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.length);
  for (const [i, name] of names.entries()) {
    values[name] = buffer.toString('utf8', bounds[first + 2 * i], bounds[first + 2 * i + 1]);
  }
  return values;
}
