import { lstatSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { dirname } from 'node:path';
import type { z } from 'zod';
import {
  ADMIN_CALLS,
  type AdminCall,
  MAX_CALL_BYTES,
  PROGRAM,
  PROGRAM_HEADER,
  TROUBLE,
} from './admin-calls.ts';
import { connectTo } from './lock-socket.ts';
import { isTrusted, whyExposed } from './private-files.ts';
import { type AdminStore, StoreFailure } from './store.ts';

/** A process that starts answers once it has migrated; a call may have to wait for those before it. Milliseconds. */
const ANSWER_MS = { hello: 30_000, call: 120_000 };

const CALLS = Object.keys(ADMIN_CALLS) as AdminCall[];

/**
 * The store of the process that answers at this socket, or null when it takes no calls because it is starting,
 * stopping, or gone. Rejects with a `StoreFailure` when it is another program, and before anything is sent when another
 * user may be the one who listens.
 */
export async function reachStore(socketPath: string): Promise<AdminStore | null> {
  if (!isOwnSocket(socketPath)) return null;
  const connection = new AdminConnection(socketPath);
  try {
    if (await connection.isServed()) {
      const calls = CALLS.map((name) => [name, (...given: unknown[]) => connection.call(name, given)]);
      // Each call of the table, whose results are checked to be its own.
      return { ...Object.fromEntries(calls), close: async () => connection.close() } as AdminStore;
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.close();
  return null;
}

/** False for a socket that is gone. Throws a `StoreFailure` when another user made it, or could have replaced it. */
function isOwnSocket(path: string): boolean {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) return false;
  if (!isTrusted(owner)) {
    throw new StoreFailure(
      `${path} belongs to user ${owner}; nothing was sent: run the command as the service's user`,
    );
  }
  const directory = dirname(path);
  const exposed = whyExposed(directory);
  if (exposed !== null) {
    const { problem, remedy } = exposed;
    throw new StoreFailure(`DATA_DIR ${directory} ${problem}`, `${remedy}; nothing was sent`);
  }
  return true;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One connection for the greeting and the calls: a process that stops goes on to serve it. */
class AdminConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(socketPath: string) {
    this.#agent.createConnection = () => connectTo(socketPath);
  }

  async isServed(): Promise<boolean> {
    const answer = await this.#ask('/', '', ANSWER_MS.hello).catch(() => null);
    if (answer === null || answer.status === 503) return false;
    read(answer);
    return true;
  }

  async call(name: AdminCall, given: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify(given);
    if (Buffer.byteLength(body) > MAX_CALL_BYTES) {
      throw new StoreFailure(
        `this is more than the ${MAX_CALL_BYTES} bytes that a running service takes at once`,
      );
    }
    let answer: Answer;
    try {
      answer = await this.#ask(`/${name}`, body, ANSWER_MS.call);
    } catch (error) {
      throw new StoreFailure(
        `the process that has the database gave no answer (${(error as Error).message}): see whether it runs, and ` +
          'whether the change was made, before you repeat it',
      );
    }
    return understood(ADMIN_CALLS[name].gives, read(answer));
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(path: string, body: string, answerMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          agent: this.#agent,
          method: 'POST',
          path,
          headers: { [PROGRAM_HEADER]: PROGRAM, 'Content-Length': Buffer.byteLength(body) },
          signal: AbortSignal.timeout(answerMs),
        },
        (response) => {
          textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
        },
      );
      asking.on('error', (error) => {
        reject(error.name === 'AbortError' ? new Error(`none within ${answerMs / 1000} s`) : error);
      });
      asking.end(body);
    });
  }
}

function read({ status, text }: Answer): unknown {
  const value: unknown = JSON.parse(text);
  if (status === 200) return value;
  const trouble = understood(TROUBLE, value);
  if ('failure' in trouble) throw new StoreFailure(trouble.failure);
  throw new Error(trouble.error);
}

/** What the other side says, as this side knows it; by then it has done what it was asked. */
function understood<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new StoreFailure(
    'the process that has the database runs another program, whose answer is not understood: restart the service ' +
      'with this program, and see whether the change was made, before you repeat it',
  );
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
