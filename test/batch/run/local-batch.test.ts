import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const folder = useBatchFolder();

test('prints all rows in order, and a table of those that failed', async () => {
  await folder.write('rows.csv', rowsOf(300, [7, 300]));
  const { status, stdout } = await folder.batch([...LOCAL, '-o', 'out.zpl', '--json']);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 300, labels: 298, failed: 2, resumed: false });
  const printed = [...(await folder.read('out.zpl')).matchAll(/FDAda (\d+) /g)].map(([, row]) => Number(row));
  expect(printed).toEqual(
    Array.from({ length: 300 }, (_, index) => index + 1).filter((row) => row !== 7 && row !== 300),
  );
  const failed = (await folder.read('out.zpl.failed.csv')).trimEnd().split('\n');
  expect(failed[0]).toBe('name,city,code,row,status,reason,fields');
  expect(failed.slice(1).map((line) => line.split(',')[3])).toEqual(['7', '300']);
  expect(await folder.files()).toEqual(['out.zpl', 'out.zpl.failed.csv', 'out.zpl.journal']);
});

test.each(['png', 'pdf'])('says of which row a %s lacks what, once', async (format) => {
  await folder.write('label.zpl', '^XA^CI28^FO20,20^A0N,30,30^FD{name}^FS^XZ');
  await folder.write('rows.csv', 'name\nAda\n中\nה\n中\n');
  const split = format === 'png' ? ['--split', '1'] : [];
  const { status, stderr } = await folder.batch([...LOCAL, '-o', 'out', '--format', format, ...split]);
  expect(status).toBe(0);
  const remedy = 'a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them';
  expect(stderr.split('\n').filter((line) => line.startsWith('row '))).toEqual([
    `row 2: ^FD font 0 has no glyph for ? (U+4E2D, Han); blanks are printed; ${remedy}`,
    `row 3: ^FD font 0 has no glyph for ? (U+05D4, Hebrew); blanks are printed; ${remedy}`,
  ]);
});

test('stops where a file may grow no more, and leaves no copy of the rows', async () => {
  const program = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));
  const limited = (...args: readonly string[]) => {
    const command = ['-c', 'ulimit -f 8 && exec "$@"', 'bash', process.execPath, program, 'batch', ...args];
    return spawnSync('bash', command, { cwd: folder.path('.'), encoding: 'utf8' });
  };
  await folder.write('rows.csv', rowsOf(300));
  const run = limited('rows.csv', ...LOCAL, '-o', 'out.zpl');
  expect(run.stderr).toMatch(
    /: cannot write out\.zpl\.part: it is larger than .* ulimit -f allows; raise the limit/,
  );
  expect(run.status).toBe(1);
  await writeFile(folder.path('rows.csv.gz'), gzipSync(rowsOf(1000)));
  const unpacked = limited('rows.csv.gz', ...LOCAL, '-o', 'q.zpl');
  expect(unpacked.stderr).toContain(
    'cannot write q.zpl.input, which is to hold the rows as plain text: it is larger than the file system or ulimit -f',
  );
  expect(await folder.files()).not.toContain('q.zpl.input');
});
