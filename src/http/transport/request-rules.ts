import { randomBytes } from 'node:crypto';

/** How a request's body is delimited, or why the request cannot be trusted to be one request. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'sized'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'malformed'; readonly error: string };

const NONE: Framing = { kind: 'none' };
const CHUNKED: Framing = { kind: 'chunked' };

/**
 * Judges a request by its headers, alike for every driver: what a proxy in front of us might have read
 * differently is refused, so that nobody can smuggle a second request inside a first one's body (RFC 9112,
 * section 6.3). The parsers catch some of this themselves, but not the same part of it.
 *
 * @param headers names in lower case and values, alternating, as they came
 */
export function framingOf(headers: readonly string[]): Framing {
  let contentLength: string | undefined;
  let transferEncoding: string | undefined;
  let host = false;
  let authorization = false;
  let apiKey = false;
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1] as string;
    switch (headers[at]) {
      case 'content-length':
        if (contentLength !== undefined) return repeated('Content-Length');
        contentLength = value;
        break;
      case 'transfer-encoding':
        if (transferEncoding !== undefined) return repeated('Transfer-Encoding');
        transferEncoding = value;
        break;
      case 'host':
        if (host) return repeated('Host');
        host = true;
        break;
      case 'authorization':
        if (authorization) return repeated('Authorization');
        authorization = true;
        break;
      case 'x-api-key':
        if (apiKey) return repeated('X-Api-Key');
        apiKey = true;
        break;
      default:
    }
  }
  if (transferEncoding !== undefined) {
    if (contentLength !== undefined)
      return malformed('Content-Length and Transfer-Encoding exclude each other');
    if (transferEncoding !== 'chunked') return malformed('Transfer-Encoding must be chunked');
    return CHUNKED;
  }
  if (contentLength === undefined || contentLength === '0') return NONE;
  if (!/^[0-9]+$/.test(contentLength)) return malformed('Content-Length must be a number of bytes');
  const bytes = Number(contentLength);
  return bytes === 0 ? NONE : { kind: 'sized', bytes };
}

function repeated(name: string): Framing {
  return malformed(`${name} must not be repeated`);
}

function malformed(error: string): Framing {
  return { kind: 'malformed', error };
}

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,64}$/;

let idPrefix = randomBytes(9)
  .toString('base64url')
  .replaceAll(/[^A-Za-z0-9]/g, 'x');
let nextId = 0;

/** The caller's request id where it is well-formed, else a new one: unique, and cheap on the hot path. */
export function requestId(given: string | undefined): string {
  if (given !== undefined && WELL_FORMED_ID.test(given)) return given;
  if (++nextId > 0xffffff) {
    idPrefix = randomBytes(9)
      .toString('base64url')
      .replaceAll(/[^A-Za-z0-9]/g, 'x');
    nextId = 1;
  }
  return `${idPrefix}-${nextId.toString(36)}`;
}
