import { join } from 'node:path';
import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import type { Sink, SinkState } from '../stages.ts';
import { type Document, type DocumentState, documentState, EMPTY, readState } from './document.ts';
import { statOf } from './durable-files.ts';
import { partNumber } from './file-name.ts';
import { type DocumentKind, openDocument } from './open-document.ts';
import { OutputFolder } from './output-folder.ts';
import { PartCutter } from './part-cutter.ts';

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
