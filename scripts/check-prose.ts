// Fails if a comment begins with a word that hides its subject (What, Of, It…), or if a line of a comment or of a
// page's prose is wider than 120 columns.
import { readdirSync, readFileSync } from 'node:fs';
import process, { stderr } from 'node:process';
import { hidingComments, longComments, longProse } from './prose.ts';

const ROOT = new URL('../', import.meta.url);

/** Paths of the files of a folder with one of these endings; of the root, which has other folders, only its own. */
function filesIn(folder: string, ...endings: readonly string[]): readonly string[] {
  return readdirSync(new URL(folder, ROOT), { encoding: 'utf8', recursive: folder !== './' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => folder + name);
}

function check(paths: readonly string[], fault: string, count: (text: string) => number): void {
  for (const path of paths) {
    const found = count(readFileSync(new URL(path, ROOT), 'utf8'));
    if (found === 0) continue;
    stderr.write(`${path}: ${found} ${fault} (scripts/prose.ts counts them)\n`);
    process.exitCode = 1;
  }
}

const source = ['./', 'src/', 'workers/', 'bench/', 'scripts/', 'test/'].flatMap((folder) =>
  filesIn(folder, '.ts', '.mjs'),
);
const pages = [...filesIn('./', '.md'), ...filesIn('docs/', '.md')];
check(source, 'comments that hide their subject', hidingComments);
check(source, 'comments wider than 120 columns', longComments);
check(pages, 'lines of prose wider than 120 columns', longProse);
