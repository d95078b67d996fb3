import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startFakePrinter } from '../../support/fake-printer.ts';
import { type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { useFront } from '../service/front.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

const database = useDatabase();
const service = useService({}, database);
const front = useFront(service);
const folder = useBatchFolder();

let account: TestAccount;
let through: (key?: string) => Promise<string[]>;
beforeAll(async () => {
  account = await service.account();
  const { id } = await account.label({ zpl: LABEL, dynamicTokens: ['name', 'city', 'code'] });
  through = async (key = account.key) => {
    await folder.write('key', `${key}\n`);
    return [
      '--label',
      id,
      '--url',
      `http://127.0.0.1:${service.service.port}/label-api`,
      '--key-file',
      'key',
    ];
  };
});

test.each([
  ['out.zpl', []],
  ['out.pdf', ['--format', 'pdf']],
  ['out', ['--split', '30']],
  ['out', ['--format', 'png', '--name-template', '{name}']],
])('makes through a service what it makes here: %s %j', async (out, args) => {
  await folder.write('rows.csv', rowsOf(70, [7, 33]));
  for (const [where, place] of [
    ['here', LOCAL],
    ['there', await through()],
  ] as const) {
    const { status, stdout } = await folder.batch([...place, ...args, '-o', `${where}.${out}`, '--json']);
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 3, rows: 70, labels: 68, failed: 2 });
  }
  const files = (await folder.files()).filter((name) => !/journal|failed/.test(name));
  const here = files.filter((name) => name.startsWith('here'));
  expect(files.filter((name) => name.startsWith('there'))).toEqual(
    here.map((name) => name.replace('here', 'there')),
  );
  for (const name of here) {
    const [a, b] = await Promise.all(
      [name, name.replace('here', 'there')].map((each) => readFile(folder.path(each))),
    );
    expect(a?.equals(b as Buffer), name).toBe(true);
  }
});

test('prints the jobs of a service; one that breaks off within leaves all of its rows in doubt', async () => {
  await folder.write('rows.csv', rowsOf(60));
  const printer = await startFakePrinter();
  // Once, within the first label of the second job; there are 25 rows in one.
  let isWhole = true;
  printer.answer = (socket, answer) => {
    if (isWhole && printer.labels.length === 25) printer.breakAfterBytes = 50;
    isWhole = printer.labels.length < 25;
    socket.write(answer);
  };
  const { status, stdout } = await folder.batch([
    ...(await through()),
    '--printer',
    printer.address,
    '-o',
    'out',
    '--json',
  ]);
  await printer.switchOff();
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 3, rows: 60, labels: 35, failed: 25 });
  const failed: Record<string, string>[] = parse(await folder.read('out.failed.csv'), { columns: true });
  expect(new Set(failed.map((row) => row['status']))).toEqual(new Set(['doubtful']));
  const printed = printer.labels.map((label) => Number(/Ada (\d+) /.exec(label)?.[1]));
  const rows = Array.from({ length: 60 }, (_, index) => index + 1);
  expect(failed.map((row) => Number(row['row']))).toEqual(rows.slice(25, 50));
  expect(printed).toEqual([...rows.slice(0, 25), ...rows.slice(50)]);
});

test('ends when the service asks for a wait of more than an hour, and goes on by --resume', async () => {
  await folder.write('rows.csv', rowsOf(60));
  const options = [...(await through()), '-o', 'out.zpl'];
  let jobs = 0;
  front.does(({ path }) => {
    if (!path.endsWith('/print') || ++jobs < 2) return null;
    return (response) => void response.writeHead(503, { 'retry-after': '2147484' }).end();
  });
  const url = options.indexOf('--url') + 1;
  const fronted = [...options.with(url, front.url), '--concurrency', '1'];
  const { status, stderr } = await folder.batch(fronted);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /answers 503 and asks for a wait of 24 days 21 hours, .*; --resume continues at row 26$/m,
  );
  expect(jobs).toBe(2);
  front.does(() => null);
  expect((await folder.batch([...fronted, '--resume'])).status).toBe(0);
  expect((await folder.batch([...LOCAL, '-o', 'here.zpl'])).status).toBe(0);
  expect(await folder.read('out.zpl')).toBe(await folder.read('here.zpl'));
});

test('keeps what it made when it is stopped in a wait for the budget', async () => {
  const shop = await service.account();
  await service.service.store.setRate(shop.id, 40);
  const { id } = await shop.label({ zpl: LABEL, dynamicTokens: ['name', 'city', 'code'] });
  await folder.write('rows.csv', rowsOf(60));
  const [, , ...place] = await through(shop.key);
  const args = ['batch', 'rows.csv', '--label', id, ...place, '-o', 'out.zpl'];
  const run = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder.path('.') });
  const [said, complained, ended] = [text(run.stdout), text(run.stderr), once(run, 'exit')];
  const journal = () => folder.read('out.zpl.journal').catch(() => '');
  await eventually(async () => expect(await journal()).toContain('"done"'));
  run.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  expect(await said).toMatch(/^28 rows, /);
  expect(await complained).toContain('--resume continues at row 29');
});
