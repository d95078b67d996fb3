import type { Socket } from 'node:net';
import { RedisConnector } from './redis-connector.ts';

/** How often a connection is looked at in the time that it may be silent. */
const LOOKS = 4;

/** Makes connections that are dropped once nothing has come back for `silenceMs` although something was asked. */
export function silenceConnector(silenceMs: number): typeof RedisConnector {
  return class extends RedisConnector {
    override async connect(emitter: Parameters<RedisConnector['connect']>[0]): Promise<Socket> {
      const socket = await super.connect(emitter);
      dropWhenSilent(socket, silenceMs);
      return socket;
    }
  };
}

function dropWhenSilent(socket: Socket, silenceMs: number): void {
  /** How many bytes had been sent when something last came back. */
  let answered = 0;
  let unanswered = 0;
  const look = (): void => {
    unanswered = socket.bytesWritten > answered ? unanswered + 1 : 0;
    // The first look tells only that something was asked before it.
    if (unanswered > LOOKS) socket.destroy(new Error(`Redis was silent for ${silenceMs} ms`));
  };
  // While the event loop stands still an answer may lie in the socket unread, and timers come before sockets. Such a
  // time counts as one look at most.
  const looks = setInterval(() => setImmediate(look), silenceMs / LOOKS).unref();
  socket.on('data', () => {
    answered = socket.bytesWritten;
    unanswered = 0;
  });
  socket.on('close', () => clearInterval(looks));
}
