import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Forwards connections to a port, as the network does, or a name that leads to a server. */
export interface TcpProxy {
  readonly port: number;
  /** The port to which new connections lead. */
  target: number;
  /** Milliseconds before a new connection leads there. */
  delayMs: number;
  /** Loses every byte from now on, without closing a connection. */
  cut(): void;
  /** Delivers everything that is sent from now on. Connections that lost something stay silent. */
  restore(): void;
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
  const leadOn = (client: Socket): void => {
    const upstream = connect(proxy.target, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
    if (client.destroyed) upstream.destroy();
  };
  const server = createServer((client) => {
    if (proxy.delayMs === 0) return leadOn(client);
    sockets.add(client.on('error', () => {}));
    setTimeout(() => leadOn(client), proxy.delayMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    delayMs: 0,
    cut() {
      isCut = true;
      for (const socket of sockets) silenced.add(socket);
    },
    restore() {
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
