import type { Socket } from 'node:net';
// Not among what the package gives from its own name.
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';

/**
 * Connects as ioredis does by itself, which hears only the first error of a socket. A TLS server that was refused may
 * answer with one more, and Node.js ends a process for an error that nobody hears.
 */
export class RedisConnector extends StandaloneConnector {
  /** Options of the client: `host`, `port`, `tls` and the like. */
  constructor(options: unknown) {
    super(options as ConstructorParameters<typeof StandaloneConnector>[0]);
  }

  override async connect(emitter: Parameters<StandaloneConnector['connect']>[0]): Promise<Socket> {
    const socket = await super.connect(emitter);
    socket.on('error', () => {});
    return socket;
  }
}
