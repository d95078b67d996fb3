import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import { BatchUsage } from '../batch-failure.ts';
import type { Sink, SinkState } from '../stages.ts';
import { type DocumentKind, documentState, EMPTY, openDocument, readState, sideFileOf } from './document.ts';
import { giveName, removeIfThere, statOf } from './durable-files.ts';
import { partialOf } from './growing-file.ts';
import { openParts } from './numbered-files.ts';
import { openRowFiles } from './row-files.ts';

/** The division of the output: one file, parts of `rows` rows each, or a file for each row, named by the row. */
export type OutputFiles =
  | { readonly kind: 'one' }
  | { readonly kind: 'parts'; readonly rows: number }
  | { readonly kind: 'row' };

/**
 * Opens the sink of a batch.
 *
 * @param onto the state of {@link Sink.sync} from which to go on; null for a new run
 * @throws BatchUsage if `out` cannot be the output (a folder that is not empty, or a file instead of a folder);
 *   BatchStopped if it cannot be written, or if files of the state are gone
 */
export async function openSink({
  out,
  files,
  onto,
  ...kind
}: DocumentKind & {
  readonly out: string;
  readonly files: OutputFiles;
  readonly onto: SinkState | null;
}): Promise<Sink> {
  if (files.kind === 'one') return await openOneFile(out, kind, onto);
  // A part of one row is whole from the start, and does not grow.
  if (files.kind === 'row' || files.rows === 1) return await openRowFiles(out, kind.format, kind.size, onto);
  return await openParts(out, files.rows, kind, onto);
}

const oneFileState = onFirstUse(() => documentState().extend({ inode: zod().number() }));
type OneFileState = z.infer<ReturnType<typeof oneFileState>>;

/**
 * All labels in one file, which is `OUT.part` until it is whole. A file without labels is not written; one of an
 * earlier run is removed then, since it would be taken for this one's.
 */
async function openOneFile(out: string, kind: DocumentKind, onto: SinkState | null): Promise<Sink> {
  const partial = partialOf(out);
  const state = onto === null ? null : readState(oneFileState(), onto);
  const old = await statOf(out);
  if (old !== null && !old.isFile()) {
    throw new BatchUsage(
      `${out} is ${old.isDirectory() ? 'a folder' : 'no regular file'}; name a file with -o, or use --split N`,
    );
  }
  if (state !== null && old?.ino === state.inode && (await statOf(partial)) === null) {
    await removeIfThere(sideFileOf(partial));
    return finished(old.size, state);
  }

  const document = await openDocument(partial, kind, state ?? EMPTY);
  return {
    async write(made) {
      for (const piece of made.pieces) await document.add(piece);
      return [];
    },
    async sync() {
      return { ...(await document.sync()), inode: document.inode } satisfies OneFileState;
    },
    async commit() {},
    async finish() {
      await document.end();
      await document.sync();
      await document.close();
      if (document.bytes > 0) await giveName(partial, out);
      else for (const path of [partial, out]) await removeIfThere(path);
      await removeIfThere(sideFileOf(partial));
      return document.bytes;
    },
    close: () => document.close(),
  };
}

/** The sink of a run that was killed after the end of its file and before the end of its journal. */
function finished(bytes: number, state: SinkState): Sink {
  return {
    write: () => Promise.reject(new Error('the output is finished')),
    sync: () => Promise.resolve(state),
    async commit() {},
    finish: () => Promise.resolve(bytes),
    async close() {},
  };
}
