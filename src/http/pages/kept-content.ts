import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../call.ts';
import type { Exchange, Headers } from '../transport/transport.ts';
import { acceptsGzip, hasCurrent } from './negotiation.ts';

const gzipped = promisify(gzip);

/** Bytes as they are sent, and their strong entity tag. */
interface Representation {
  readonly bytes: Buffer;
  readonly tag: string;
}

/**
 * Content that is the same for everyone, as it is and in gzip. Both are made once, when they are first asked for; a
 * client that has them already is answered 304.
 */
export class KeptContent {
  readonly #headers: Headers;
  readonly #asItIs: () => Promise<Representation>;
  readonly #inGzip: () => Promise<Representation>;

  /** `headers` are its own, the media type among them. */
  constructor(headers: Headers, read: () => Promise<Buffer>) {
    this.#headers = headers;
    this.#asItIs = once(async () => represented(await read()));
    this.#inGzip = once(async () => represented(await gzipped((await this.#asItIs()).bytes, { level: 9 })));
  }

  async answer(exchange: Exchange): Promise<Answer> {
    const inGzip = acceptsGzip(exchange.header('accept-encoding'));
    const { bytes, tag } = await (inGzip ? this.#inGzip() : this.#asItIs());
    const headers: Headers = [
      ['ETag', tag],
      ['Vary', 'Accept-Encoding'],
    ];
    if (hasCurrent(exchange.header('if-none-match'), tag)) {
      return { status: 304, headers, body: '', isPublic: true };
    }
    const encoding: Headers = inGzip ? [['Content-Encoding', 'gzip']] : [];
    return { headers: [...headers, ...this.#headers, ...encoding], body: bytes, isPublic: true };
  }
}

function represented(bytes: Buffer): Representation {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, tag: `"${hash.slice(0, 22)}"` };
}

/** Makes it for the first who asks, and for all others; where that fails, the next one has it tried again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
