// Fails if a comment begins with a word that hides its subject (What, Of, It…), or if a line of a comment or of a
// page's prose is wider than 120 columns.
import { readdirSync, readFileSync } from 'node:fs';
import process, { stderr } from 'node:process';
import { hidingComments, longComments, longProse } from './prose.ts';

const ROOT = new URL('../', import.meta.url);

function filesIn(folder: string, ending: string, recursive = true): readonly string[] {
  return readdirSync(new URL(folder, ROOT), { encoding: 'utf8', recursive })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(new URL(folder + name, ROOT), 'utf8'));
}

function sum(files: readonly string[], count: (file: string) => number): number {
  return files.reduce((total, file) => total + count(file), 0);
}

const folders = ['src/', 'workers/', 'bench/', 'scripts/', 'test/'];
const source = [
  ...folders.flatMap((folder) => ['.ts', '.mjs'].flatMap((ending) => filesIn(folder, ending))),
  ...['.ts', '.mjs'].flatMap((ending) => filesIn('./', ending, false)),
];
const pages = [...filesIn('./', '.md', false), ...filesIn('docs/', '.md')];
const found = {
  'comments that hide their subject': sum(source, hidingComments),
  'comments wider than 120 columns': sum(source, longComments),
  'lines of pages wider than 120 columns': sum(pages, longProse),
};
for (const [fault, count] of Object.entries(found))
  if (count > 0) {
    stderr.write(`${count} ${fault} (scripts/prose.ts counts them)\n`);
    process.exitCode = 1;
  }
