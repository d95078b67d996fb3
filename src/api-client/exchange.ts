import { connectionError } from './connection-error.ts';
import { CutAnswerError, OversizedAnswerError, RedirectError } from './platen-error.ts';

/** One request, ready to be sent. */
export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it may be sent again when nobody knows what became of it. */
  readonly repeatable: boolean;
  /** Also among `headers`. */
  readonly requestId: string;
}

/** An answer that has arrived as a whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The service's, which is that of the request as a rule. */
  readonly requestId: string;
}

/** The largest answer of the service, 32 MiB. */
const MAX_ANSWER_BYTES = 33_554_432;

/**
 * Sends one request, once, and reads its whole answer. Rejects with the signal's reason when it is aborted, and with a
 * `ConnectionError`, a {@link RedirectError} or an {@link OversizedAnswerError}.
 */
export async function exchange(
  send: typeof fetch,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Incoming> {
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
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? sentId;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await discard(response);
    const location = response.headers.get('location');
    const place = location === null ? '' : ` to ${location}`;
    const message = `The answer is a redirect${place}, which is not followed: is the url right?`;
    throw new RedirectError(message, requestId, status, location);
  }
  return { status, headers: response.headers, bytes: await readAll(response, requestId, signal), requestId };
}

/**
 * Deno's `fetch` sends a request again by itself when a connection that was kept open breaks, also a POST, unless it cannot
 * have the body twice. So what must not be repeated is a stream there, and not elsewhere: it goes in chunks, for which
 * the service may close the connection afterwards.
 */
function bodyOf({ body, repeatable }: Outgoing): object {
  if (body === undefined) return {};
  if (repeatable || !('Deno' in globalThis)) return { body };
  return { body: new Blob([body]).stream(), duplex: 'half' };
}

async function readAll(
  response: Response,
  requestId: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
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
    throw cutAfter(length, requestId, cause);
  }
  if (length > MAX_ANSWER_BYTES) {
    await reader?.cancel().catch(() => {});
    const message = `The answer is larger than ${MAX_ANSWER_BYTES} bytes`;
    throw new OversizedAnswerError(message, requestId, response.status);
  }
  const promised = promisedLength(response.headers);
  if (promised !== null && length < promised) throw cutAfter(length, requestId);
  return joined(chunks, length);
}

function cutAfter(length: number, requestId: string, cause?: unknown): CutAnswerError {
  return new CutAnswerError(`The answer broke off after ${length} bytes`, requestId, { cause });
}

/** Bytes that the body must have; null where the length is not told, or is that of the compressed body. */
function promisedLength(headers: Headers): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
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
