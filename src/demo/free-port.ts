import { createServer } from 'node:net';

/** This port of the address if nobody listens there, else one that the system chooses. */
export async function freePort(host: string, preferred: number): Promise<number> {
  return (await portOf(host, preferred)) ?? (await portOf(host, 0)) ?? 0;
}

function portOf(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
