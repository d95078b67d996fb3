import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import { encodePdf } from '../../pdf/encode-pdf.ts';
import type { LabelSize } from '../../units.ts';
import type { BatchFormat, FailedRow, OutputPiece, Sink, SinkState } from '../stages.ts';
import { readState } from './document.ts';
import { eachFile } from './durable-files.ts';
import { partNumber, placedName } from './file-name.ts';
import { OutputFolder } from './output-folder.ts';
import { writing, writingNow } from './write-failure.ts';

const rowFilesState = onFirstUse(() => {
  const z = zod();
  return z.object({
    /** The last row that was written or failed. */
    row: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
  });
});
type RowFilesState = z.infer<ReturnType<typeof rowFilesState>>;

interface RowFile {
  readonly number: number;
  readonly name: string;
  readonly path: string;
  readonly piece: OutputPiece;
}

/** Opens a sink of a file for each row, named by the row or else by its number. A row whose name is taken fails. */
export async function openRowFiles(
  out: string,
  format: BatchFormat,
  size: LabelSize,
  onto: SinkState | null,
): Promise<Sink> {
  let { row, bytes } = onto === null ? { row: 0, bytes: 0 } : readState(rowFilesState(), onto);
  const folder = onto === null ? await OutputFolder.create(out) : await OutputFolder.reopen(out, row, null);
  const contentOf = (piece: OutputPiece): Uint8Array => {
    const content = fileOf(piece, size);
    bytes += content.length;
    return content;
  };

  return {
    async write(made) {
      const failed: FailedRow[] = [];
      const files: RowFile[] = [];
      for (const piece of made.pieces) {
        const number = piece.firstRow;
        const name = rowFileName(piece, format);
        if (!folder.claim(name)) failed.push(nameTaken(piece, name));
        else files.push({ number, name, path: folder.partial(number, name), piece });
      }
      await eachFile(files, {
        now: ({ path, piece }) => writingNow(path, () => writeFileSync(path, contentOf(piece))),
        later: ({ path, piece }) => writing(path, () => writeFile(path, contentOf(piece))),
      });
      for (const { number, name } of files) folder.add(number, name);
      row = made.firstRow + made.rows - 1;
      return failed;
    },
    async sync() {
      await folder.sync();
      return { row, bytes } satisfies RowFilesState;
    },
    commit: () => folder.commit(),
    async finish() {
      await folder.finish();
      return bytes;
    },
    async close() {},
  };
}

/** The name of a row's file: its own, or else the row's number. */
export function rowFileName({ name, firstRow }: OutputPiece, format: BatchFormat): string {
  return `${name === null ? partNumber(firstRow) : placedName(name, firstRow)}.${format}`;
}

/** The file of a row. */
export function fileOf({ bytes, pages, copies }: OutputPiece, { widthMm, heightMm }: LabelSize): Uint8Array {
  if (pages.length === 0) return bytes;
  const once = pages.map((bitmap) => ({ bitmap, widthMm, heightMm }));
  return encodePdf(Array.from({ length: copies }, () => once).flat());
}

/** The failure of a row whose name another row has. */
export function nameTaken({ firstRow, source }: OutputPiece, name: string): FailedRow {
  return {
    row: firstRow,
    cells: source?.cells ?? [],
    others: source?.others ?? '',
    status: 409,
    reason: `the name ${name} is taken by another row; use {row} in --name-template`,
    fields: [],
  };
}
