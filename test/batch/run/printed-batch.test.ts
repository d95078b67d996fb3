import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../cli/recorder.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakePrinter, startFakePrinter } from '../../support/fake-printer.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

const folder = useBatchFolder();
let printer: FakePrinter;
beforeEach(async () => {
  printer = await startFakePrinter();
});
afterEach(() => printer.switchOff());

const print = (...more: string[]): Promise<Outcome> =>
  folder.batch([...LOCAL, '--printer', printer.address, '-o', 'out', ...more]);

/** Numbers of the rows whose labels came out, in their order. */
const printedRows = (): number[] => printer.labels.map((label) => Number(/Ada (\d+) /.exec(label)?.[1]));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function failedRows(): Promise<Record<string, string>[]> {
  return parse(await folder.read('out.failed.csv'), { columns: true });
}

test('prints all rows once and in order, and writes no file of labels', async () => {
  await folder.write('rows.csv', rowsOf(40, [3]));
  const { status, stdout } = await print('--copies', '2', '--json');
  expect(status).toBe(3);
  const sent = printer.jobs.map(String).join('').replaceAll('~HS', '');
  expect(JSON.parse(stdout)).toMatchObject({ rows: 40, labels: 78, failed: 1, bytes: sent.length });
  const good = upTo(40).filter((row) => row !== 3);
  expect(printedRows()).toEqual(good.flatMap((row) => [row, row]));
  expect(await folder.files()).toEqual(['out.failed.csv', 'out.journal']);
});

test('reports the row that was being sent when the printer broke off, and sends it to nobody again', async () => {
  await folder.write('rows.csv', rowsOf(20));
  printer.breakAfterBytes = 1000;
  const { status, stderr } = await print();
  expect(status).toBe(3);
  const [doubtful, ...others] = await failedRows();
  const row = Number(doubtful?.['row']);
  expect(doubtful).toMatchObject({ name: `Ada ${row}`, status: 'doubtful' });
  expect(others).toEqual([]);
  expect(printedRows().filter((printed) => printed !== row)).toEqual(
    upTo(20).filter((other) => other !== row),
  );
  expect(stderr).toContain(`row ${row}: `);
});

test('ends at a row in doubt with --on-error stop, and goes on behind it', async () => {
  await folder.write('rows.csv', rowsOf(20));
  printer.breakAfterBytes = 1000;
  expect(await print('--on-error', 'stop')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/may be printed or not; --resume continues/),
  });
  expect((await print('--resume')).status).toBe(3);
  const [doubtful] = await failedRows();
  const row = Number(doubtful?.['row']);
  expect(printedRows().filter((printed) => printed !== row)).toEqual(
    upTo(20).filter((other) => other !== row),
  );
});

test('prints nothing twice by being asked twice', async () => {
  await folder.write('rows.csv', rowsOf(5));
  expect((await print()).status).toBe(0);
  expect(await print()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/has printed everything: delete it to print again/),
  });
  expect((await print('--resume')).status).toBe(0);
  expect(printedRows()).toEqual(upTo(5));
});

test('checks all rows without asking the printer', async () => {
  await folder.write('rows.csv', rowsOf(5, [2]));
  expect((await print('--dry-run')).status).toBe(3);
  expect(printer.jobs).toEqual([]);
});

test('understands the printer behind labels that change its prefixes', async () => {
  await folder.write('label.zpl', `^XA^CT+^CC!!XZ!XA!FO9,9!FD{name}!FS!XZ`);
  await folder.write('rows.csv', rowsOf(3));
  expect((await print()).status).toBe(0);
  expect(String(printer.jobs[0])).toMatch(/^~HS~HS!?(?:.*!XZ!CT~!CC\^~HS){3}/);
});

test('refuses a label that makes the printer answer, before anything is sent', async () => {
  await folder.write('label.zpl', `${LABEL}~HS`);
  await folder.write('rows.csv', rowsOf(3));
  const { status, stderr } = await print();
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('The label has ~HS at byte'),
  });
  expect(printer.jobs).toEqual([]);
  expect(await folder.files()).toEqual([]);
});

test('refuses a label without an end, of which nothing would be printed', async () => {
  await folder.write('label.zpl', LABEL.replace('^XZ', ''));
  await folder.write('rows.csv', rowsOf(3));
  expect(await print()).toMatchObject({ status: 2, stderr: expect.stringContaining('has no ^XZ after') });
  expect(printer.jobs).toEqual([]);
  expect(await folder.files()).toEqual([]);
});

test('stops at a label whose end the printer does not find, and goes on behind it', async () => {
  await folder.write('rows.csv', rowsOf(6));
  printer.answer = (socket, answer) => {
    if (printer.labels.length === 3) printer.state = { partialFormat: true };
    socket.write(answer);
  };
  const { status, stderr } = await print();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('still waits for the end of a label (^XZ)'),
  });
  printer.answer = (socket, answer) => void socket.write(answer);
  printer.state = {};
  expect((await print('--resume')).status).toBe(3);
  expect(await failedRows()).toMatchObject([{ row: '4', status: 'doubtful' }]);
  expect(printedRows()).toEqual(upTo(6));
});

test('stops while it waits for paper, leaves no doubt, and goes on', async () => {
  await folder.write('rows.csv', rowsOf(10));
  // The printer reports it first behind the fourth label, or before that on a slow machine.
  printer.nextStates = Array.from({ length: 1000 }, (_, index) => ({ paperOut: index > 4 }));
  const args = ['batch', 'rows.csv', ...LOCAL, '--printer', printer.address, '-o', 'out'];
  const run = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder.path('.'), stdio: 'ignore' });
  await eventually(() => expect(printer.nextStates.length).toBeLessThan(994));
  run.kill('SIGINT');
  expect(await once(run, 'exit')).toEqual([1, null]);
  expect(printedRows().length).toBeLessThan(5);
  printer.nextStates = [];
  expect((await print('--resume')).status).toBe(0);
  expect(printedRows()).toEqual(upTo(10));
});
