import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM, PROGRAM_HEADER } from '../../src/store/admin-calls.ts';
import { reachStore } from '../../src/store/admin-client.ts';
import { AdminServer } from '../../src/store/admin-server.ts';
import { DirectoryLock } from '../../src/store/directory-lock.ts';
import {
  type Account,
  type AdminStore,
  type PreparedLabels,
  StoreFailure,
  type StorePieces,
} from '../../src/store/store.ts';
import { labelInput } from './label-input.ts';

type Served = AdminStore & StorePieces;

const CALL = `POST /accountsAfter HTTP/1.1\r\nHost: x\r\nPlaten-Version: ${PROGRAM}\r\nContent-Length: 4\r\n\r\n[""]`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-admin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server whose only call answers when `answers` resolves. */
function open(name: string, answers: () => Promise<unknown>): Promise<[AdminServer, path: string]> {
  return openWith(name, { accountsAfter: answers as () => Promise<Account[]> });
}

async function openWith(name: string, store: Partial<Served>): Promise<[AdminServer, path: string]> {
  const door = new AdminServer();
  const path = join(folder, name);
  door.server.listen(path);
  await once(door.server, 'listening');
  door.open(store as Served);
  onTestFinished(() => void door.server.close());
  return [door, path];
}

/** A connection on which a call has been sent, and of which nothing is read. */
async function calling(path: string): Promise<Socket> {
  const socket = connect(path).pause();
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(CALL);
  return socket;
}

describe('a connection that breaks while the server drains', () => {
  test('with an answer on it that was not read, has left', async () => {
    let asked = 0;
    const [door, path] = await open('unread.sock', async () => {
      asked++;
      return [];
    });
    const failed: Error[] = [];
    door.server.on('connection', (socket) => socket.on('error', (error: Error) => failed.push(error)));
    const client = await calling(path);
    await expect.poll(() => asked).toBe(1);
    await delay(20);
    const drained = door.drain();
    // The kernel resets a connection that is closed with unread bytes.
    client.destroy();
    await drained;
    expect(failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  test('with a call under way, has left once that is over', async () => {
    let asked = 0;
    let answer: (accounts: unknown) => void = () => {};
    const [door, path] = await open('under-way.sock', () => {
      asked++;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    const client = await calling(path);
    await expect.poll(() => asked).toBe(1);
    const drained = door.drain();
    client.destroy();
    await drained;
    answer([]);
    await delay(20);
    expect(asked).toBe(1);
  });

  test('does not keep the others from being answered', async () => {
    const answers: ((accounts: unknown) => void)[] = [];
    const [door, path] = await open('others.sock', () => new Promise((resolve) => answers.push(resolve)));
    const [leaves, stays] = [await calling(path), await calling(path)];
    await expect.poll(() => answers.length).toBe(2);
    const drained = door.drain();
    leaves.destroy();
    const late = await calling(path);
    await delay(50);
    for (const answer of answers) answer([]);
    const text = (socket: Socket) => once(socket.resume().setEncoding('utf8'), 'data').then(String);
    expect(await text(stays)).toMatch(/^HTTP\/1.1 200 [^]*\[\]/);
    expect(await text(late)).toMatch(/^HTTP\/1.1 503 /);
    stays.destroy();
    await drained;
  });
});

test('connections that say nothing make room for a command within seconds', async () => {
  const [, path] = await open('silent.sock', async () => []);
  const silent = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const socket = connect(path)
        .on('error', () => {})
        .resume();
      await once(socket, 'connect');
      return socket;
    }),
  );
  // Those beyond the places there are were closed at once.
  await Promise.all(silent.map(async (socket) => socket.closed || (await once(socket, 'close'))));
  const store = await reachStore(path);
  onTestFinished(() => store?.close());
  expect(await store?.listAccounts()).toEqual([]);
}, 20_000);

/** A service of another program: to each call that follows the greeting it answers so. */
async function openOther(name: string, status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url !== '/') response.statusCode = status;
    response.end(request.url === '/' ? 'null' : body);
  });
  const path = join(folder, name);
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return path;
}

describe('a service of another program', () => {
  test.each([
    ['result', 200, '[{"id":"a"}]'],
    ['failure', 409, '{"why":"a"}'],
  ])('whose %s is not understood is to be restarted', async (what, status, body) => {
    const store = await reachStore(await openOther(`${what}.sock`, status, body));
    onTestFinished(() => store?.close());
    const error = await store?.listAccounts().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreFailure);
    expect((error as Error).message).toMatch(/restart the service with this program/);
  });

  test('of the same version, whose calls are others, is not asked', async () => {
    const [, path] = await open('protocol.sock', async () => []);
    const socket = connect(path);
    onTestFinished(() => void socket.destroy());
    socket.write(CALL.replace(/protocol \d+/, 'protocol 1'));
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1.1 409 [^]*use the same version/);
  });
});

