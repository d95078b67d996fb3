import { LRUCache } from 'lru-cache';
import type { BorrowedBytes } from '../borrowed-bytes.ts';
import { SharedBytes } from '../pool/shared-bytes.ts';
import { BODY_MEMBERS, type RenderFormat } from '../record/body-members.ts';
import type { Artifact, LabelSource, SentTask } from './task.ts';
import { NO_WARNINGS } from './warnings.ts';

/** Labels that a thread keeps, by what their ZPL takes; it is in memory that all threads share. */
const LABEL_BYTES = 16 * 1024 * 1024;
/** Bytes of a label besides its ZPL. */
const ENTRY_BYTES = 1000;

type Label = SentTask['label'];

const KINDS = ['render', 'print', 'tokens'] as const;
const FORMATS: readonly (RenderFormat | undefined)[] = [undefined, ...BODY_MEMBERS.format.choices];

/** Places of a task's facts in its row of numbers: kinds and formats by their places in the lists above. */
const [KIND, LABEL, BYTES, NOW, FORMAT, DRAWN_AS, RECORDS, VALIDATES, ROW] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Tasks as they cross to a thread: few objects, since each costs a microsecond. */
export interface TaskBatch {
  /** The rows of the tasks, one after the other. */
  readonly rows: readonly number[];
  /** New memory for the bodies of this and later batches, one after the other; absent if it is as before. */
  readonly bodies?: Uint8Array | undefined;
  /** Labels that the thread has not had yet. */
  readonly added: readonly (readonly [number: number, label: Label])[];
  /** Labels that no task needs after these. */
  readonly dropped: readonly number[];
}

/**
 * Packs the tasks of one thread. Bodies go through memory that both sides see, so a batch may be packed only when the
 * thread is done with the one before. A label crosses once: each batch names the labels to keep and to drop. A label is
 * identified by its object.
 */
export class TaskPacker {
  readonly #numbers: LRUCache<Label, number>;
  readonly #bodies = new SharedBytes();
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
  pack(tasks: readonly SentTask[]): TaskBatch {
    this.#added = [];
    this.#dropped = [];
    const rows: number[] = [];
    for (const task of tasks) {
      const body = bodyOf(task);
      pushRow(rows, task, this.#numberOf(task.label), body.length);
      this.#bodies.write(body);
    }
    return { rows, bodies: this.#bodies.end(), added: this.#added, dropped: this.#dropped };
  }

  #numberOf(label: Label): number {
    const known = this.#numbers.get(label);
    if (known !== undefined) return known;
    const number = this.#next++;
    this.#added.push([number, label]);
    this.#numbers.set(label, number);
    // The label is larger than the cache.
    if (!this.#numbers.has(label)) this.#dropped.push(number);
    return number;
  }

  /** The artifact whose bytes and {@link TaskUnpacker.numbersOf} have crossed back. */
  renderedOf(
    body: BorrowedBytes,
    [unresolved = 0, labels = 1, renderMs = 0, encodeMs = 0]: readonly number[],
  ): Required<Artifact<BorrowedBytes>> {
    return { body, warnings: NO_WARNINGS, unresolved, labels, timings: { renderMs, encodeMs } };
  }
}

/** Unpacks the tasks in the thread, and keeps labels until the packer drops them. */
export class TaskUnpacker {
  readonly #labels = new Map<number, Label>();
  #bodies: Uint8Array = new Uint8Array();

  /** Labels that are kept. */
  get size(): number {
    return this.#labels.size;
  }

  /** The tasks that were packed. Their bodies are to be read before the next batch is packed. */
  unpack({ rows, bodies, added, dropped }: TaskBatch): SentTask[] {
    this.#bodies = bodies ?? this.#bodies;
    for (const [number, label] of added) this.#labels.set(number, label);
    const tasks: SentTask[] = [];
    let at = 0;
    for (let row = 0; row < rows.length; row += ROW) {
      const label = this.#labels.get(rows[row + LABEL] as number) as Label;
      const end = at + (rows[row + BYTES] as number);
      tasks.push(taskAt(rows, row, label, this.#bodies.subarray(at, end)));
      at = end;
    }
    for (const number of dropped) this.#labels.delete(number);
    return tasks;
  }

  /**
   * The numbers of an artifact that cross back with its bytes; null for an artifact with warnings, which have texts.
   */
  numbersOf({ warnings, unresolved, labels, timings }: Required<Artifact>): readonly number[] | null {
    return warnings.count > 0 ? null : [unresolved, labels, timings.renderMs, timings.encodeMs];
  }
}

const NO_BODY = new Uint8Array();

function bodyOf(task: SentTask): Uint8Array {
  return task.kind === 'tokens' ? NO_BODY : task.body;
}

/** Adds the row of a task whose label has this number. */
function pushRow(rows: number[], task: SentTask, label: number, bytes: number): void {
  const kind = KINDS.indexOf(task.kind);
  if (task.kind === 'tokens') {
    rows.push(kind, label, 0, 0, 0, 0, 0, 0);
    return;
  }
  const [format, drawnAs] = task.kind === 'render' ? [task.format, task.drawnAs] : [];
  const records = task.kind === 'print' ? task.records : 1;
  rows.push(kind, label, bytes, task.now, FORMATS.indexOf(format), FORMATS.indexOf(drawnAs));
  rows.push(records, Number(task.validates === true));
}

/** The task of the row that begins here. */
function taskAt(rows: readonly number[], at: number, label: Label, body: Uint8Array): SentTask {
  const kind = KINDS[rows[at + KIND] as number] as SentTask['kind'];
  if (kind === 'tokens') return { kind, label };
  const [now, records] = [rows[at + NOW] as number, rows[at + RECORDS] as number];
  const validates = rows[at + VALIDATES] === 1;
  // Only the label of a task for tokens may have fewer members.
  const of = label as LabelSource;
  if (kind === 'print') return { kind, label: of, body, now, validates, records };
  const format = FORMATS[rows[at + FORMAT] as number] as RenderFormat;
  const drawnAs = FORMATS[rows[at + DRAWN_AS] as number] as 'png' | 'pdf' | undefined;
  return { kind, label: of, body, now, validates, format, ...(drawnAs === undefined ? null : { drawnAs }) };
}
