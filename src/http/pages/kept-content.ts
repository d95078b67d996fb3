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
  readonly #read: () => Promise<Buffer>;
  readonly #headers: Headers;
  #plain: Promise<Representation> | undefined;
  #gzip: Promise<Representation> | undefined;

  /** `headers` are its own, the media type among them. */
  constructor(headers: Headers, read: () => Promise<Buffer>) {
    this.#headers = headers;
    this.#read = read;
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

  #asItIs(): Promise<Representation> {
    return (this.#plain ??= this.#read().then(represented));
  }

  #inGzip(): Promise<Representation> {
    return (this.#gzip ??= this.#asItIs().then(async ({ bytes }) =>
      represented(await gzipped(bytes, { level: 9 })),
    ));
  }
}

function represented(bytes: Buffer): Representation {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, tag: `"${hash.slice(0, 22)}"` };
}
