import { rename, rm } from 'node:fs/promises';
import { BatchStopped } from '../batch-failure.ts';
import { readRows } from '../input/read-rows.ts';
import { partialOf } from '../output/growing-file.ts';
import { createFile } from '../output/own-file.ts';
import { figure } from '../progress/status.ts';
import {
  type BatchLabel,
  type Chunk,
  type Maker,
  type Row,
  type RowInput,
  type RowLayout,
  type Watcher,
  warned,
} from '../stages.ts';
import { openPdfSheet } from './pdf-sheet.ts';
import { openPngSheet } from './png-sheet.ts';
import { CAPTION_VALUES, type SheetCell } from './sheet.ts';

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
  const add = async (place: number, picture: SheetCell['picture']): Promise<void> => {
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

/** Bytes of the input that are read at once. */
const CHUNK_BYTES = 262_144;

/** A row with its number, from 1. */
interface NumberedRow {
  readonly number: number;
  readonly row: Row;
}

/**
 * Chooses the first row, the last one, and `others` of those between, each with the same chance: reservoir sampling, in
 * one pass. Rows are in the order of the input. `total` is the number of all rows.
 *
 * @param random from 0 to below 1, as `Math.random`
 * @throws InputFault for input that cannot be read to its end, BatchStopped if there are no rows
 */
export async function choosePreviewRows(
  input: RowInput,
  layout: RowLayout,
  others: number,
  random: () => number,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly NumberedRow[]; readonly total: number }> {
  const between: NumberedRow[] = [];
  let first: NumberedRow | null = null;
  let last: NumberedRow | null = null;
  let total = 0;
  for await (const chunk of input.chunks(input.start.offset, 1, CHUNK_BYTES)) {
    signal.throwIfAborted();
    const { rows, fault } = readRows(chunk, layout);
    for (const row of rows) {
      if (last !== null && last !== first) {
        // The row is no longer the last one, but one of `total - 1` between.
        if (between.length < others) between.push(last);
        else {
          const at = Math.floor(random() * (total - 1));
          if (at < others) between[at] = last;
        }
      }
      total += 1;
      last = { number: total, row };
      first ??= last;
    }
    if (fault !== null) throw fault;
  }
  if (first === null || last === null)
    throw new BatchStopped('the input has no rows: there is nothing to preview');
  between.sort((a, b) => a.number - b.number);
  return { rows: last === first ? [first] : [first, ...between, last], total };
}

/** Makes the pictures of rows, and adds them at their places. Resolves with the number of unresolved placeholders. */
async function addMade(
  places: readonly number[],
  rows: readonly NumberedRow[],
  { layout, makerOf, watcher, signal }: PreviewOptions,
  add: (place: number, picture: SheetCell['picture']) => Promise<void>,
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

/** The input of a maker that has some rows only, with their values as JSON. */
interface PreviewInput {
  readonly layout: RowLayout;
  chunks(): AsyncIterable<Chunk>;
}

/** The input of these rows, without copies and names of files, which a sheet does not show. */
function previewInput(rows: readonly NumberedRow[], { pictures }: Pick<RowLayout, 'pictures'>): PreviewInput {
  const names = [...new Set(rows.flatMap(({ row: { variables } }) => Object.keys(variables)))];
  return {
    layout: {
      kind: 'json',
      delimiter: ',',
      columns: names,
      variables: Object.fromEntries(names.map((name) => [name, name])),
      set: {},
      reportColumns: 0,
      copies: 1,
      copiesColumn: null,
      nameTemplate: null,
      ...(pictures && { pictures }),
    },
    async *chunks() {
      // Each row is a chunk, so that it is rendered without the rest, and keeps its number in the whole input.
      for (const { number: firstRow, row } of rows) {
        yield { offset: 0, firstRow, bytes: Buffer.from(`${JSON.stringify(row.variables)}\n`) };
      }
    },
  };
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
