import type { Exchange } from '../transport/transport.ts';
import { acceptsHtml } from './negotiation.ts';

/** Whether a person asks for a page: a browser says so, and has no key. */
export function isBrowser(exchange: Pick<Exchange, 'method' | 'header'>): boolean {
  return (
    exchange.method === 'GET' &&
    acceptsHtml(exchange.header('accept')) &&
    exchange.header('x-api-key') === undefined &&
    exchange.header('authorization') === undefined
  );
}
