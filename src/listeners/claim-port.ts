import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * This port of the address, or a free one for 0. Throws when somebody listens there: listeners that share a port
 * would share it with another service just as well.
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
  const claimed = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return claimed;
}
