import type { Exchange } from '../transport/transport.ts';

/** Whether a person asks for a page: a browser says so, and has no key. */
export function isBrowser(exchange: Pick<Exchange, 'method' | 'header'>): boolean {
  return (
    exchange.method === 'GET' &&
    /\btext\/html\b/i.test(exchange.header('accept') ?? '') &&
    exchange.header('x-api-key') === undefined &&
    exchange.header('authorization') === undefined
  );
}
