import { LRUCache } from 'lru-cache';
import type { Artifact, Task } from './task.ts';
import { NO_WARNINGS } from './warnings.ts';

/** Labels that a thread keeps, by what their ZPL takes; it is in memory that all threads share. */
const LABEL_BYTES = 16 * 1024 * 1024;
/** What a label takes besides its ZPL. */
const ENTRY_BYTES = 1000;

type Label = Task['label'];

/** Tasks as they cross to a thread: with the numbers of their labels. */
export interface TaskBatch {
  readonly tasks: readonly { readonly label: number }[];
  /** Labels that the thread has not had yet. */
  readonly added: readonly (readonly [number: number, label: Label])[];
  /** Labels that it will not be asked for again, once these tasks are done. */
  readonly dropped: readonly number[];
}

/**
 * Packs the tasks of one thread, so that a label crosses once: each batch says what to keep, and what to forget.
 * A label is the same as long as it is the same object.
 */
export class TaskPacker {
  readonly #numbers: LRUCache<Label, number>;
  #added: [number, Label][] = [];
  #dropped: number[] = [];
  #next = 0;

  constructor(labelBytes: number = LABEL_BYTES) {
    this.#numbers = new LRUCache({
      maxSize: labelBytes,
      sizeCalculation: (_, label) => label.zpl.length + ENTRY_BYTES,
      dispose: (number) => this.#dropped.push(number),
    });
  }

  /** The tasks as their thread's {@link TaskUnpacker} takes them. */
  pack(tasks: readonly Task[]): TaskBatch {
    this.#added = [];
    this.#dropped = [];
    const packed = tasks.map((task) => ({ ...task, label: this.#numberOf(task.label) }));
    return { tasks: packed, added: this.#added, dropped: this.#dropped };
  }

  #numberOf(label: Label): number {
    const known = this.#numbers.get(label);
    if (known !== undefined) return known;
    const number = this.#next++;
    this.#added.push([number, label]);
    this.#numbers.set(label, number);
    // Larger than all that may be kept.
    if (!this.#numbers.has(label)) this.#dropped.push(number);
    return number;
  }

  /** The artifact whose bytes and {@link TaskUnpacker.numbersOf} have crossed back. */
  renderedOf(
    body: Uint8Array,
    [unresolved = 0, renderMs = 0, encodeMs = 0]: readonly number[],
  ): Required<Artifact> {
    return { body, warnings: NO_WARNINGS, unresolved, timings: { renderMs, encodeMs } };
  }
}

/** The other end, in the thread. It keeps labels for as long as the packer says. */
export class TaskUnpacker {
  readonly #labels = new Map<number, Label>();

  /** Labels that are kept. */
  get size(): number {
    return this.#labels.size;
  }

  /** The tasks that were packed. */
  unpack({ tasks, added, dropped }: TaskBatch): Task[] {
    for (const [number, label] of added) this.#labels.set(number, label);
    const unpacked = tasks.map((task) => ({ ...task, label: this.#labels.get(task.label) }) as Task);
    for (const number of dropped) this.#labels.delete(number);
    return unpacked;
  }

  /** What crosses back of an artifact beside its bytes; null for one with warnings, which have texts. */
  numbersOf({ warnings, unresolved, timings }: Required<Artifact>): readonly number[] | null {
    return warnings.count > 0 ? null : [unresolved, timings.renderMs, timings.encodeMs];
  }
}
