import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SECRET_BYTES = 32;

/**
 * Who may use the studio. An address holds a token that is good once: it is exchanged for a cookie of the browser that
 * comes with it. Requests also have to be meant for this server (its own names in `Host`, against DNS rebinding), and not
 * to be sent by a page of another origin.
 */
export class Access {
  readonly #session = secret();
  readonly #tokens = new Set<string>();
  readonly #cookie: string;
  readonly #hosts: ReadonlySet<string>;

  /** @param port that the server listens on: browsers keep one jar of cookies for all ports of a host. */
  constructor(port: number) {
    this.#cookie = `platen-studio-${port}`;
    this.#hosts = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
  }

  /** A token that has not been handed out. */
  newToken(): string {
    const token = secret();
    this.#tokens.add(token);
    return token;
  }

  /** The cookie for who brings a token, which then is spent; null for any other text. */
  exchange(token: string): string | null {
    const known = [...this.#tokens].find((each) => isSame(each, token));
    if (known === undefined) return null;
    this.#tokens.delete(known);
    return `${this.#cookie}=${this.#session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether the request comes from a browser that brought a token. */
  isSession({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((text) => text.trim());
    const name = `${this.#cookie}=`;
    return cookies.some(
      (cookie) => cookie.startsWith(name) && isSame(cookie.slice(name.length), this.#session),
    );
  }

  /** Why a request is refused, whatever it asks for; null for none. */
  refusalOf({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string | null {
    if (!this.#hosts.has(headers.host?.toLowerCase() ?? '')) return 'this server has another name';
    const { origin } = headers;
    const isOwn = origin === undefined || this.#hosts.has(origin.toLowerCase().replace(/^http:\/\//, ''));
    const site = headers['sec-fetch-site'];
    // A link to the page may be followed from anywhere; it needs a token or the cookie.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && /^\/(?:\?|$)/.test(url ?? '');
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink;
    return isOwn && !isForeign ? null : 'pages of other origins may not use this server';
  }
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Compares in a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
