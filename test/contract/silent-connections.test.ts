import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAM, PROGRAM_HEADER } from '../../src/store/admin-calls.ts';
import { createRegistry } from '../../src/telemetry/metrics.ts';
import { startOpsServer } from '../../src/telemetry/ops-server.ts';
import { openWith, useFolder } from '../store/admin-door.ts';
import { openStudio } from '../studio/open-studio.ts';
import { eventually } from '../support/eventually.ts';
import { echo, serve } from './transport/served.ts';

const folder = useFolder();

it.each<[string, () => Promise<NetConnectOpts>]>([
  ['the API on node', async () => ({ port: (await serve('node', echo)).port })],
  ['the studio', async () => ({ port: Number(new URL((await openStudio()).url).port) })],
  [
    'the operators',
    async () => {
      const registry = createRegistry();
      const parts = { host: '127.0.0.1', port: 0, metrics: async () => registry, ready: async () => {} };
      const { port, close } = await startOpsServer(parts);
      onTestFinished(close);
      return { port };
    },
  ],
  [
    'commands beside a service',
    async () => {
      const path = join(folder(), 'admin.sock');
      await openWith(path, { accountsAfter: async () => [] });
      return { path };
    },
  ],
])('the server of %s answers a request that came before it ended its connection', async (_, opened) => {
  const client = connect({ host: '127.0.0.1', ...(await opened()) });
  let text = '';
  client.setEncoding('latin1').on('data', (part: string) => (text += part));
  client.on('error', () => {});
  const closed = new Promise((resolve) => client.on('close', resolve));
  const request = `POST /accountsAfter HTTP/1.1\r\nHost: 127.0.0.1\r\n${PROGRAM_HEADER}: ${PROGRAM}\r\nContent-Length: 4\r\n\r\n[""]`;
  const served = await socketOf(() => client.write(request));
  const answers = () => text.split('HTTP/1.1 ').length - 1;
  const isAnswered = (count: number) =>
    eventually(() => expect(answers() === count || client.destroyed).toBe(true));
  await isAnswered(1);
  client.write(request);
  // The event loop stood still until now: the timer of the connection runs before the request is read.
  served.emit('timeout');
  await isAnswered(2);
  expect(answers()).toBe(2);
  served.emit('timeout');
  await closed;
});

/** The server's side of the connection on which the next request comes. */
function socketOf(send: () => void): Promise<Socket> {
  const channel = 'http.server.request.start';
  return new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe(channel, take);
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe(channel, take);
    send();
  });
}
