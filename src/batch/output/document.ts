import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { OutputPiece, SinkState } from '../stages.ts';

/** A file of many labels while it grows. */
export interface Document {
  /** Bytes so far. */
  readonly bytes: number;
  add(piece: OutputPiece): Promise<void>;
  /** Resolves when all bytes are on the disk, with the state by which it can be reopened. */
  sync(): Promise<DocumentState>;
  /** Writes the end after the last label, which a further sync brings to the disk. */
  end(): Promise<void>;
  /** May be repeated. */
  close(): Promise<void>;
}

export const documentState = onFirstUse(() => {
  const z = zod();
  return z.object({
    /** Bytes. */
    length: z.int().nonnegative(),
    /** Pages of a PDF; 0 otherwise. */
    pages: z.int().nonnegative(),
  });
});
export type DocumentState = z.infer<ReturnType<typeof documentState>>;

/** Checks the state of a sink from the journal. Throws `BatchStopped` for the state of another kind of sink. */
export function readState<T>(schema: z.ZodType<T>, state: SinkState): T {
  const read = schema.safeParse(state);
  if (read.success) return read.data;
  throw new BatchStopped(
    "the journal's last record is of another kind of output; delete the journal to start again",
  );
}

export const EMPTY: DocumentState = { length: 0, pages: 0 };

/** The path of the side file of an unfinished PDF: see `pdfDocument`. */
export function sideFileOf(path: string): string {
  return path + SIDE_FILE;
}

/** Whether a path is that of a side file. */
export function isSideFile(path: string): boolean {
  return path.endsWith(SIDE_FILE);
}

const SIDE_FILE = '.offsets';
