import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reachStore } from '../../src/store/admin-client.ts';
import type { Account, PreparedLabels } from '../../src/store/store.ts';
import { connection, openWith, type Served, useFolder } from './admin-door.ts';
import { labelInput } from './label-input.ts';

const folder = useFolder();

describe('labels to import', () => {
  const DATES = { createdAt: new Date(0), updatedAt: new Date(0) };

  /** A store that saves what it is given, and keeps it. */
  function saving(): { imports: PreparedLabels[]; store: Partial<Served> } {
    const imports: PreparedLabels[] = [];
    return {
      imports,
      store: {
        async importPrepared(accountId, labels) {
          imports.push(labels);
          return labels.units.flatMap(rowsOf).map(({ id }) => ({ id, accountId, revision: 1, ...DATES }));
        },
      },
    };
  }

  const rowsOf = (unit: Uint8Array): { id: string; name: string; zpl: string }[] =>
    JSON.parse(Buffer.from(unit).toString());

  test('come in calls of at most a megabyte or a hundred labels, and are saved together and in order', async () => {
    const { imports, store } = saving();
    const [door, path] = await openWith(join(folder(), 'pieces.sock'), store);
    const lengths: number[] = [];
    door.server.on('request', ({ headers }) => lengths.push(Number(headers['content-length'])));
    const inputs = [
      ...Array.from({ length: 250 }, (_, at) => labelInput({ name: `small ${at}`, teamId: `team ${at}` })),
      labelInput({ name: 'long', zpl: `^XA^FX${'中'.repeat(900_000)}^XZ` }),
      ...Array.from({ length: 9 }, (_, at) => labelInput({ name: `${at}`, zpl: '^FX'.padEnd(300_000, 'x') })),
    ];
    const client = await reachStore(path);
    onTestFinished(() => client?.close());
    const saved = await client?.importLabels('account', inputs);
    expect(Math.max(...lengths)).toBe(1_000_000);
    expect(imports).toHaveLength(1);
    const { units, teamIds } = imports[0] as PreparedLabels;
    expect(teamIds).toHaveLength(250);
    const rows = units.map(rowsOf);
    expect(rows.map(({ length }) => length)).toEqual([100, 100, 50, 1, 2, 2, 2, 2, 1]);
    expect(rows.flat().map(({ name }) => name)).toEqual(inputs.map(({ name }) => name));
    expect(Buffer.from(rows[3]?.[0]?.zpl ?? '', 'base64').toString()).toBe(inputs[250]?.zpl);
    expect(saved).toMatchObject(rows.flat().map(({ id, name }) => ({ id, name, accountId: 'account' })));
  });

  test('come one by one where they have the same id', async () => {
    const { imports, store } = saving();
    const client = await reachStore((await openWith(join(folder(), 'twice.sock'), store))[1]);
    onTestFinished(() => client?.close());
    const id = 'ABCDEF12-0000-4000-8000-000000000000';
    const twice = [labelInput({ id }), labelInput({ id: id.toLowerCase() })];
    expect(await client?.importLabels('account', twice)).toHaveLength(2);
    expect(imports[0]?.units).toHaveLength(2);
  });

  test('are forgotten with the connection that brought them', async () => {
    const { imports, store } = saving();
    const [, path] = await openWith(join(folder(), 'broken.sock'), store);
    const first = connection(path);
    expect(await first.call('/addPart', '[{"id":"a"}]', { 'platen-last-part': '1' })).toMatchObject({
      status: 200,
    });
    first.agent.destroy();
    const second = connection(path);
    const answer = await second.call('/importInto', '["account",12]');
    expect(answer).toEqual({ status: 409, text: expect.stringContaining('nothing was imported') });
    expect(imports).toEqual([]);
  });

  test('are forgotten when the command says nothing more for seconds', async () => {
    const [, path] = await openWith(join(folder(), 'idle.sock'), saving().store);
    const client = connection(path);
    await client.call('/addPart', 'x');
    const [socket] = Object.values(client.agent.freeSockets).flat();
    if (socket?.closed === false) await once(socket, 'close');
    expect(await client.call('/importInto', '["account",1]')).toMatchObject({ status: 409 });
  }, 20_000);

  test('are not saved in part: the last unit must have ended', async () => {
    const { imports, store } = saving();
    const client = connection((await openWith(join(folder(), 'part.sock'), store))[1]);
    await client.call('/addPart', '[{"id":"a"}', {});
    expect(await client.call('/importInto', '["account",11]')).toMatchObject({ status: 409 });
    expect(imports).toEqual([]);
  });

  test('are kept up to 96 MiB on all connections, and make room when one of them closes', async () => {
    const [, path] = await openWith(join(folder(), 'full.sock'), saving().store);
    const part = Buffer.alloc(1_000_000, ' ');
    const [one, other] = [connection(path), connection(path)];
    for (let at = 0; at < 100; at++) expect((await one.call('/addPart', part)).status).toBe(200);
    const refused = await other.call('/addPart', part);
    expect(refused).toEqual({
      status: 409,
      text: expect.stringContaining('nothing was imported: send fewer'),
    });
    one.agent.destroy();
    await expect.poll(async () => (await connection(path).call('/addPart', part)).status).toBe(200);
  });
});

test.each([
  ['parameters', '/accountsAfter', 65_536],
  ['a part of labels', '/addPart', 1_000_000],
])('a call with more of %s than is taken at once is refused with what to do', async (what, path, most) => {
  const socketPath = (
    await openWith(join(folder(), `large ${what}.sock`), { accountsAfter: async () => [] })
  )[1];
  expect(await connection(socketPath).call(path, `["${'x'.repeat(most - 4)}"]`)).toMatchObject({
    status: 200,
  });
  expect(await connection(socketPath).call(path, `["${'x'.repeat(most - 3)}"]`)).toEqual({
    status: 413,
    text: `{"failure":"more than ${most} bytes at once; send fewer"}`,
  });
});

test('a list is read by pages, of which none repeats or leaves out a row', async () => {
  const pages: Record<string, string[]> = {
    '00000000-0000-0000-0000-000000000000': ['b', 'a'],
    a: ['d', 'c'],
    c: [],
  };
  const asked: string[] = [];
  const account = (id: string): Account => ({
    id,
    name: id,
    plan: 'pro',
    granted: false,
    unitsPerMinute: null,
    teams: [],
    createdAt: new Date(1),
  });
  const [, path] = await openWith(join(folder(), 'pages.sock'), {
    async accountsAfter(after) {
      asked.push(after);
      return (pages[after] ?? []).map(account);
    },
  });
  const client = await reachStore(path);
  onTestFinished(() => client?.close());
  expect(await client?.listAccounts()).toEqual(['a', 'b', 'c', 'd'].map(account));
  expect(asked).toEqual(Object.keys(pages));
});
