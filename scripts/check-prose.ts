// Fails if a sentence of a comment begins with a word that hides its subject (What, Of…), or if a line of a comment or
// of a page's prose is wider than 120 columns.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process, { stderr } from 'node:process';
import { hidingComments, longComments, longProse } from './prose.ts';

const ROOT = new URL('../', import.meta.url);
/** Files of the repository, those among them that are not committed yet. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 24,
})
  .split('\n')
  .filter((path) => existsSync(new URL(path, ROOT)));

function check(paths: readonly string[], fault: string, linesOf: (text: string) => readonly number[]): void {
  for (const path of paths) {
    for (const line of linesOf(readFileSync(new URL(path, ROOT), 'utf8'))) {
      stderr.write(`${path}:${line}: ${fault}\n`);
      process.exitCode = 1;
    }
  }
}

const source = FILES.filter((path) => /\.m?ts$|\.mjs$/.test(path));
const pages = FILES.filter((path) => /^(?:docs\/.*|[^/]*)\.md$/.test(path));
check(source, 'the sentence begins with a word that hides its subject', hidingComments);
check(source, 'the comment is wider than 120 columns', longComments);
check(pages, 'the line of prose is wider than 120 columns', longProse);
