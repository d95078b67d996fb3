import { once } from 'node:events';
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../../src/store/admin-calls.ts';
import { reachStore } from '../../src/store/admin-client.ts';
import type { AdminServer } from '../../src/store/admin-server.ts';
import { DirectoryLock } from '../../src/store/directory-lock.ts';
import { type Account, StoreFailure } from '../../src/store/store.ts';
import { openWith, useFolder } from './admin-door.ts';

const CALL = `POST /accountsAfter HTTP/1.1\r\nHost: x\r\nPlaten-Version: ${PROGRAM}\r\nContent-Length: 4\r\n\r\n[""]`;

const folder = useFolder();

/** A server whose only call answers when `answers` resolves. */
function open(name: string, answers: () => Promise<unknown>): Promise<[AdminServer, path: string]> {
  return openWith(join(folder(), name), { accountsAfter: answers as () => Promise<Account[]> });
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
  // Connections beyond the number of places were closed at once.
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
  const path = join(folder(), name);
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

describe('a data directory that another user can change', () => {
  const isRoot = process.getuid?.() === 0;

  /** A directory with something of another program, which Platen does not close. */
  async function shared(name: string, mode: number): Promise<string> {
    const directory = join(folder(), name);
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
    const empty = join(folder(), 'empty');
    await mkdir(empty);
    await chmod(empty, 0o777);
    (await DirectoryLock.take(empty)).release();
    expect((await stat(empty)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(!isRoot)('is refused when it, or a database in it, belongs to another user', async () => {
    const directory = join(folder(), 'foreign');
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
