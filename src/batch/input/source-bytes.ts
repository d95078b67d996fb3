import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BatchStopped } from '../batch-failure.ts';

// Bytes on their way from where they are read, block by block.

/** Whether bytes begin as gzip does. */
export function isGzip(first: Uint8Array): boolean {
  return first[0] === 0x1f && first[1] === 0x8b;
}

/** Decompresses what says that it is compressed, by its name or by its first bytes. */
export async function* unpacked(
  source: AsyncIterable<Uint8Array>,
  gzip: boolean,
): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  if (!gzip && !isGzip(first)) yield* all;
  else if (first.length > 0 && !isGzip(first)) {
    throw new BatchStopped('its name ends in .gz, but it is not compressed with gzip: remove the .gz');
  } else {
    const gunzip = createGunzip();
    // What fails there fails here; zeros behind the data, as tapes have them, are left unread.
    pipeline(all, gunzip).catch(() => {});
    yield* gunzip;
  }
}

/** Ends with the signal's reason, even while nothing comes. */
export async function* abortable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const blocks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      let abort = (): void => {};
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
        blocks.next().then(resolve, reject);
      }).finally(() => signal.removeEventListener('abort', abort));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it may wait itself for what never comes.
    blocks.return?.().catch(() => {});
  }
}

/**
 * Lets whoever waits at a named pipe go on. A thread that opens or reads one cannot be stopped, and the process ends after
 * it.
 */
export function wakeReader(path: string): void {
  try {
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      writeSync(writer, '\n');
    } finally {
      closeSync(writer);
    }
  } catch {
    // Nobody waits: it has no reader, or is full.
  }
}

/** The first four bytes, or fewer if there are no more, and all bytes. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const blocks = source[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array(0);
  while (first.length < 4) {
    const next = await blocks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return {
    first: first.subarray(0, 4),
    all: (async function* all() {
      yield first;
      yield* { [Symbol.asyncIterator]: () => blocks };
    })(),
  };
}
