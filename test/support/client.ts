import { setMaxListeners } from 'node:events';
import type { Client } from '../../src/client.ts';

/** A client that disconnects when the controller aborts. */
export function clientOf({ signal }: AbortController): Client {
  const client: Client = {
    signal,
    get gone() {
      return signal.aborted;
    },
    onGone: undefined,
  };
  // One test gives a controller to forty clients.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', () => client.onGone?.());
  return client;
}
