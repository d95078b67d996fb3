import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those of outgoing connections, which a test's own clients could take meanwhile. */
const FIRST = 12_000;
const COUNT = 18_000;

/**
 * A free port, which no other test gets while this process lives: it keeps the UDP port of the same number, which tests
 * do not use otherwise.
 */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  const claim = createSocket('udp4');
  const server = createServer();
  try {
    claim.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(claim, 'listening');
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    claim.close();
    return freePort();
  }
  claim.unref();
  server.close();
  await once(server, 'close');
  return port;
}
