import { RequestRefusal } from '../request-refusal.ts';
import type { EngineThread } from './engine/engine-thread.ts';
import { type Broken, encodeFrame, type Frame } from './frames.ts';
import type { Printing } from './printing.ts';
import { JobsRequest, PrintRequest, parseRequest, RowsFileRequest, RowsRequest } from './requests.ts';

type Frames = AsyncGenerator<Frame<unknown>>;

/** The parts of the studio that make the pieces. */
interface StreamParts {
  readonly printing: Printing | null;
  readonly threads: { readonly others: EngineThread };
}

/** Answers a request of the page piece by piece, until the signal ends it. Rejects with a `RequestRefusal`. */
export type StreamHandler = (parts: StreamParts, body: Buffer, signal: AbortSignal) => Promise<Frames>;

/** The most tables that are worked on at a time: each takes a thread for each processor. */
const TABLES_MAX = 4;

/** The page's requests about rows, which take long, by method and path. */
const STREAMS: Readonly<Record<string, StreamHandler>> = {
  'POST /api/rows/check': async (_, body, signal) => {
    const { draft, table } = parseRequest(RowsRequest, body);
    const { checkRows } = await import('./rows/check-rows.ts');
    return messages(await checkRows(draft, table, signal));
  },

  'POST /api/rows/file': async (_, body, signal) => {
    const { draft, table, format } = parseRequest(RowsFileRequest, body);
    const { rowsFile } = await import('./rows/rows-file.ts');
    return rowsFile(draft, table, format, signal);
  },

  // Browser Print is asked by the page.
  'POST /api/rows/jobs': async ({ threads }, body) =>
    files(await threads.others.run({ kind: 'print', ...parseRequest(JobsRequest, body) })),

  'POST /api/print': async ({ printing, threads }, body, signal) => {
    if (printing === null) throw new RequestRefusal(403, 'this studio does not print: download the ZPL');
    const { printer, ...labels } = parseRequest(PrintRequest, body);
    const jobs = await threads.others.run({ kind: 'print', ...labels });
    return messages(printing.print(jobs, printer, signal));
  },
};

/** Answers that come piece by piece, few at a time. */
export class RowStreams {
  #running = 0;

  /** The handler of a request; undefined for any other. */
  handler(method: string, path: string): StreamHandler | undefined {
    const route = `${method} ${path}`;
    return Object.hasOwn(STREAMS, route) ? STREAMS[route] : undefined;
  }

  /**
   * The pieces of an answer, as they are sent. What goes wrong before the first is the rejection, and what goes wrong
   * later is the last piece.
   *
   * @param over is aborted when the answer was sent, or nobody waits for it any more
   */
  async start(
    handler: StreamHandler,
    parts: StreamParts,
    body: Buffer,
    over: AbortSignal,
  ): Promise<AsyncGenerator<Uint8Array>> {
    over.throwIfAborted();
    if (this.#running >= TABLES_MAX) {
      throw new RequestRefusal(503, `${TABLES_MAX} tables are being processed: wait for one, or stop it`);
    }
    this.#running++;
    over.addEventListener('abort', () => this.#running--, { once: true });
    const frames = await handler(parts, body, over);
    over.addEventListener('abort', () => void frames.return(undefined).catch(() => {}), { once: true });
    return encoded(await frames.next(), frames);
  }
}

async function* encoded(first: IteratorResult<Frame<unknown>>, frames: Frames): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true) yield encodeFrame(first.value);
    for await (const frame of frames) yield encodeFrame(frame);
  } catch (error) {
    const broken: Broken = { error: (error as Error).message };
    yield encodeFrame({ kind: 'message', message: broken });
  }
}

async function* messages<T>(items: AsyncGenerator<T>): AsyncGenerator<Frame<T>> {
  for await (const message of items) yield { kind: 'message', message };
}

async function* files(all: readonly Uint8Array[]): AsyncGenerator<Frame<never>> {
  for (const bytes of all) yield { kind: 'bytes', bytes };
}
