import { createHash } from 'node:crypto';
import { type Failure, FailureError, failure } from '../errors.ts';
import { ENDED, type RequestLog } from '../http/request-log.ts';
import { Stopwatch } from '../http/stopwatch.ts';
import type { Exchange, Handler, Header, HeaderLines, PlainAnswer } from '../http/transport/transport.ts';
import {
  answerLabelary,
  BODY_BYTES_MAX,
  failureRefusal,
  type LabelaryAnswer,
  type LabelaryCall,
  type LabelaryRoute,
  labelaryRoute,
  refusalAnswer,
} from '../labelary/labelary-api.ts';
import type { LabelaryResult, LabelaryTask, PageTask } from '../labelary/labelary-task.ts';
import type { Cost } from '../pool/job.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { CallRate } from './call-rate.ts';
import { PLAYGROUND_PATH } from './front-page.ts';
import { NO_PATH, PAGE_NAMES, RendererPages } from './pages.ts';
import type { Playground } from './playground.ts';

/** Parts that answer calls. */
export interface RendererParts {
  /** Has a task done. Rejects with `busy` when the pool is full, or with a `RequestRefusal`. */
  readonly work: (
    task: LabelaryTask | PageTask,
    cost: Cost & { readonly account: string },
    exchange: Exchange | undefined,
  ) => Promise<LabelaryResult>;
  /** Seconds after which to ask again, where any task of this client would be refused; undefined for none. */
  readonly refuse: (account: string, exchange: Exchange) => number | undefined;
  /** SHA-256 of each valid key, in hexadecimal; null if calls need no key. */
  readonly keys: ReadonlySet<string> | null;
  /** Null for no limit. */
  readonly rate: CallRate | null;
  /** The page on which labels are edited; null without one. */
  readonly playground: Playground | null;
  readonly bodyTimeoutMs: number;
  /** The address of a client, which is its account if there are no keys. */
  readonly clientOf: (exchange: Exchange) => string;
  readonly log: RequestLog;
}

/** Headers of every answer. Pages of any origin may call, since the renderer keeps no data of a user. */
const COMMON: readonly Header[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'X-Total-Count, X-Warnings, X-Request-Id, Server-Timing, Retry-After'],
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];
const COMMON_LINES: HeaderLines = COMMON.map(([name, value]) => `\r\n${name}: ${value}`).join('');

/** A browser asks before it sends a header that is Labelary's own. */
const PREFLIGHT: LabelaryAnswer = {
  status: 204,
  headers: [
    ['Access-Control-Allow-Methods', 'GET, POST'],
    ['Access-Control-Allow-Headers', '*'],
    ['Access-Control-Max-Age', '86400'],
  ],
  body: '',
};

/** The answer in Labelary's form to a call that fails before the handler. */
export function rendererRefusal(failure: Failure): PlainAnswer {
  const { status, headers, body } = failureRefusal(failure);
  return { status, headers: [...headers, ...COMMON], body: String(body) };
}

/**
 * Answers the calls of the renderer; rejects only for a defect. A call that is not allowed is refused before the
 * handler returns, so that the driver skips the body.
 */
export function rendererHandler(parts: RendererParts): Handler {
  const bodies = new BodyMemory();
  const pages = new RendererPages(
    (task, cost) => parts.work(task, { ...cost, account: '' }, undefined),
    parts.playground,
  );
  return (exchange) => {
    const watch = new Stopwatch();
    const route = routeOf(exchange.path, parts);
    const name = route ?? PAGE_NAMES[exchange.path] ?? 'none';
    let isOver = false;
    const end = (status: number, reason: string | null): void => {
      if (isOver) return;
      isOver = true;
      parts.log({ exchange, route: name, status, reason, watch });
    };
    exchange.onEnded = (ending) => end(ENDED[ending], ending);
    if (exchange.gone) return end(ENDED.client_gone, 'client_gone');
    const send = ({ status, headers, body, timings }: LabelaryAnswer): void => {
      if (timings !== undefined) watch.worked(timings);
      const timing = watch.header();
      const lines = `${COMMON_LINES}\r\nX-Request-Id: ${exchange.id}${timing === '' ? '' : `\r\nServer-Timing: ${timing}`}`;
      end(status, status < 400 ? null : `status_${status}`);
      exchange.send(status, [...headers, lines], body);
    };
    const answer = async (pending: Promise<LabelaryAnswer>): Promise<void> => {
      try {
        send(await pending);
      } catch (error) {
        if (exchange.gone) return;
        send(failureRefusal(failure('internal')));
        // Thrown for the log; the answer is sent.
        throw error instanceof FailureError ? (error.cause ?? error) : error;
      }
    };
    if (route === null) return answer(pages.answer(exchange));
    const call = new RendererCall(parts, bodies, exchange, watch);
    const early = call.earlyAnswer();
    return early === null ? answer(call.answer(route)) : send(early);
  };
}

type Route = LabelaryRoute | 'playground';

/** The route of a path whose calls are counted and bounded; null for any other. */
function routeOf(path: string, { playground }: RendererParts): Route | null {
  if (playground !== null && path.startsWith(`${PLAYGROUND_PATH}api/`)) return 'playground';
  return labelaryRoute(path);
}

/** Bytes of bodies that are being received or wait for their turn, all calls together. */
const BODIES_BYTES_MAX = 256 * 2 ** 20;

