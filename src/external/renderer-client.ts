import { Pool } from 'undici';
import type { Warnings } from '../engine/warnings.ts';
import { pathOf, type RequestedLabel } from '../labelary/label-path.ts';
import { readWarnings } from '../labelary/x-warnings.ts';
import { LIMITS } from '../limits.ts';
import { currentTrace, traceparentOf } from '../trace-context.ts';
import { artifactFault } from './artifact-fault.ts';

export interface RendererClientOptions {
  /** The address of the renderer; a path is a prefix, and a query (such as a key) is sent along. */
  readonly url: string;
  /** The longest time for connection, request and response together. Milliseconds. */
  readonly timeoutMs: number;
  /** Connections that are open at once; more calls wait for one. */
  readonly connections: number;
}

/** The result of a call. A `reason` completes "the renderer …" and contains nothing of the label. */
export type RendererAnswer =
  | { readonly kind: 'rendered'; readonly body: Uint8Array; readonly warnings: Warnings }
  /** The renderer works, but gave no usable image of this label. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The renderer does not work. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause?: Error }
  | { readonly kind: 'timed_out' };

const MEDIA_TYPE = { png: 'image/png', pdf: 'application/pdf' } as const;

/** Refusals for reasons other than the label: credentials, a slow request, and a rate that is used up. */
const UNWELL_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** Posts ZPL to a Labelary-compatible service. Redirects are not followed. */
export class RendererClient {
  readonly #pool: Pool;
  readonly #timeoutMs: number;
  readonly #prefix: string;
  readonly #query: string;

  constructor({ url, timeoutMs, connections }: RendererClientOptions) {
    const { origin, pathname, search } = new URL(url);
    this.#prefix = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    this.#query = search;
    this.#timeoutMs = timeoutMs;
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: timeoutMs },
      // One deadline, kept in `post`, covers them.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: LIMITS.responseBytes,
    });
  }

  /**
   * Has a label drawn.
   *
   * @param waitedMs milliseconds of the timeout that a wait has already taken
   * @throws the signal's reason, and no other error, if it is aborted before the answer is complete.
   */
  async post(
    label: RequestedLabel,
    zpl: Uint8Array,
    signal: AbortSignal,
    waitedMs: number,
  ): Promise<RendererAnswer> {
    signal.throwIfAborted();
    const call = new AbortController();
    const abort = (): void => call.abort();
    const deadline = setTimeout(abort, this.#timeoutMs - waitedMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await this.#exchange(label, zpl, call.signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (call.signal.aborted) return { kind: 'timed_out' };
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
        return { kind: 'refused', reason: `sent more than ${LIMITS.responseBytes} bytes` };
      }
      return {
        kind: 'failed',
        reason: 'could not be reached, or broke off its answer',
        // An error of undici itself may hold bytes of the answer, and so of the label.
        cause: new Error(`external renderer: ${code ?? ''} ${message}`),
      };
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Aborts the calls in flight, and closes all connections. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #exchange(label: RequestedLabel, zpl: Uint8Array, signal: AbortSignal): Promise<RendererAnswer> {
    const mediaType = MEDIA_TYPE[label.format];
    const trace = currentTrace();
    const { statusCode, headers, body } = await this.#pool.request({
      method: 'POST',
      path: this.#prefix + pathOf(label) + this.#query,
      headers: {
        accept: mediaType,
        // Labelary's API takes a body of this type verbatim.
        'content-type': 'application/x-www-form-urlencoded',
        'x-linter': 'On',
        ...(trace === undefined ? {} : { traceparent: traceparentOf(trace) }),
      },
      body: zpl,
      signal,
    });
    if (statusCode !== 200) {
      // Short bodies are read to the end, so that the connection can be used again.
      await body.dump();
      const isOfLabel = statusCode >= 400 && statusCode < 500 && !UNWELL_STATUSES.has(statusCode);
      return { kind: isOfLabel ? 'refused' : 'failed', reason: `answered with status ${statusCode}` };
    }
    if (mediaTypeOf(headers['content-type']) !== mediaType) {
      await body.dump();
      return { kind: 'failed', reason: `did not answer with ${mediaType}` };
    }
    const bytes = await body.bytes();
    const fault = artifactFault(label, bytes);
    if (fault !== null) return { kind: 'refused', reason: fault };
    const warnings = readWarnings([headers['x-warnings'] ?? ''].flat().join('|'));
    return { kind: 'rendered', body: bytes, warnings };
  }
}

/** A media type without its parameters. */
function mediaTypeOf(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0]?.split(';')[0]?.trim().toLowerCase();
}
