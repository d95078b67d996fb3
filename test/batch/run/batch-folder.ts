import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Outcome, platen } from '../../cli/recorder.ts';

export const LABEL = '^XA^FO20,20^A0N,30,30^FD{name} of {city}^FS^FO20,80^BCN,40^FD{code}^FS^XZ';

/** A folder of one test, with a label in `label.zpl`, in which batches are run. */
export interface BatchFolder {
  path(name: string): string;
  write(name: string, content: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Names of all files in it, those in folders as `folder/name`, but the label's and the rows'. */
  files(): Promise<string[]>;
  /** Runs `platen batch` on `rows.csv`, with the engine, unless the arguments say otherwise. */
  batch(args: readonly string[], stdin?: string, env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Runs any command. */
  run(args: readonly string[]): Promise<Outcome>;
}

export const LOCAL = [
  '--label',
  'label.zpl',
  '--width-mm',
  '50',
  '--height-mm',
  '25',
  '--dpi',
  '203',
  '--local',
];

export function useBatchFolder(): BatchFolder {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-batch-'));
    await writeFile(join(folder, 'label.zpl'), LABEL);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  /** Names of files in arguments are of the folder. */
  const placed = (args: readonly string[]) =>
    args.map((each, index) =>
      ['-o', '--label', '--key-file'].includes(args[index - 1] ?? '') && !/^[0-9a-f-]{36}$/.test(each)
        ? path(each)
        : each,
    );
  return {
    path,
    write: (name, content) => writeFile(path(name), content),
    read: (name) => readFile(path(name), 'utf8'),
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((name) => name !== 'label.zpl' && !name.startsWith('rows.'))
        .toSorted();
    },
    run: (args) => platen(args),
    batch: (args, stdin, env = {}) => {
      const rows =
        args[0] !== undefined && !args[0].startsWith('--') && args[0] !== '-o' ? [] : [path('rows.csv')];
      return platen(['batch', ...rows, ...placed(args)], env, stdin);
    },
  };
}

/** Rows for the label; the ones of these numbers, from 1, have a barcode value that cannot be encoded. */
export function rowsOf(count: number, bad: readonly number[] = []): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return `Ada ${number},London,${bad.includes(number) ? 'größe\u{1f600}' : `C${number}`}`;
  });
  return ['name,city,code', ...rows, ''].join('\n');
}
