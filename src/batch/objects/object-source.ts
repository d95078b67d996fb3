import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BatchStopped } from '../batch-failure.ts';
import { inputChanged, type RecordSource } from '../input/record-file.ts';
import { type ObjectFacts, type ObjectStore, objectStore } from './object-store.ts';

/** Attempts without a byte in between, and half of the pause after the first, which doubles. */
const ATTEMPTS = 8;
const PAUSE_MS = 100;

/**
 * An object, read as a file is. Consecutive reads use one request; after a broken connection the next request continues
 * from there. An object that is replaced meanwhile ends the run.
 */
export class ObjectSource implements RecordSource {
  readonly #store: ObjectStore;
  readonly #path: string;
  readonly #facts: ObjectFacts;
  #stream: Readable | null = null;
  #blocks: AsyncIterator<Uint8Array> | null = null;
  /** The place of the next byte to read. */
  #at = 0;
  /** Bytes from that place on that have already come. */
  #held: Uint8Array = new Uint8Array(0);

  private constructor(store: ObjectStore, path: string, facts: ObjectFacts) {
    this.#store = store;
    this.#path = path;
    this.#facts = facts;
  }

  /** @throws BatchStopped if there is no such object, or the credentials may not read it. */
  static async open(path: string): Promise<ObjectSource> {
    const store = await objectStore();
    const facts = await store.head(path);
    if (facts === null) throw new BatchStopped(`cannot read ${path}: there is no such object`);
    return new ObjectSource(store, path, facts);
  }

  async stat(): Promise<{ readonly size: number; readonly mtimeMs: number }> {
    const now = await this.#store.head(this.#path);
    if (now?.etag !== this.#facts.etag) throw inputChanged();
    return { size: this.#facts.bytes, mtimeMs: this.#facts.modifiedMs };
  }

  /** Reads as many bytes as have come, at least one; none at the end. Throws `BatchStopped` after several failures. */
  async read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    if (length === 0 || position >= this.#facts.bytes) return { bytesRead: 0 };
    if (position !== this.#at) this.#drop();
    this.#at = position;
    if (this.#held.length === 0) this.#held = await this.#next();
    const taken = this.#held.subarray(0, length);
    buffer.set(taken, offset);
    this.#held = this.#held.subarray(taken.length);
    this.#at += taken.length;
    return { bytesRead: taken.length };
  }

  async close(): Promise<void> {
    this.#drop();
  }

  /** The bytes that come next, at least one. */
  async #next(): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (this.#blocks === null) {
          const { etag } = this.#facts;
          this.#stream = await this.#store.read(this.#path, { etag, from: this.#at });
          this.#blocks = this.#stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        }
        const { done, value } = await this.#blocks.next();
        if (done !== true && value.length > 0) return value;
        if (done === true) throw new Error('the connection ended before the object did');
      } catch (error) {
        this.#drop();
        if (error instanceof BatchStopped) throw error;
        if (attempt === ATTEMPTS) {
          throw new BatchStopped(`cannot read ${this.#path}: ${(error as Error).message}`, { cause: error });
        }
        await delay(PAUSE_MS * 2 ** attempt);
      }
    }
  }

  #drop(): void {
    // Without a listener, the error of its end would end the process.
    this.#stream?.on('error', () => {}).destroy();
    this.#stream = null;
    this.#blocks = null;
    this.#held = new Uint8Array(0);
  }
}
