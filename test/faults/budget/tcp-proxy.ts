import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands for the network, or for a name that leads to a server: forwards connections to a port. */
export interface TcpProxy {
  readonly port: number;
  /** Where new connections lead. */
  target: number;
  /** Loses every byte from now on, and tells nobody. */
  cut(): void;
  /** What is sent from now on arrives. Connections that lost something stay silent. */
  mend(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  let isCut = false;
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    if (isCut) silenced.add(from);
    from.on('data', (bytes) => {
      if (!silenced.has(from)) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(proxy.target, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    cut() {
      isCut = true;
      for (const socket of sockets) silenced.add(socket);
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
