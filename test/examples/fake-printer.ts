import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface FakePrinter {
  readonly address: string;
  /** What came, one connection after the other. */
  readonly jobs: readonly Buffer[];
  close(): void;
}

/**
 * A raw printer port: it takes what comes and hangs up when its client has, without a word. A broken one resets the
 * connection at the first bytes.
 */
export async function startPrinter(state: 'ready' | 'broken'): Promise<FakePrinter> {
  const jobs: Buffer[] = [];
  const server = createServer((socket) => {
    const place = jobs.push(Buffer.alloc(0)) - 1;
    socket.on('data', (chunk) => {
      jobs[place] = Buffer.concat([jobs[place] ?? Buffer.alloc(0), chunk]);
      if (state === 'broken') socket.resetAndDestroy();
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    jobs,
    close: () => void server.close(),
  };
}
