import { LIMITS } from '../../limits.ts';
import { compile } from '../../template/compile.ts';
import { dotsOf } from '../../units.ts';
import { workerModule } from '../../worker-module.ts';
import { toByteString } from '../../zpl/byte-string.ts';
import { InputFault } from '../batch-failure.ts';
import type { RunTrace } from '../run-trace.ts';
import type { BatchFormat, BatchLabel, BorrowedRows, Chunk, Maker, RowLayout } from '../stages.ts';
import { type ChunkReply, type ChunkSlot, type ChunkTask, createSlot } from './chunk-messages.ts';
import { MakerThreads } from './maker-threads.ts';
import { piecesOf } from './packed-rows.ts';

/** The label and the output of a local maker, and its threads. */
export interface LocalMakerOptions {
  readonly label: BatchLabel;
  readonly layout: RowLayout;
  readonly format: BatchFormat;
  /** Rows whose labels may be one piece: 1, the rows of a part, or `Infinity`. Pages and PNGs need 1. */
  readonly pieceRows: number;
  /** Whether labels are made and dropped: their pieces have no bytes. */
  readonly validates: boolean;
  readonly threads: number;
  /** The time that automatic tokens show, the same for the whole batch. */
  readonly now: Date;
  /** The trace that chunks belong to; none if it is absent. */
  readonly trace?: RunTrace;
}

/** A chunk that a thread makes, or has made. */
interface ChunkAhead {
  readonly offset: number;
  /** The beginning of the next chunk. */
  readonly end: number;
  readonly task: Omit<ChunkTask, 'broken'>;
  readonly reply: Promise<ChunkReply>;
}

/** Makes labels with the engine, in threads of this process. Throws `BatchStopped` if they do not start. */
export async function localMaker(options: LocalMakerOptions): Promise<Maker> {
  const { label, layout, format, pieceRows, validates, threads, now, trace = null } = options;
  const chunkBytes = chunkBytesOf(label, layout, format);
  // Each thread has one slot at work and one waiting; one more is being written by the sink, and one is being read.
  const slots = Array.from({ length: 2 * threads + 2 }, () => createSlot(chunkBytes, OUTPUT_BYTES));
  const data = { label, layout, format, validates, now: now.getTime(), slots };
  const pool = await MakerThreads.start(threads, data, workerModule('batch'));
  return new LocalMaker(pool, slots, chunkBytes, pieceRows, trace);
}

class LocalMaker implements Maker {
  readonly chunkBytes: number;
  readonly #threads: MakerThreads;
  readonly #slots: readonly ChunkSlot[];
  readonly #free: FreeSlots;
  readonly #pieceRows: number;
  readonly #trace: RunTrace | null;

  constructor(
    threads: MakerThreads,
    slots: readonly ChunkSlot[],
    chunkBytes: number,
    pieceRows: number,
    trace: RunTrace | null,
  ) {
    this.chunkBytes = chunkBytes;
    this.#threads = threads;
    this.#slots = slots;
    this.#free = new FreeSlots(slots.length);
    this.#pieceRows = pieceRows;
    this.#trace = trace;
  }

