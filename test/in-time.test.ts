import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { inTime } from '../src/in-time.ts';
import { standStill } from './support/stand-still.ts';

test('gives what the work comes to, and its failure', async () => {
  await expect(inTime(Promise.resolve(1), 10_000, 'late')).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')), 10_000, 'late')).rejects.toThrow('broken');
});

test('work that does not end is late', async () => {
  await expect(inTime(new Promise(() => {}), 1, 'late')).rejects.toThrow('late');
});

test('an answer that came while the event loop stood still is in time', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [other] = (await once(server, 'connection')) as [Socket];
  try {
    const answer = inTime(once(client, 'data'), 1, 'late');
    other.write('answer');
    standStill(20);
    expect(String((await answer)[0])).toBe('answer');
  } finally {
    client.destroy();
    server.close();
  }
});
