import { ConnectionError, UnreachableError } from './platen-error.ts';

/** Codes of errors before anything is sent. Codes such as `ECONNRESET` occur both before and after it. */
const NOTHING_SENT: ReadonlySet<string> = new Set([
  // No program listens, or the host has no address: Node and Bun, `ConnectionRefused` of Bun before 1.4.
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  // The certificate is not trusted: Node and Bun check it before the request goes out.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Calls of the system that Node names, with whatever code: no route to the host, for example. */
const CONNECTING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

/** Deno has no codes. Its HTTP library names the phase of the error; this phase ends with the TLS handshake. */
const DENO_CONNECTING = /^error sending request .*: client error \(Connect\): /;

/** The error of a call for a rejected `fetch` to this origin. */
export function connectionError(origin: string, requestId: string, cause: unknown): ConnectionError {
  const options = { cause };
  if (isBeforeSending(cause) || (cause instanceof Error && isBeforeSending(cause.cause))) {
    return new UnreachableError(`${origin} cannot be reached: ${textOf(cause)}`, requestId, options);
  }
  return new ConnectionError(`No answer came from ${origin}: ${textOf(cause)}`, requestId, options);
}

/** Whether an error shows that nothing was sent. */
function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // An `AggregateError` has one error for each address of the host.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isBeforeSending);
  return (
    NOTHING_SENT.has(memberOf(error, 'code') ?? '') ||
    CONNECTING.has(memberOf(error, 'syscall') ?? '') ||
    DENO_CONNECTING.test(error.message)
  );
}

function memberOf(error: object, name: 'code' | 'syscall'): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : null;
}

/** The message of an error. In Node the cause says more than the error, if only by its code. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  return error.cause.message || (memberOf(error.cause, 'code') ?? error.message);
}
