import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { peerUser } from './peer-user.ts';

const SECRET_BYTES = 32;

/**
 * The users whose browsers a token lets in. `own`: only the user who runs this program, for an address that other users
 * can read, as they can read the arguments of programs. Only Linux reports the user of a connection: on other systems
 * such a token lets nobody in.
 */
export type TokenHolder = 'anyone' | 'own';

/**
 * Decides which requests may use the studio. An address holds a token that is valid once: the browser exchanges it
 * for a session, and its page sends the session as a header. A cookie would not do: browsers send cookies to all
 * ports of a host, so to servers of other users too. Requests must also be meant for this server (its own names in
 * `Host`, against DNS rebinding), and must not come from a page of another origin.
 */
export class Access {
  readonly #session = secret();
  readonly #tokens = new Map<string, TokenHolder>();
  readonly #hosts: ReadonlySet<string>;

  /** @param port that the server listens on. */
  constructor(port: number) {
    // Clients leave out the default port of HTTP.
    const suffixes = port === 80 ? ['', ':80'] : [`:${port}`];
    this.#hosts = new Set(['127.0.0.1', 'localhost'].flatMap((name) => suffixes.map((each) => name + each)));
  }

  /** A token that has not been handed out. */
  newToken(holder: TokenHolder): string {
    const token = secret();
    this.#tokens.set(token, holder);
    return token;
  }

  /**
   * Exchanges a token, which is then spent, for the session. Null for any other text, and for a user without access.
   */
  async exchange(token: string, { socket }: Pick<IncomingMessage, 'socket'>): Promise<string | null> {
    const [known, holder] = [...this.#tokens].find(([each]) => isSame(each, token)) ?? [];
    if (known === undefined) return null;
    if (holder === 'own' && !isOwn(await peerUser(socket))) return null;
    // Another request may have spent the token in the meantime.
    return this.#tokens.delete(known) ? this.#session : null;
  }

  /** Whether the request has the session that a token was exchanged for. */
  isSession({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    return isSame(headers.authorization ?? '', `Bearer ${this.#session}`);
  }

  /** The reason to refuse a request before its path is read; null for none. */
  refusalOf({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string | null {
    if (!this.#hosts.has(headers.host?.toLowerCase() ?? '')) return 'this server has another name';
    const { origin } = headers;
    const isOwn = origin === undefined || this.#hosts.has(origin.toLowerCase().replace(/^http:\/\//, ''));
    const site = headers['sec-fetch-site'];
    // A link to the page may be followed from anywhere: the page holds no data, and its requests need the session.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && /^\/(?:\?|$)/.test(url ?? '');
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink;
    return isOwn && !isForeign ? null : 'pages of other origins may not use this server';
  }
}

/**
 * Whether a user runs this program, or is root, who can read everything and relays connections of guests.
 */
function isOwn(user: number | null): boolean {
  return user !== null && (user === 0 || user === process.getuid?.());
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
