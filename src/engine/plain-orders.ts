import { LRUCache } from 'lru-cache';
import type { NameOrder } from '../record/plain-record.ts';
import { PlainStream } from '../template/plain-stream.ts';
import { sourcesOf } from '../template/sliced-template.ts';
import type { Template } from '../template/template.ts';

/** An order in which requests name the values of a label, and the label for values that come in it. */
export interface PlainOrder extends NameOrder {
  /** Null for a label that does more with values than to show them. */
  readonly stream: PlainStream | null;
}

/** Bytes of orders that each thread keeps, at most. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Orders kept of one label: each client has its own, and others for names that it leaves out. */
const ORDERS = 8;
/** Bytes kept of a label, and of each name, besides texts and streams; by estimate. */
const LABEL_BYTES = 512;
const NAME_BYTES = 512;

/** The orders of one label. */
interface Known {
  readonly orders: readonly PlainOrder[];
  /** Orders of names that have come once so far. */
  readonly once: readonly (readonly string[])[];
}

const NOTHING: Known = { orders: [], once: [] };

/**
 * The orders in which requests name the values of labels. An order is kept from its second request on, since some
 * clients use a new one each time.
 */
export class PlainOrders {
  readonly #labels: LRUCache<string, Known>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#labels = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  /** Estimated bytes in use; never above the bound. */
  get bytes(): number {
    return this.#labels.calculatedSize;
  }

  /** The orders of a label, by its contents. */
  of(contentId: string): readonly PlainOrder[] {
    return (this.#labels.get(contentId) ?? NOTHING).orders;
  }

  /**
   * Notes the order of a record that was not read in a known one. Returns false if it is known.
   *
   * @param names of its variables, valid, in their order.
   * @param templateOf the label.
   */
  note(contentId: string, names: readonly string[], templateOf: () => Template): boolean {
    const { orders, once } = this.#labels.get(contentId) ?? NOTHING;
    const isSame = (other: readonly string[]): boolean =>
      other.length === names.length && other.every((name, i) => name === names[i]);
    if (orders.some((order) => isSame(order.names))) return false;
    if (!once.some(isSame)) {
      this.#labels.set(contentId, { orders, once: [names, ...once.slice(0, ORDERS - 1)] });
      return true;
    }
    const known = {
      orders: [orderOf(names, templateOf()), ...orders.slice(0, ORDERS - 1)],
      once: once.filter((other) => !isSame(other)),
    };
    // The orders of a large label may be too large together to be kept.
    while (known.orders.length > 1 && bytesOf(known) > this.#labels.maxSize) known.orders.pop();
    this.#labels.set(contentId, known);
    return true;
  }
}

function orderOf(names: readonly string[], template: Template): PlainOrder {
  const cellOf = new Map(names.map((name, cell) => [name, cell]));
  const sources = sourcesOf(template.tokens, names, (name) => ({
    cell: cellOf.get(name) ?? null,
    text: undefined,
  }));
  return {
    names,
    inJson: names.map((name) => Uint8Array.from(Buffer.from(JSON.stringify(name)))),
    stream: PlainStream.of(template, sources),
  };
}

function bytesOf({ orders, once }: Known): number {
  const names = [...once, ...orders.map((order) => order.names)].flat();
  const streams = orders.reduce((sum, { stream }) => sum + (stream?.memoryBytes ?? 0), LABEL_BYTES);
  return names.reduce((sum, { length }) => sum + NAME_BYTES + length, streams);
}
