import { connectionError } from './connection-error.ts';
import { CutAnswerError, OversizedAnswerError, RedirectError } from './platen-error.ts';

/** One request, ready to be sent. */
export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the request may be sent again after a failure in which it may have been carried out. */
  readonly repeatable: boolean;
  /** The id of the request, which is also among `headers`. */
  readonly requestId: string;
}

/** The headers of an answer, read by names in lower case. */
export type AnswerHeaders = Pick<Headers, 'get' | 'has'>;

/** The beginning of an answer: its status and headers. */
export interface Head {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The id in the answer, as a rule that of the request. */
  readonly requestId: string;
}

/** A whole answer. */
export interface Incoming extends Head {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The largest answer of the service, 32 MiB. */
export const MAX_ANSWER_BYTES = 33_554_432;

/**
 * Sends one request, once, and reads its whole answer. Rejects with the signal's reason when it is aborted, and with a
 * `ConnectionError`, a {@link RedirectError} or an {@link OversizedAnswerError}.
 */
export type Exchange = (outgoing: Outgoing, signal: AbortSignal) => Promise<Incoming>;

/** An exchange by `fetch`. */
export function fetchExchange(send: typeof fetch): Exchange {
  return async (outgoing, signal) => {
    const { url, method, headers, requestId: sentId } = outgoing;
    let response: Response;
    try {
      response = await send(url, {
        method,
        headers,
        ...bodyOf(outgoing),
        redirect: 'manual',
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw connectionError(new URL(url).origin, sentId, cause);
    }
    const { status, headers: received } = response;
    const head = { status, headers: received, requestId: requestIdOf(received, sentId) };
    if (response.type === 'opaqueredirect' || isRedirect(status)) {
      await discard(response);
      throw redirectError(head);
    }
    return { ...head, bytes: await readAll(response, head, signal) };
  };
}

/** The request id of an answer; `sentId` if the answer has none. */
export function requestIdOf(headers: AnswerHeaders, sentId: string): string {
  return headers.get('x-request-id') ?? sentId;
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

export function redirectError({ status, headers, requestId }: Head): RedirectError {
  const location = headers.get('location');
  const place = location === null ? '' : ` to ${location}`;
  const message = `The answer is a redirect${place}, which is not followed: is the url right?`;
  return new RedirectError(message, requestId, status, location);
}

export function oversizedError({ status, requestId }: Head): OversizedAnswerError {
  return new OversizedAnswerError(`The answer is larger than ${MAX_ANSWER_BYTES} bytes`, requestId, status);
}

export function cutError({ requestId }: Head, length: number, cause?: unknown): CutAnswerError {
  return new CutAnswerError(`The answer broke off after ${length} bytes`, requestId, { cause });
}

/**
 * The body for `fetch`. Deno's `fetch` repeats a request by itself when a connection that was kept open breaks, even a
 * POST, unless the body is a stream. A body that must not be repeated is one there, but not elsewhere: it goes in
 * chunks, after which the service may close the connection.
 */
function bodyOf({ body, repeatable }: Outgoing): object {
  if (body === undefined) return {};
  if (repeatable || !('Deno' in globalThis)) return { body };
  return { body: new Blob([body]).stream(), duplex: 'half' };
}

async function readAll(
  response: Response,
  head: Head,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      length += part.value.length;
      if (length > MAX_ANSWER_BYTES) break;
      chunks.push(part.value);
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cutError(head, length, cause);
  }
  if (length > MAX_ANSWER_BYTES) {
    await reader?.cancel().catch(() => {});
    throw oversizedError(head);
  }
  const promised = promisedLength(response.headers);
  if (promised !== null && length < promised) throw cutError(head, length);
  return joined(chunks, length);
}

/** Bytes that the body must have; null if its length is missing, or is that of the compressed body. */
function promisedLength(headers: AnswerHeaders): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
}

/** Joins chunks of this total length. A single chunk is returned itself, so the caller must not keep it. */
export function joined(chunks: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first?.length === length) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Frees the connection of an answer that is not read. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
