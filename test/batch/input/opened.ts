import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { InputOptions } from '../../../src/batch/input/input-format.ts';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import { openRowInput } from '../../../src/batch/input/row-input.ts';
import type { Row, RowInput, RowLayout } from '../../../src/batch/stages.ts';

/** A folder that goes with the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-input-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes content to a file of that name, and opens it. */
export async function opened(
  name: string,
  content: string | Uint8Array,
  options: Partial<InputOptions> = {},
): Promise<RowInput> {
  const folder = freshFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  const input = await openRowInput({ ...optionsFor(folder), path, ...options });
  onTestFinished(() => input.close());
  return input;
}

/** Options of an input without any said. */
export function optionsFor(folder: string): InputOptions {
  return {
    path: '-',
    shard: null,
    format: null,
    sheet: null,
    delimiter: null,
    encoding: null,
    temporary: join(folder, 'out.input'),
    async *stdin() {},
    signal: new AbortController().signal,
  };
}

/** A layout in which each column is the variable of its name. */
export function plainLayout(
  input: Pick<RowInput, 'kind' | 'delimiter' | 'columns' | 'reportColumns'>,
): RowLayout {
  const { kind, delimiter, columns, reportColumns } = input;
  const variables = Object.fromEntries(columns.map((column) => [column, column]));
  return {
    kind,
    delimiter,
    columns,
    reportColumns,
    variables,
    set: {},
    copies: 1,
    copiesColumn: null,
    nameTemplate: null,
  };
}

/** The rows of an input, read in chunks of about so many bytes; throws what ends them, with rows of the input. */
export async function* rowsOf(input: RowInput, bytes = 65_536): AsyncGenerator<Row> {
  const layout = plainLayout(input);
  for await (const chunk of input.chunks(input.start.offset, 1, bytes)) {
    const { rows, fault } = readRows(chunk, layout);
    yield* rows;
    if (fault !== null) throw fault;
  }
}

export async function allRows(input: RowInput, bytes?: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of rowsOf(input, bytes)) rows.push(row);
  return rows;
}