  async *make(
    chunks: AsyncIterable<Chunk>,
    firstRow: number,
    signal: AbortSignal,
  ): AsyncGenerator<BorrowedRows> {
    // The end of the threads rejects everything that is awaited.
    const end = (): void => void this.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      for await (const made of this.#make(chunks, firstRow)) {
        // Output made before an abort is not awaited.
        signal.throwIfAborted();
        yield made;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  async confirm(): Promise<void> {}

  close(): Promise<void> {
    return this.#threads.close();
  }

  async *#make(chunks: AsyncIterable<Chunk>, firstRow: number): AsyncGenerator<BorrowedRows> {
    const reader = chunks[Symbol.asyncIterator]();
    const ahead: ChunkAhead[] = [];
    let isOver = false;
    let fault: unknown = null;
    try {
      for (;;) {
        while (!isOver && (ahead.length === 0 || this.#free.size > 0)) {
          const slot = await this.#free.take();
          try {
            const { value, done } = await reader.next();
            if (done !== true) ahead.push(this.#start(value, slot, firstRow));
            else isOver = true;
          } catch (error) {
            isOver = true;
            fault = error;
          }
          if (isOver) this.#free.give(slot);
        }
        const first = ahead.shift();
        if (first === undefined) break;
        yield* this.#renderedOf(first);
      }
    } finally {
      await reader.return?.();
    }
    if (fault !== null) throw fault;
  }

  #start({ offset, firstRow: chunkRow, bytes }: Chunk, slot: number, fromRow: number): ChunkAhead {
    const { input } = this.#slots[slot] as ChunkSlot;
    const fits = bytes.length <= input.length;
    if (fits) input.set(bytes);
    const task = {
      slot,
      length: bytes.length,
      bytes: fits ? null : new Uint8Array(bytes),
      chunkRow,
      firstRow: Math.max(fromRow, chunkRow),
    };
    const reply = this.#run(task);
    // The run handles a rejection; once it has ended, nothing waits for the reply.
    reply.catch(() => {});
    return { offset, end: offset + bytes.length, task, reply };
  }

  #run(task: Omit<ChunkTask, 'broken'>): Promise<ChunkReply> {
    if (this.#trace === null) return this.#threads.run(task);
    const attributes = { 'platen.first_row': task.firstRow, 'platen.input_bytes': task.length };
    return this.#trace.part(
      { name: 'chunk', kind: 'work', attributes },
      () => this.#threads.run(task),
      ({ rows, failed }) => ({ 'platen.rows': rows, 'platen.failed': failed.length }),
    );
  }

  /** Yields the output of a chunk, in parts if the slot has no room for all of it. */
  async *#renderedOf(ahead: ChunkAhead): AsyncGenerator<BorrowedRows> {
    const { offset, end, task } = ahead;
    let { firstRow } = task;
    let reply = await ahead.reply;
    for (;;) {
      const { rows, done, failed, unresolved, warnings, fault, large } = reply;
      const memory = large ?? (this.#slots[task.slot] as ChunkSlot).output;
      const nextRow = firstRow + rows;
      let release = (): void => this.#free.give(task.slot);
      const whenReleased = done ? null : new Promise<void>((resolve) => (release = resolve));
      if (rows > 0) {
        yield {
          firstRow,
          rows,
          // After a fault the beginnings of records are unknown: a resumed run has to meet the fault again.
          next: done && fault === null ? { offset: end, skip: 0 } : { offset, skip: nextRow - task.chunkRow },
          pieces: piecesOf(reply, memory, firstRow, this.#pieceRows),
          failed,
          unresolved,
          warnings,
          [Symbol.dispose]: () => release(),
        };
      } else release();
      if (fault !== null) throw new InputFault(fault, nextRow);
      if (whenReleased === null) return;
      await whenReleased;
      firstRow = nextRow;
      reply = await this.#threads.run({ ...task, firstRow });
    }
  }
}

/** The room of a slot for a chunk's output, which is written at once. */
const OUTPUT_BYTES = 1 << 20;
/** Room for rows that become longer than expected. */
const EXPECTED_BYTES = OUTPUT_BYTES / 2;
/** The largest chunk. With much smaller ones the main thread has more to do than the threads. Bytes. */
const CHUNK_BYTES_MAX = 1 << 15;
/** Images of a chunk: enough to make messages cheap, and few enough to keep all threads at work until the end. */
const IMAGES_MAX = 64;
/** Pictures of a chunk. A part of each stays in memory until the turn of the thread's event loop ends. */
const PICTURES_MAX = 8;
/** Dots for each byte of a compressed label, by estimate. */
const DOTS_PER_BYTE = 32;
/** Bytes of a value in the input, its delimiter included, by estimate. */
const CELL_BYTES = 16;

/** Bytes of chunks whose output fits into a slot, by estimate. */
function chunkBytesOf({ zpl, tokens, size }: BatchLabel, { copies }: RowLayout, format: BatchFormat): number {
  const dots = Math.min(
    dotsOf(size.widthMm, size.dpi) * dotsOf(size.heightMm, size.dpi),
    LIMITS.renderPixels,
  );
  const { pictures } = compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] });
  const showsPictures = pictures.size > 0;
  const rows =
    format === 'zpl'
      ? EXPECTED_BYTES / (copies * (zpl.length + 1))
      : EXPECTED_BYTES / (dots / DOTS_PER_BYTE + 1);
  const most = showsPictures ? PICTURES_MAX : format === 'zpl' ? Number.POSITIVE_INFINITY : IMAGES_MAX;
  const rowBytes = CELL_BYTES * (tokens.length + 1);
  return Math.round(Math.min(Math.max(Math.min(rows, most), 1) * rowBytes, CHUNK_BYTES_MAX));
}

/** The numbers of unused slots. */
class FreeSlots {
  readonly #free: number[];
  /** The caller that waits for a slot. */
  #waiting: ((slot: number) => void) | null = null;

  constructor(slots: number) {
    this.#free = Array.from({ length: slots }, (_, number) => number);
  }

  get size(): number {
    return this.#free.length;
  }

  /** Takes a slot, once one is free. Only one caller may wait at a time. */
  take(): Promise<number> {
    const slot = this.#free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  give(slot: number): void {
    if (this.#waiting === null) {
      this.#free.push(slot);
      return;
    }
    this.#waiting(slot);
    this.#waiting = null;
  }
}
