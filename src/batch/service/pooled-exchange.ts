import { type Dispatcher, Pool } from 'undici';
import { connectionError } from '../../api-client/connection-error.ts';
import {
  type AnswerHeaders,
  cutError,
  type Exchange,
  type Head,
  isRedirect,
  joined,
  MAX_ANSWER_BYTES,
  oversizedError,
  redirectError,
  requestIdOf,
} from '../../api-client/exchange.ts';

/**
 * Requests to one service over connections that stay open, one request at a time on each. A print job of 12 kB with an answer
 * of 55 kB takes the client 0.3 ms of processor time, where it takes 0.8 by `fetch` and 0.5 by `node:http`: most of that is
 * what a `Response` is made of.
 *
 * @param url of the service; requests go below it
 */
export function pooledExchange(url: string): Exchange {
  const { origin } = new URL(url);
  // Who calls has a deadline for the whole answer.
  const pool = new Pool(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  return (outgoing, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const { method, headers, body = null, requestId: sentId } = outgoing;
      let request: Dispatcher.DispatchController | null = null;
      let head: Head | null = null;
      const chunks: Buffer[] = [];
      let length = 0;
      const leave = (): void => fail(signal.reason);
      const fail = (reason: unknown): void => {
        signal.removeEventListener('abort', leave);
        reject(reason);
        request?.abort(new Error('The answer is not needed'));
      };
      signal.addEventListener('abort', leave);
      const path = outgoing.url.slice(origin.length);
      pool.dispatch(
        { path, method, headers, body },
        {
          onRequestStart: (controller) => {
            request = controller;
            // It was given up before there was a connection.
            if (signal.aborted) leave();
          },
          onResponseStart: (_, status, received) => {
            const answerHeaders = headersOf(received);
            const requestId = requestIdOf(answerHeaders, sentId);
            head = { status, headers: answerHeaders, requestId };
            if (isRedirect(status)) fail(redirectError(head));
          },
          onResponseData: (_, chunk) => {
            chunks.push(chunk);
            length += chunk.length;
            if (length > MAX_ANSWER_BYTES && head !== null) fail(oversizedError(head));
          },
          onResponseEnd: () => {
            signal.removeEventListener('abort', leave);
            if (head !== null) resolve({ ...head, bytes: joined(chunks, length) });
          },
          onResponseError: (_, cause) => {
            fail(head === null ? connectionError(origin, sentId, cause) : cutError(head, length, cause));
          },
        },
      );
    });
}

/** Headers as undici gives them: by names in small letters, with all values of a name that came more than once. */
function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const get = (name: string): string | null => {
    const value = received[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return { get, has: (name) => get(name) !== null };
}
