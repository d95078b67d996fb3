import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { DatabaseFiles } from '../src/store/database-files.ts';
import type { DatabaseReply, DatabaseRequest, DatabaseWorkerData } from '../src/store/database-messages.ts';

// Thread entry: PGlite over a directory, one request after the other.

const { directory, purpose, lock } = workerData as DatabaseWorkerData;

/** `-F` turns fsync off. */
const STANDARD_PARAMETERS = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
/** Buffers of 4 MB instead of 128 take 165 MB less at rest; the front end caches what is hot. */
const OUR_PARAMETERS = ['shared_buffers=4MB', 'max_wal_size=64MB', 'wal_sync_method=fsync'];

// V8 runs so much of a function, about 0.3 s, before it compiles it again, optimized; by default a three-hundredth in
// Node.js 20, and a forty-sixth later. At a start it optimized many that few statements run again, which took another
// 0.6 s of processor time and 50 MiB at rest (decision 6, `npm run bench -- cold`). The flag is the whole process's;
// others hardly notice.
setFlagsFromString('--wasm-tiering-budget=600000000');

const database = await PGlite.create({
  fs: new DatabaseFiles(directory, lock),
  startParams: [...STANDARD_PARAMETERS, ...OUR_PARAMETERS.flatMap((setting) => ['-c', setting])],
  // PGlite's own conversions make an array element of each byte: a label of 2 MB would take a second.
  parsers: { [types.BYTEA]: sharedBytes },
  serializers: {
    [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
    [types.JSON]: (json: string | Uint8Array) =>
      typeof json === 'string' ? json : Buffer.from(json).toString('utf8'),
  },
});

/** The bytes of a bytea as PostgreSQL writes it (`\x` and hexadecimal digits), in memory that threads share. */
function sharedBytes(text: string): Uint8Array {
  const shared = new SharedArrayBuffer((text.length - 2) / 2);
  Buffer.from(shared).write(text.slice(2), 'hex');
  return new Uint8Array(shared);
}

/** The most changes that are reported at once: the event loop takes a millisecond for them. */
const CHANGES_AT_ONCE = 1000;

let changes: string[] = [];
let heard: () => void = () => {};

/**
 * Tells what was changed, and no more of it at once than was taken in: in a single turn, tens of thousands would take
 * long.
 */
async function tellChanges(): Promise<void> {
  const told = changes;
  changes = [];
  for (let at = 0; at < told.length; at += CHANGES_AT_ONCE) {
    const taken = new Promise<void>((resolve) => {
      heard = resolve;
    });
    reply({ kind: 'changed', payloads: told.slice(at, at + CHANGES_AT_ONCE) });
    if (at + CHANGES_AT_ONCE < told.length) await taken;
  }
}

async function answer(request: DatabaseRequest): Promise<void> {
  switch (request.kind) {
    case 'query': {
      const { rows } = await database.query<object>(request.text, [...request.values]);
      await tellChanges();
      return reply({ kind: 'rows', id: request.id, rows });
    }
    case 'run':
      await database.exec(request.script);
      await tellChanges();
      return reply({ kind: 'rows', id: request.id, rows: [] });
    case 'heard':
      return heard();
    case 'close':
      return end();
    default:
      request satisfies never;
  }
}

function reply(message: DatabaseReply): void {
  parentPort?.postMessage(message);
}

async function end(): Promise<never> {
  await database.close();
  process.exit(0);
}

parentPort?.on('message', (request: DatabaseRequest) => {
  answer(request).catch((error: unknown) => {
    if (request.kind === 'close' || request.kind === 'heard') throw error;
    reply({
      kind: 'failed',
      id: request.id,
      message: error instanceof Error ? error.message : String(error),
    });
  });
});

if (purpose === 'serve') await database.listen('platen_changed', (payload) => changes.push(payload));
reply({ kind: 'ready' });
if (purpose === 'create') await end();