/** The memory that bodies of calls may take together: a body is admitted before it is read, by its greatest length. */
class BodyMemory {
  #taken = 0;

  /** Whether this many more bytes may come. {@link leave} must give them back. */
  enter(bytes: number): boolean {
    if (this.#taken + bytes > BODIES_BYTES_MAX) return false;
    this.#taken += bytes;
    return true;
  }

  leave(bytes: number): void {
    this.#taken -= bytes;
  }
}

/** A call on its way through the checks that it meets before its route. */
class RendererCall implements LabelaryCall {
  readonly #parts: RendererParts;
  readonly #bodies: BodyMemory;
  readonly #exchange: Exchange;
  readonly #watch: Stopwatch;
  /** The digest of the key, or the address of a client without one: its calls share a rate and a part of the pool. */
  #account = '';
  #bodyBytes = 0;

  constructor(parts: RendererParts, bodies: BodyMemory, exchange: Exchange, watch: Stopwatch) {
    this.#parts = parts;
    this.#bodies = bodies;
    this.#exchange = exchange;
    this.#watch = watch;
  }

  get method(): string {
    return this.#exchange.method;
  }

  /** The path and query without the key, which is no part of a label. */
  get url(): string {
    const { path, query } = this.#exchange;
    const rest = withoutKey(query);
    return rest === '' ? path : `${path}?${rest}`;
  }

  readonly header = (name: string): string | undefined => this.#exchange.header(name);

  /** The answer to a browser's preflight, and to a call that is not allowed now; null for a call that goes on. */
  earlyAnswer(): LabelaryAnswer | null {
    if (this.method === 'OPTIONS' && this.header('access-control-request-method') !== undefined) {
      return PREFLIGHT;
    }
    this.#watch.enter('limit');
    const refusal = this.#refusal();
    this.#watch.enter(null);
    return refusal;
  }

  /** The answer to a call that has no early one. */
  async answer(route: Route): Promise<LabelaryAnswer> {
    try {
      if (route === 'playground') return await this.#playground();
      return await answerLabelary(route, this, (task, cost) => {
        this.#watch.enter('queue');
        return this.#parts.work(task, { ...cost, account: this.#account }, this.#exchange);
      });
    } finally {
      this.#bodies.leave(this.#bodyBytes);
    }
  }

  async body(bytesMax: number): Promise<Uint8Array> {
    const exchange = this.#exchange;
    const declared = Number(exchange.header('content-length') ?? bytesMax);
    if (declared > bytesMax) throw new RequestRefusal(413, `the body has more than ${bytesMax} bytes`);
    if (!this.#bodies.enter(declared)) throw new RequestRefusal(503, 'too many bodies are being received');
    this.#bodyBytes = declared;
    const result = await exchange.body(bytesMax, this.#parts.bodyTimeoutMs);
    switch (result.kind) {
      case 'read':
        return result.bytes;
      case 'too_large':
        throw new RequestRefusal(413, `the body has more than ${bytesMax} bytes`);
      case 'timeout':
        throw new RequestRefusal(408, 'the body did not come in time');
      case 'aborted':
        throw new RequestRefusal(400, 'the client left');
      default:
        return result satisfies never;
    }
  }

  /** Answers the page of the playground, which has its own threads: those of the pool are left to other calls. */
  async #playground(): Promise<LabelaryAnswer> {
    try {
      const body = this.method === 'POST' ? await this.body(BODY_BYTES_MAX) : new Uint8Array(0);
      const { path, query } = this.#exchange;
      this.#watch.enter('queue');
      return (await this.#parts.playground?.answer(this.method, path, query, body)) ?? NO_PATH;
    } catch (error) {
      if (error instanceof RequestRefusal) return refusalAnswer(error.status, error.message);
      throw error;
    }
  }

  /** The refusal of a call that is not allowed now; null for any other. */
  #refusal(): LabelaryAnswer | null {
    const { keys, rate, clientOf, refuse } = this.#parts;
    const exchange = this.#exchange;
    if (keys === null) {
      this.#account = clientOf(exchange);
    } else {
      const key = exchange.header('x-api-key') ?? keyIn(exchange.query);
      const digest = key === undefined ? '' : digestOf(key);
      if (!keys.has(digest)) return refusalAnswer(401, 'send a valid key as X-API-Key, or as ?key=');
      this.#account = digest;
    }
    if (rate?.admits(this.#account, performance.now()) === false) {
      return refusalAnswer(429, 'too many requests in a second');
    }
    const retryAfterSeconds = refuse(this.#account, exchange);
    if (retryAfterSeconds === undefined) return null;
    return refusalAnswer(503, 'the renderer is busy', { retryAfterSeconds });
  }
}

/** A key at the beginning or the end of a query; the rest may be ZPL. */
const KEY = /^key=([^&]*)&?|&key=([^&]*)$/;

function keyIn(query: string): string | undefined {
  const key = KEY.exec(query)
    ?.slice(1)
    .find((each) => each !== undefined);
  try {
    return key === undefined ? undefined : decodeURIComponent(key);
  } catch {
    // A key with a malformed escape is not valid.
    return undefined;
  }
}

function withoutKey(query: string): string {
  return query.replace(KEY, '');
}

/** The form in which keys are kept and compared. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
