import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../../src/store/admin-calls.ts';
import { reachStore } from '../../src/store/admin-client.ts';
import { AdminServer } from '../../src/store/admin-server.ts';
import { type AdminStore, StoreFailure } from '../../src/store/store.ts';

const CALL = `POST /listAccounts HTTP/1.1\r\nHost: x\r\nPlaten-Version: ${PROGRAM}\r\nContent-Length: 2\r\n\r\n[]`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-admin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server whose only call answers when `answers` resolves. */
async function open(name: string, answers: () => Promise<unknown>): Promise<[AdminServer, path: string]> {
  const door = new AdminServer();
  const path = join(folder, name);
  door.server.listen(path);
  await once(door.server, 'listening');
  door.open({ listAccounts: answers } as unknown as AdminStore);
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
