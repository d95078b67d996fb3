import type { Sink, SinkState } from '../stages.ts';
import { openOneFile } from './one-file.ts';
import type { DocumentKind } from './open-document.ts';
import { openParts } from './parts.ts';
import { openRowFiles } from './row-files.ts';

/** What the output is divided into: one file, parts of so many rows, or a file a row, which has a name of the row's own. */
export type OutputFiles =
  | { readonly kind: 'one' }
  | { readonly kind: 'parts'; readonly rows: number }
  | { readonly kind: 'row' };

/**
 * Opens the sink of a batch.
 *
 * Throws `BatchUsage` if `out` cannot be the output (a folder that is not empty, or no folder where one is needed), and
 * `BatchStopped` if it cannot be written, or if what the journal relies on is gone.
 *
 * @param onto null for a new run; a state of {@link Sink.sync} to go on exactly there
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
  // A part of one row is whole as it comes, and need not grow.
  if (files.kind === 'row' || files.rows === 1) return await openRowFiles(out, kind.format, kind.size, onto);
  return await openParts(out, files.rows, kind, onto);
}
