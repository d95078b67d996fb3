import { join } from 'node:path';
import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import type { Sink, SinkState } from '../stages.ts';
import { type Document, type DocumentState, documentState, EMPTY, readState } from './document.ts';
import { statOf } from './durable-files.ts';
import { partNumber } from './file-name.ts';
import { type DocumentKind, openDocument } from './open-document.ts';
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
  let part: { readonly number: number; readonly document: Document } | null = null;

  const folder =
    onto === null
      ? await OutputFolder.create(out)
      : await OutputFolder.reopen(out, done, state.growing && done + 1);
  const open = async (number: number, growing: DocumentState): Promise<Document> => {
    const document = await openDocument(folder.partial(number, nameOf(number)), kind, growing);
    part = { number, document };
    return document;
  };
  const end = async (): Promise<void> => {
    if (part === null) return;
    const { number, document } = part;
    await document.end();
    await document.close();
    folder.add(number, nameOf(number));
    bytes += document.bytes;
    part = null;
  };
  if (state.growing !== null) {
    // Killed after the last part's end and before the journal's, a run has given it its name.
    const named =
      (await statOf(folder.partial(done + 1, nameOf(done + 1)))) === null &&
      (await statOf(join(out, nameOf(done + 1))));
    if (named) bytes += named.size;
    else await open(done + 1, state.growing);
  }

  return {
    async write({ firstRow, rows: count, pieces }) {
      for (const piece of pieces) {
        if (piece.bytes.length === 0 && piece.pages.length === 0) continue;
        const number = Math.ceil(piece.firstRow / rows);
        if (part?.number !== number) await end();
        const document = part?.document ?? (await open(number, EMPTY));
        await document.add(piece);
      }
      done = Math.floor((firstRow + count - 1) / rows);
      if (part !== null && part.number <= done) await end();
      return [];
    },
    async sync() {
      await folder.sync();
      const growing = part === null ? null : await part.document.sync();
      return { done, bytes, growing } satisfies PartsState;
    },
    commit: () => folder.commit(),
    async finish() {
      await end();
      await folder.sync();
      await folder.commit();
      await folder.finish();
      return bytes;
    },
    async close() {
      await part?.document.close();
    },
  };
}
