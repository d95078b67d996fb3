import type { KeyType } from '../store/store.ts';
import { RecentDigests } from './recent-digests.ts';

/** The caller as the headers of a request name it. */
export type Credential =
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }
  /** A well-formed key, by the SHA-256 of its value in lower-case hexadecimal. */
  | { readonly kind: 'key'; readonly digest: string };

const MISSING: Credential = { kind: 'missing' };
const MALFORMED: Credential = { kind: 'malformed' };
const KEY = /^svc_[0-9a-f]{48}$/;
const BEARER = /^bearer +/i;

const digests = new RecentDigests();

/**
 * Reads the API key of a request. `x-api-key` decides wherever it is present, even when it is malformed;
 * otherwise `Authorization: Bearer` does. The key's value goes no further than this function, and is forgotten within
 * a second.
 */
export function readKey(apiKeyHeader: string | undefined, authorization: string | undefined): Credential {
  if (apiKeyHeader === undefined && authorization === undefined) return MISSING;
  const value = apiKeyHeader ?? bearerToken(authorization ?? '');
  const digest = digests.known(value) ?? (KEY.test(value) ? digests.add(value) : null);
  return digest === null ? MALFORMED : { kind: 'key', digest };
}

/** The token of a Bearer credential; empty for another scheme. */
function bearerToken(authorization: string): string {
  const scheme = BEARER.exec(authorization);
  return scheme === null ? '' : authorization.slice(scheme[0].length);
}

/** The permissions that a request may need. */
export type Scope = 'labels:list' | 'labels:read' | 'render' | 'print';

const FULL: ReadonlySet<Scope> = new Set<Scope>(['labels:list', 'labels:read', 'render', 'print']);
const RENDER: ReadonlySet<Scope> = new Set<Scope>(['render']);

/** The permissions of keys of a type. */
export function scopesOf(type: KeyType): ReadonlySet<Scope> {
  return type === 'full' ? FULL : RENDER;
}
