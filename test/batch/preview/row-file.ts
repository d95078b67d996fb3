import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRowInput } from '../../../src/batch/input/row-input.ts';
import { layoutFor } from '../../../src/batch/input/row-layout.ts';
import type { RowInput, RowLayout } from '../../../src/batch/stages.ts';

/** An input of a file with these contents, and the folder that it is in; of its columns, the label uses `tokens`. */
export async function rowFile(
  name: string,
  text: string,
  tokens: readonly string[],
): Promise<{ readonly input: RowInput; readonly layout: RowLayout; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'preview-'));
  const path = join(folder, name);
  await writeFile(path, text);
  const input = await openRowInput({
    path,
    shard: null,
    format: null,
    delimiter: null,
    sheet: null,
    encoding: null,
    temporary: join(folder, 'out.input'),
    stdin: () => (async function* () {})(),
    signal: new AbortController().signal,
  });
  onTestFinished(async () => {
    await input.close();
    await rm(folder, { recursive: true });
  });
  const options = { map: [], set: [], copies: 1, copiesColumn: null, nameTemplate: null };
  return { input, layout: layoutFor(input, { tokens }, options).layout, folder };
}
