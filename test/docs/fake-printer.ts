import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** What listens as a printer does on its port 9100. */
export interface FakePrinter {
  readonly port: number;
  /** What each connection sent, in order. */
  readonly jobs: readonly string[];
  close(): void;
}

export async function startPrinter(): Promise<FakePrinter> {
  const jobs: string[] = [];
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => jobs.push(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, jobs, close: () => server.close() };
}
