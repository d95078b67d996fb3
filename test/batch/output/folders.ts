import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** In memory where there is such a place: sinks wait for the disk again and again. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder of the test's own, which is removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(PLACE, 'platen-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All files below a folder, by their paths, in Latin-1. */
export function filesIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = readFileSync(path, 'latin1');
  }
  return files;
}
