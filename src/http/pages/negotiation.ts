import type { Exchange } from '../transport/transport.ts';

/** Entity tags of a list, opaque part and quotes alone (RFC 9110, section 8.8.3). */
const TAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Whether a client that sent this `If-None-Match` has the content of this tag. By weak comparison, which is what the
 * header is for: `W/` makes no difference.
 */
export function hasCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags: readonly string[] = ifNoneMatch.match(TAGS) ?? [];
  return ifNoneMatch.trim() === '*' || tags.includes(tag);
}

/** Whether `Accept-Encoding` allows gzip, by name or by `*`. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const allowed = allowedBy(acceptEncoding);
  return allowed.get('gzip') ?? allowed.get('*') ?? false;
}

/** Whether `Accept` allows HTML by name, as browsers do: other programs say that they take anything. */
export function acceptsHtml(accept: string | undefined): boolean {
  return allowedBy(accept).get('text/html') ?? false;
}

/** Whether a person asks for a page: a browser says so, and has no key. */
export function isBrowser(exchange: Pick<Exchange, 'method' | 'header'>): boolean {
  return (
    exchange.method === 'GET' &&
    acceptsHtml(exchange.header('accept')) &&
    exchange.header('x-api-key') === undefined &&
    exchange.header('authorization') === undefined
  );
}

/**
 * The names in a list, in lower case, each with whether it is allowed: a weight of 0 forbids it (RFC 9110, section
 * 12.4.2).
 */
function allowedBy(list = ''): ReadonlyMap<string, boolean> {
  return new Map(
    list.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';');
      const isForbidden = parameters.some((text) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(text));
      return [name.trim().toLowerCase(), !isForbidden];
    }),
  );
}
