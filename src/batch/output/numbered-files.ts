import { join } from 'node:path';
import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import type { OutputPiece, RenderedRows, Sink, SinkState } from '../stages.ts';
import {
  type Document,
  type DocumentKind,
  type DocumentState,
  documentState,
  EMPTY,
  openDocument,
  readState,
} from './document.ts';
import { statOf } from './durable-files.ts';
import { partNumber } from './file-name.ts';
import { OutputFolder } from './output-folder.ts';

const partsState = onFirstUse(() => {
  const z = zod();
  return z.object({
    /** The last part that is whole, or was not written since all its rows failed. */
    done: z.int().nonnegative(),
    /** Bytes of the finished parts. */
    bytes: z.int().nonnegative(),
    /** The state of the next part; null before its first label. */
    growing: documentState().nullable(),
  });
});
type PartsState = z.infer<ReturnType<typeof partsState>>;

/** Files of `rows` rows each in a folder: 000001 and so on. A part all of whose rows failed is not written. */
export async function openParts(
  out: string,
  rows: number,
  kind: DocumentKind,
  onto: SinkState | null,
): Promise<Sink> {
  const state = onto === null ? { done: 0, bytes: 0, growing: null } : readState(partsState(), onto);
  const nameOf = (part: number): string => `${partNumber(part)}.${kind.format}`;
  let { done, bytes } = state;
  const folder =
    onto === null
      ? await OutputFolder.create(out)
      : await OutputFolder.reopen(out, done, state.growing && done + 1);
  const open = (number: number, growing: DocumentState): Promise<Document> =>
    openDocument(folder.partial(number, nameOf(number)), kind, growing);
  const parts = new PartCutter<Document>(rows, {
    open: (number) => open(number, EMPTY),
    async end(number, document) {
      await document.end();
      await document.close();
      folder.add(number, nameOf(number));
      bytes += document.bytes;
    },
  });
  if (state.growing !== null) {
    // Killed after the last part's end and before the journal's, a run has given it its name.
    const named =
      (await statOf(folder.partial(done + 1, nameOf(done + 1)))) === null &&
      (await statOf(join(out, nameOf(done + 1))));
    if (named) bytes += named.size;
    else parts.goOn(done + 1, await open(done + 1, state.growing));
  }

  return {
    async write(rendered) {
      done = await parts.write(rendered);
      return [];
    },
    async sync() {
      await folder.sync();
      const growing = (await parts.part?.sync()) ?? null;
      return { done, bytes, growing } satisfies PartsState;
    },
    commit: () => folder.commit(),
    async finish() {
      await parts.end();
      await folder.sync();
      await folder.commit();
      await folder.finish();
      return bytes;
    },
    async close() {
      await parts.part?.close();
    },
  };
}

/** Opens and ends parts. Numbers count from 1. */
export interface PartMaker<Part> {
  open(number: number): Promise<Part>;
  /** Called when the part is whole. */
  end(number: number, part: Part): Promise<void>;
}

/** Divides rendered rows into parts of equally many rows of the input, by their numbers. */
export class PartCutter<Part extends { add(piece: OutputPiece): Promise<void> }> {
  readonly #rows: number;
  readonly #maker: PartMaker<Part>;
  /** The open part; null between two parts. A part that fails to end stays open, so that it can be closed. */
  #open: { readonly number: number; readonly part: Part } | null = null;

  constructor(rows: number, maker: PartMaker<Part>) {
    this.#rows = rows;
    this.#maker = maker;
  }

  get part(): Part | null {
    return this.#open?.part ?? null;
  }

  /** Goes on with a part of an earlier run. */
  goOn(number: number, part: Part): void {
    this.#open = { number, part };
  }

  /** Takes the next rows. Returns the number of the last part whose rows have all come, even if all failed. */
  async write({ firstRow, rows, pieces }: RenderedRows): Promise<number> {
    for (const piece of pieces) {
      if (piece.bytes.length === 0 && piece.pages.length === 0) continue;
      const number = Math.ceil(piece.firstRow / this.#rows);
      if (this.#open?.number !== number) await this.end();
      this.#open ??= { number, part: await this.#maker.open(number) };
      await this.#open.part.add(piece);
    }
    const whole = Math.floor((firstRow + rows - 1) / this.#rows);
    if (this.#open !== null && this.#open.number <= whole) await this.end();
    return whole;
  }

  async end(): Promise<void> {
    if (this.#open === null) return;
    const { number, part } = this.#open;
    await this.#maker.end(number, part);
    this.#open = null;
  }
}
