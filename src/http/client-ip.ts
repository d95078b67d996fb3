import { BlockList, isIP } from 'node:net';
import type { Exchange } from './transport/transport.ts';

/**
 * The address that a request came from, for logs. `X-Forwarded-For` is believed only hop by hop from proxies
 * on the list, from the right; with no list it is never read.
 */
export function clientIp(trustedProxies: readonly string[]): (exchange: Exchange) => string {
  if (trustedProxies.length === 0) return (exchange) => exchange.remoteAddress;
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (exchange) => {
    let client = exchange.remoteAddress;
    const hops = (exchange.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  };
}
