import { RequestRefusal } from '../request-refusal.ts';
import type { EngineThread } from './engine/engine-thread.ts';
import { type AnswerFrame, type Broken, encodeFrame } from './frames.ts';
import type { Printing } from './printing.ts';
import { JobsRequest, PrintRequest, parseRequest, RowsFileRequest, RowsRequest } from './requests.ts';

type Frames = AsyncGenerator<AnswerFrame<unknown>>;

/** The parts of the studio that make the frames. */
interface StreamParts {
  readonly printing: Printing | null;
  readonly threads: { readonly background: EngineThread };
}

/** Answers a request of the page by frames, until the signal ends them. Rejects with a `RequestRefusal`. */
export type StreamHandler = (parts: StreamParts, body: Buffer, signal: AbortSignal) => Promise<Frames>;

/** The most tables that are processed at the same time: each takes a thread for each processor. */
const TABLES_MAX = 4;

/** The page's long requests about rows, by method and path. */
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

  // The page sends the jobs to Browser Print.
  'POST /api/rows/jobs': async ({ threads }, body) =>
    files(await threads.background.run({ kind: 'print', ...parseRequest(JobsRequest, body) })),

  'POST /api/print': async ({ printing, threads }, body, signal) => {
    if (printing === null) throw new RequestRefusal(403, 'this studio does not print: download the ZPL');
    const { printer, ...labels } = parseRequest(PrintRequest, body);
    const jobs = await threads.background.run({ kind: 'print', ...labels });
    return messages(printing.print(jobs, printer, signal));
  },
};

/** Streamed answers, a bounded number at the same time. */
export class RowStreams {
  #running = 0;

  /** The handler of a request; undefined for any other. */
  handler(method: string, path: string): StreamHandler | undefined {
    const route = `${method} ${path}`;
    return Object.hasOwn(STREAMS, route) ? STREAMS[route] : undefined;
  }

  /**
   * Streams an answer in encoded frames. A failure before the first frame is the rejection; a later failure is the last
   * frame.
   *
   * @param over is aborted once the answer was sent, or the client has disconnected
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

async function* encoded(
  first: IteratorResult<AnswerFrame<unknown>>,
  frames: Frames,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true) yield encodeFrame(first.value);
    for await (const frame of frames) yield encodeFrame(frame);
  } catch (error) {
    const broken: Broken = { error: (error as Error).message };
    yield encodeFrame({ kind: 'message', message: broken });
  }
}

async function* messages<T>(items: AsyncGenerator<T>): AsyncGenerator<AnswerFrame<T>> {
  for await (const message of items) yield { kind: 'message', message };
}

async function* files(all: readonly Uint8Array[]): AsyncGenerator<AnswerFrame<never>> {
  for (const bytes of all) yield { kind: 'bytes', bytes };
}
