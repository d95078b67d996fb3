import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const database = useDatabase();
const service = useService({}, database);
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
