import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { LoadStopped, LoadUsage } from './load-failure.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether all addresses of a url's host are this machine's loopback. Rejects with a {@link LoadStopped} if it has none.
 */
export async function isLoopback({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new LoadStopped(`${host} has no address (${(error as Error).message}); check --url`);
  });
  return addresses.every(({ address, family }) => LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}

/** Rejects with a {@link LoadUsage} for another machine, since load on a service takes it from its other users. */
export async function requireLoopback(url: URL): Promise<void> {
  if (await isLoopback(url)) return;
  throw new LoadUsage(
    `${url.hostname} is not this machine; with --allow-remote you confirm that you may put load on it, and on the network between`,
  );
}
