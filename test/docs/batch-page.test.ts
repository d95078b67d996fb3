import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';

const ROOT = new URL('../../', import.meta.url);
const PAGE = readFileSync(new URL('docs/batch.md', ROOT), 'utf8');

/** The first cells of the table below a heading. */
function cellsBelow(heading: string): string[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (`.*?) \| /gm)].map(([, cell = '']) => cell);
}

test('every option is in the table, and no other', () => {
  const named = cellsBelow('Options').flatMap((cell) =>
    [...cell.matchAll(/--([\w-]+)/g)].map(([, option]) => option),
  );
  // Options that are named where a label is.
  const elsewhere = ['width-mm', 'height-mm', 'dpi'];
  const options = Object.keys(COMMANDS['batch']?.options ?? {});
  expect(new Set([...named, ...elsewhere])).toEqual(new Set([...options, 'json']));
});

test('every message that it explains is said somewhere', () => {
  const source = ['src/batch/', 'src/cli/']
    .flatMap((folder) =>
      readdirSync(new URL(folder, ROOT), { encoding: 'utf8', recursive: true })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(new URL(`${folder}${name}`, ROOT), 'utf8')),
    )
    .join('\n');
  const messages = cellsBelow('Messages').map((cell) => cell.slice(1, -1));
  expect(messages.length).toBeGreaterThan(9);
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
});
