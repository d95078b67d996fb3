import { rename, rm } from 'node:fs/promises';
import { BatchStopped } from '../batch-failure.ts';
import { partialOf } from '../output/growing-file.ts';
import { createFile } from '../output/own-file.ts';
import { figure } from '../progress/status.ts';
import { warned } from '../row-warnings.ts';
import type { BatchLabel, Maker, RowInput, RowLayout, Watcher } from '../stages.ts';
import { openPdfSheet } from './pdf-sheet.ts';
import { openPngSheet } from './png-sheet.ts';
import { choosePreviewRows, type NumberedRow, previewInput } from './preview-rows.ts';
import { CAPTION_VALUES, type Cell } from './sheet.ts';

export interface PreviewOptions {
  /** The path of the sheet; an existing file is replaced. */
  readonly path: string;
  readonly format: 'png' | 'pdf';
  readonly label: Pick<BatchLabel, 'name' | 'size'>;
  readonly input: RowInput;
  readonly layout: RowLayout;
  /** Rows between the first and the last one, at most 100. */
  readonly others: number;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  /** Opens a maker of PNGs for rows of this layout. `writePreview` closes it. */
  makerOf(layout: RowLayout): Promise<Maker>;
  readonly watcher: Watcher;
  readonly signal: AbortSignal;
}

/** Rows on the sheet. Failed ones show a reason instead of a picture, and are noted. */
export interface Preview {
  readonly rows: number;
  readonly failed: number;
  /** Placeholders that pictures show as they are. */
  readonly unresolved: number;
}

/**
 * Writes a sheet of the first row, the last one and some between, with captions, to be checked before paper is used.
 * The file is written whole or not at all.
 *
 * @throws BatchStopped if there are no rows, or if the file cannot be written; InputFault; the signal's reason
 */
export async function writePreview(options: PreviewOptions): Promise<Preview> {
  const { path, format, label, input, layout, others, random, watcher, signal } = options;
  const { rows, total } = await choosePreviewRows(input, layout, others, random, signal);
  const used = layout.columns.flatMap((name, column) =>
    Object.hasOwn(layout.variables, name) ? [{ name, column }] : [],
  );
  const openSheet = format === 'pdf' ? openPdfSheet : openPngSheet;
  const sheet = openSheet({
    title: `${label.name}: ${rows.length === total ? 'all' : `${rows.length} of`} ${figure(total)} rows`,
    cells: rows.length,
    size: label.size,
    values: Math.min(used.length, CAPTION_VALUES),
  });
  let failed = 0;
  const add = async (place: number, picture: Cell['picture']): Promise<void> => {
    const { number, row } = rows[place] as NumberedRow;
    if ('reason' in picture) {
      failed += 1;
      watcher.note(`row ${number}: ${picture.reason}`);
    }
    const values = used.map(({ name, column }) => [name, row.cells[column] ?? ''] as const);
    await sheet.add(place, { row: number, values, picture });
  };

  const good: number[] = [];
  for (const [place, { row }] of rows.entries()) {
    if (row.fault === null) good.push(place);
    else await add(place, { reason: row.fault });
  }
  const unresolved = good.length === 0 ? 0 : await addMade(good, rows, options, add);
  await writeWhole(path, await sheet.finish());
  return { rows: rows.length, failed, unresolved };
}

/** Makes the pictures of rows, and adds them at their places. Resolves with the number of unresolved placeholders. */
async function addMade(
  places: readonly number[],
  rows: readonly NumberedRow[],
  { layout, makerOf, watcher, signal }: PreviewOptions,
  add: (place: number, picture: Cell['picture']) => Promise<void>,
): Promise<number> {
  const chosen = previewInput(
    places.map((place) => rows[place] as NumberedRow),
    layout,
  );
  const placeOf = (row: number): number => rows.findIndex(({ number }) => number === row);
  const maker = await makerOf(chosen.layout);
  try {
    let unresolved = 0;
    const all = maker.make(chosen.chunks(), 1, signal);
    for await (using rendered of warned(all, (line) => watcher.note(line))) {
      for (const { firstRow, bytes } of rendered.pieces) await add(placeOf(firstRow), { png: bytes });
      for (const { row, reason } of rendered.failed) await add(placeOf(row), { reason });
      unresolved += rendered.unresolved;
    }
    return unresolved;
  } finally {
    await maker.close();
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const partial = partialOf(path);
  try {
    const file = await createFile(partial);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new BatchStopped(`the preview cannot be written to ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
