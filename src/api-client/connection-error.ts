import { ConnectionError, UnreachableError } from './platen-error.ts';

/** How Node (by the cause's `code`) and Bun (by the error's own) say that no connection was made. Others do not tell. */
const NEVER_CONNECTED: ReadonlySet<string | null> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/** What a rejected `fetch` means for a call to this origin. */
export function connectionError(origin: string, requestId: string, cause: unknown): ConnectionError {
  const codes = [codeOf(cause), cause instanceof Error ? codeOf(cause.cause) : null];
  const options = { cause };
  if (codes.some((code) => NEVER_CONNECTED.has(code))) {
    return new UnreachableError(`${origin} cannot be reached: ${textOf(cause)}`, requestId, options);
  }
  return new ConnectionError(`No answer came from ${origin}: ${textOf(cause)}`, requestId, options);
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** In Node the cause says more than the error, if only by its code. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  return error.cause.message || (codeOf(error.cause) ?? error.message);
}
