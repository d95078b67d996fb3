import { lstatSync } from 'node:fs';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { dirname } from 'node:path';
import type { z } from 'zod';
import {
  ADMIN_CALLS,
  type AdminCall,
  type AdminCalls,
  BYTES,
  LAST_PART_HEADER,
  MAX_BYTES,
  MAX_TEAMS,
  PART,
  PROGRAM,
  PROGRAM_HEADER,
  TROUBLE,
} from './admin-calls.ts';
import { connectTo, PIPES } from './lock-socket.ts';
import { newestFirst, oldestFirst } from './pages.ts';
import { asSaved, prepareLabels } from './prepared-labels.ts';
import { isTrusted, whyExposed } from './private-files.ts';
import { readExport } from './queries/labels.ts';
import { teamBytes } from './staged-labels.ts';
import {
  type AdminStore,
  type LabelInput,
  type LabelMeta,
  type SavedMembers,
  StoreFailure,
} from './store.ts';
import { findTokensHere } from './token-finder.ts';

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
    if (await connection.isServed()) return storeBehind(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.close();
  return null;
}

function storeBehind(connection: AdminConnection): AdminStore {
  // Each call of the table, whose results are checked to be its own.
  const calls = Object.fromEntries(
    CALLS.map((name) => [name, (...given: unknown[]) => connection.call(name, given)]),
  ) as unknown as AdminCalls;
  return {
    ...calls,
    listAccounts: () => oldestFirst((after) => calls.accountsAfter(after)),
    listKeys: (accountId) => oldestFirst((after) => calls.keysAfter(accountId, after)),
    listAllLabels: (accountId) => newestFirst((after) => calls.labelsAfter(accountId, after)),
    importLabels: (accountId, inputs) => importLabels(connection, calls, accountId, inputs),
    async exportLabel(labelId, revision) {
      const bytes = await calls.exportBytes(labelId, revision ?? null);
      return bytes && readExport(bytes);
    },
    close: async () => connection.close(),
  };
}

/** Brings the labels piece by piece, and has them saved together. */
async function importLabels(
  connection: AdminConnection,
  calls: AdminCalls,
  accountId: string,
  inputs: readonly LabelInput[],
): Promise<LabelMeta[]> {
  const { teamIds, units } = await prepareLabels(accountId, inputs, findTokensHere);
  // Preparing may outlast the connection: a closed one is replaced here, before anything depends on it.
  await connection.isServed();
  let bytes = teamBytes(teamIds);
  for (let at = 0; at < teamIds.length; at += MAX_TEAMS)
    await calls.addTeams(teamIds.slice(at, at + MAX_TEAMS));
  for (const unit of units) {
    bytes += unit.length;
    for (let at = 0; at < unit.length; at += MAX_BYTES.part) {
      const end = at + MAX_BYTES.part;
      await connection.send(unit.subarray(at, end), end >= unit.length);
    }
  }
  await calls.importInto(accountId, bytes);
  const saved: SavedMembers[] = [];
  while (saved.length < inputs.length) {
    const page = await calls.savedFrom(saved.length);
    if (page.length === 0) throw lost('it was broken off');
    saved.push(...page);
  }
  return asSaved(inputs, saved);
}

/**
 * False for a socket that is gone. Throws a `StoreFailure` when another user made it, or could have replaced it. A pipe
 * of Windows has a name that other users cannot know beforehand.
 */
function isOwnSocket(path: string): boolean {
  if (path.startsWith(PIPES)) return true;
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
  readonly type: string | undefined;
  readonly body: Buffer;
}

/** One connection for the greeting and the calls: a process that stops goes on to serve it. */
class AdminConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(socketPath: string) {
    this.#agent.createConnection = () => connectTo(socketPath);
  }

  async isServed(): Promise<boolean> {
    const answer = await this.#ask('/', Buffer.alloc(0), ANSWER_MS.hello).catch(() => null);
    if (answer === null || answer.status === 503) return false;
    read(answer);
    return true;
  }

  async call(name: AdminCall, given: readonly unknown[]): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(given));
    return understood(ADMIN_CALLS[name].gives, await this.#answer(`/${name}`, body));
  }

  /** Sends a part of prepared labels. */
  async send(part: Uint8Array, isLast: boolean): Promise<void> {
    await this.#answer(PART, part, isLast ? { [LAST_PART_HEADER]: '1' } : {});
  }

  async #answer(path: string, body: Uint8Array, headers: OutgoingHttpHeaders = {}): Promise<unknown> {
    let answer: Answer;
    try {
      answer = await this.#ask(path, body, ANSWER_MS.call, headers);
    } catch (error) {
      throw lost((error as Error).message);
    }
    return read(answer);
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(path: string, body: Uint8Array, answerMs: number, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          agent: this.#agent,
          method: 'POST',
          path,
          headers: { ...headers, [PROGRAM_HEADER]: PROGRAM, 'Content-Length': body.length },
          signal: AbortSignal.timeout(answerMs),
        },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          bytesOf(response).then((body) => resolve({ status, type: headers['content-type'], body }), reject);
        },
      );
      asking.on('error', (error) => {
        reject(error.name === 'AbortError' ? new Error(`none within ${answerMs / 1000} s`) : error);
      });
      asking.end(body);
    });
  }
}

function lost(reason: string): StoreFailure {
  return new StoreFailure(
    `the process that has the database gave no answer (${reason}): see whether it runs, and whether the change was made, ` +
      'before you repeat it',
  );
}

function read({ status, type, body }: Answer): unknown {
  if (type === BYTES) return body;
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (status === 200) return value;
  const trouble = understood(TROUBLE, value);
  if ('failure' in trouble) throw new StoreFailure(trouble.failure);
  throw new Error(trouble.error);
}

/** Reads the answer of the other side by our schema; the other side has already done the work. */
function understood<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new StoreFailure(
    'the process that has the database runs another program, whose answer is not understood: restart the service ' +
      'with this program, and see whether the change was made, before you repeat it',
  );
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