/** Calls as a command of this program makes them, on one connection until it is closed. */
function connection(socketPath: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return {
    agent,
    call: (path: string, body: string | Buffer, more: Readonly<Record<string, string>> = {}) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const headers = { [PROGRAM_HEADER]: PROGRAM, ...more };
        const asking = request({ agent, socketPath, path, method: 'POST', headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        asking.on('error', reject).end(body);
      }),
  };
}

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
    const [door, path] = await openWith('pieces.sock', store);
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
    const client = await reachStore((await openWith('twice.sock', store))[1]);
    onTestFinished(() => client?.close());
    const id = 'ABCDEF12-0000-4000-8000-000000000000';
    const twice = [labelInput({ id }), labelInput({ id: id.toLowerCase() })];
    expect(await client?.importLabels('account', twice)).toHaveLength(2);
    expect(imports[0]?.units).toHaveLength(2);
  });

  test('are forgotten with the connection that brought them', async () => {
    const { imports, store } = saving();
    const [, path] = await openWith('broken.sock', store);
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
    const [, path] = await openWith('idle.sock', saving().store);
    const client = connection(path);
    await client.call('/addPart', 'x');
    const [socket] = Object.values(client.agent.freeSockets).flat();
    if (socket?.closed === false) await once(socket, 'close');
    expect(await client.call('/importInto', '["account",1]')).toMatchObject({ status: 409 });
  }, 20_000);

  test('are not saved in part: the last unit must have ended', async () => {
    const { imports, store } = saving();
    const client = connection((await openWith('part.sock', store))[1]);
    await client.call('/addPart', '[{"id":"a"}', {});
    expect(await client.call('/importInto', '["account",11]')).toMatchObject({ status: 409 });
    expect(imports).toEqual([]);
  });

  test('are kept up to 96 MiB on all connections, and make room when one of them closes', async () => {
    const [, path] = await openWith('full.sock', saving().store);
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
  const socketPath = (await open(`large ${what}.sock`, async () => []))[1];
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
  const [, path] = await openWith('pages.sock', {
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

describe('a data directory that another user can change', () => {
  const isRoot = process.getuid?.() === 0;

  /** A directory with something of another program, which Platen does not close. */
  async function shared(name: string, mode: number): Promise<string> {
    const directory = join(folder, name);
    await mkdir(directory);
    await writeFile(join(directory, 'notes.txt'), '');
    await chmod(directory, mode);
    return directory;
  }

  test.each([
    ['by everybody', 0o777],
    ['by its group', 0o2775],
  ])('is refused when it can be written %s', async (name, mode) => {
    const directory = await shared(name, mode);
    await expect(DirectoryLock.take(directory)).rejects.toThrow(
      `DATA_DIR ${directory} can be written by other users (mode ${mode.toString(8).padStart(4, '0')})`,
    );
  });

  test('is taken when the sticky bit protects what is in it, or when it can be closed', async () => {
    (await DirectoryLock.take(await shared('sticky', 0o1777))).release();
    const empty = join(folder, 'empty');
    await mkdir(empty);
    await chmod(empty, 0o777);
    (await DirectoryLock.take(empty)).release();
    expect((await stat(empty)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(!isRoot)('is refused when it, or a database in it, belongs to another user', async () => {
    const directory = join(folder, 'foreign');
    await mkdir(join(directory, 'database'), { recursive: true, mode: 0o700 });
    await chown(join(directory, 'database'), 12_345, 12_345);
    await expect(DirectoryLock.take(directory)).rejects.toThrow('database belongs to user 12345');
    await chown(directory, 12_345, 12_345);
    await expect(DirectoryLock.take(directory)).rejects.toThrow(`${directory} belongs to user 12345`);
  });

  test('gets nothing of a command: its listener is not asked', async () => {
    const directory = await shared('listener', 0o777);
    let asked = 0;
    const path = join(directory, 'lock.1.sock');
    const rival = createServer((_request, response) => void (asked++, response.end('null'))).listen(path);
    onTestFinished(() => void rival.close());
    await once(rival, 'listening');
    await expect(reachStore(path)).rejects.toThrow('nothing was sent');
    await chmod(directory, 0o700);
    if (isRoot) {
      await chown(path, 12_345, 12_345);
      await expect(reachStore(path)).rejects.toThrow('belongs to user 12345; nothing was sent');
      await chown(path, 0, 0);
    }
    expect(asked).toBe(0);
    expect(await reachStore(path)).not.toBeNull();
    expect(asked).toBe(1);
  });
});
