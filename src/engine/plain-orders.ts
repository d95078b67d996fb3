import { LRUCache } from 'lru-cache';
import type { Token } from '../template/placeholders/token.ts';
import { type Cells, PlainStream, type ValueSource } from '../template/plain-stream.ts';
import { RecordValues } from '../template/records/record-values.ts';
import type { Template } from '../template/template.ts';
import type { LabelSource } from './task.ts';

/** A label that is filled with values which come in one order. */
export interface PlainOrder {
  /** Of the values: as JSON has them, with their quotes, in UTF-8. */
  readonly names: readonly Uint8Array[];
  /** All of them as a JSON array. */
  readonly text: string;
  readonly stream: PlainStream;
}

/** A record as it stands in a body. */
export interface PlainRecord {
  readonly order: PlainOrder;
  /** The values, in this order. */
  readonly cells: Cells;
  /** Bytes of all values together, at most. */
  readonly bytes: number;
}

/** Each thread keeps at most this much of orders. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Of one label: each client has its own, and others where it leaves out names without a value. */
const ORDERS = 8;
/** What is kept of a label, and of each name, besides texts and streams; by estimate. */
const LABEL_BYTES = 512;
const NAME_BYTES = 512;

const NONE: readonly PlainOrder[] = [];

/** What is known of a label: nothing more if its values cannot be `plain`. */
type Known =
  | { readonly plain: false }
  | {
      readonly plain: true;
      readonly orders: readonly PlainOrder[];
      /** Those that came once so far, as JSON. */
      readonly once: readonly string[];
    };

/** In which orders requests name the values of labels: those that came twice, for there are clients without any order. */
export class PlainOrders {
  readonly #labels: LRUCache<string, Known>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#labels = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  /** Estimated bytes in use; never above the bound. */
  get bytes(): number {
    return this.#labels.calculatedSize;
  }

  /** The orders of a label. */
  of({ contentId }: Pick<LabelSource, 'contentId'>): readonly PlainOrder[] {
    const known = this.#labels.get(contentId);
    return known?.plain === true ? known.orders : NONE;
  }

  /**
   * Takes note of a record that was not read in one of them.
   *
   * @param names of its variables, valid, in their order.
   */
  note({ contentId }: Pick<LabelSource, 'contentId'>, template: Template, names: readonly string[]): void {
    const known = this.#labels.get(contentId) ?? { plain: true, orders: NONE, once: [] };
    if (!known.plain) return;
    const { orders, once } = known;
    const text = JSON.stringify(names);
    if (orders.some((order) => order.text === text)) return;
    if (!once.includes(text)) {
      this.#labels.set(contentId, { plain: true, orders, once: [text, ...once.slice(0, ORDERS - 1)] });
      return;
    }
    const sources = sourcesOf(template.tokens, names);
    const stream = sources === null ? null : PlainStream.of(template, sources);
    if (stream === null) {
      this.#labels.set(contentId, { plain: false });
      return;
    }
    const inJson = names.map((name) => Uint8Array.from(Buffer.from(JSON.stringify(name))));
    const order: PlainOrder = { names: inJson, text, stream };
    this.#labels.set(contentId, {
      plain: true,
      orders: [order, ...orders.slice(0, ORDERS - 1)],
      once: once.filter((other) => other !== text),
    });
  }
}

/** Where records with these names have the values of tokens; null if one has the time of the request. */
function sourcesOf(tokens: readonly Token[], names: readonly string[]): ValueSource[] | null {
  const byName = new RecordValues(Object.fromEntries(names.map((name) => [name, name])));
  const sources: ValueSource[] = [];
  for (const token of tokens) {
    const name = byName.get(token);
    if (name === undefined && token.kind === 'automatic') return null;
    sources.push({ cell: name === undefined ? null : names.indexOf(name), text: undefined });
  }
  return sources;
}

function bytesOf(known: Known): number {
  if (!known.plain) return LABEL_BYTES;
  const texts = known.once.reduce((sum, text) => sum + 2 * text.length, LABEL_BYTES);
  return known.orders.reduce(
    (sum, { names, text, stream }) => sum + names.length * NAME_BYTES + 2 * text.length + stream.memoryBytes,
    texts,
  );
}
