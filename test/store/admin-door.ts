import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { PROGRAM, PROGRAM_HEADER } from '../../src/store/admin-calls.ts';
import { AdminServer } from '../../src/store/admin-server.ts';
import type { AdminStore, StorePieces } from '../../src/store/store.ts';

export type Served = AdminStore & StorePieces;

/** A folder for the sockets of one test file, removed after it. */
export function useFolder(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-admin-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** A server at this path, with the calls that the test needs. */
export async function openWith(path: string, store: Partial<Served>): Promise<[AdminServer, path: string]> {
  const door = new AdminServer();
  door.server.listen(path);
  await once(door.server, 'listening');
  door.open(store as Served);
  onTestFinished(() => void door.server.close());
  return [door, path];
}

/** Calls as a command of this program makes them, on one connection until it is closed. */
export function connection(socketPath: string) {
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
