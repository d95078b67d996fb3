import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Has an HTTP server read a connection once more before it ends it for its silence. A request may lie unread in its
 * socket while the event loop stands still (a long collection, a starved machine), and timers run before sockets: Node
 * by itself would end the connection, and its client would lose the request.
 */
export function readBeforeEnding(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
