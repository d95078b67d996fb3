import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureOf, run } from '../template/run.ts';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** Cells of the table: command, symbology and so on to the two examples. */
const ROWS = [...read('barcodes.md').matchAll(/^\| (`\^B.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

/** Each text between backquotes. */
const codesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`(.+?)`/g)].map(([, code = '']) => code);

test.each(ROWS.map((row) => [row[0], row] as const))('%s', (_, row) => {
  const [first = '', names = '', , , passes = '', refused = ''] = row;
  const [command = ''] = codesIn(first);
  const template = command === '^BQ' ? 'QA,{v}' : '{v}';
  const label = `^XA^CI28${command}^FD${template}^FS^XZ`;
  expect(run(label, { v: codesIn(passes)[0] as string })).toContain('^FD');
  // A row without an example of what is refused takes everything but nothing.
  const [wrong = ''] = codesIn(refused);
  expect(failureOf(() => run(label, { v: wrong })).fields).toEqual([
    expect.objectContaining({
      symbology: codesIn(names).at(-1),
      template,
      value: template.replace('{v}', wrong),
    }),
  ]);
});

test('every barcode of the table of commands is in the table', () => {
  const commands = [...read('commands.md').matchAll(/^\| `(\^B[^Y])` /gm)].map(([, command]) => command);
  const tried = ROWS.flatMap(([first = '']) => codesIn(first).map((command) => command.slice(0, 3)));
  expect(new Set(tried)).toEqual(new Set(commands));
});
