import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RedisConnector } from '../../src/budget/redis-connector.ts';

test('a second error of one socket ends no process', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const { port } = await new Promise<{ port: number }>((resolve) => {
    server.once('listening', () => resolve(server.address() as { port: number }));
  });
  const connector = new RedisConnector({ host: '127.0.0.1', port });
  const socket: Socket = await connector.connect(() => {});
  onTestFinished(() => void socket.destroy());
  socket.emit('error', new Error('the certificate is not trusted'));
  // Throws where nobody listens.
  socket.emit('error', new Error('alert'));
  expect(connector.firstError?.message).toBe('the certificate is not trusted');
});
