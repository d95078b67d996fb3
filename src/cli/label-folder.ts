import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { labelFileKind } from '../label-endings.ts';

/** Whether a path is a folder; false for what is not there, which reading it says. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Files of labels in a folder, however deep, in the order of their names; links to folders are not followed. */
export async function* labelFilesIn(folder: string): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* labelFilesIn(path);
    else if (entry.isFile() && labelFileKind(entry.name) !== null) yield path;
  }
}
