import { NodeTransport } from './node-driver.ts';
import type { Transport, TransportOptions } from './transport.ts';
import { loadUws, UWS_PACKAGE } from './uws-binary.ts';
import { UwsTransport } from './uws-driver.ts';

/**
 * Makes the HTTP server of one driver. `auto` takes uWebSockets.js where its reviewed binary loads, else node:http
 * with one warning; `uws` throws where it does not.
 */
export function openTransport(
  driver: 'auto' | 'uws' | 'node',
  options: TransportOptions,
  warn: (message: string) => void,
  load = loadUws,
): Transport {
  if (driver === 'node') return new NodeTransport(options);
  let uws: ReturnType<typeof load>;
  try {
    uws = load();
  } catch (error) {
    const reason = `uWebSockets.js does not load (${UWS_PACKAGE}: ${(error as Error).message.split('\n')[0]})`;
    if (driver === 'uws') throw new Error(`${reason}; set HTTP_DRIVER=auto or node`, { cause: error });
    warn(`${reason}; serving with node:http, which is slower`);
    return new NodeTransport(options);
  }
  return new UwsTransport(uws, options);
}
