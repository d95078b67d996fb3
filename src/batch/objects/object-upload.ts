import { BatchStopped } from '../batch-failure.ts';
import type { NamedFile, NamedPlace } from '../output/growing-file.ts';
import { type ObjectStore, type OpenUpload, objectStore, type UploadedPart } from './object-store.ts';

const MIB = 2 ** 20;

/** The smallest part that is not the last one. */
const PART_BYTES_MIN = 5 * MIB;
const PARTS_MAX = 10_000;

/** Bytes of the first parts, and of the later ones: 540 GB in all. */
const PART_BYTES = 16 * MIB;
const LATE_PART_BYTES = 64 * MIB;
const SMALL_PARTS = 2000;

/** The first size of the buffer, which doubles as bytes come. */
const FIRST_BUFFER_BYTES = 256 * 1024;

/** Parts that are sent at the same time. Each takes memory of its own. */
const SENT_AT_ONCE = 3;

/**
 * An object that grows, and appears once it is whole. Parts are sent when they are full. An object too small for parts
 * is sent at the end, in one request.
 */
export class ObjectUpload implements NamedFile {
  readonly #store: ObjectStore;
  readonly path: string;
  #upload: OpenUpload | null = null;
  #buffer: Buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #buffered = 0;
  readonly #spare: Buffer[] = [];
  readonly #parts: UploadedPart[] = [];
  #numbers = 0;
  readonly #sending = new Set<Promise<void>>();
  #failure: unknown = null;
  #isFinished = false;
  length = 0;

  private constructor(store: ObjectStore, path: string) {
    this.#store = store;
    this.path = path;
  }

  /** Begins an object, and removes the parts of it that killed runs left. */
  static async open(path: string): Promise<ObjectUpload> {
    const store = await objectStore();
    await store.abortUploads(path, 'object');
    return new ObjectUpload(store, path);
  }

  /** Begins an object of which no earlier run left parts. */
  static fresh(store: ObjectStore, path: string): ObjectUpload {
    return new ObjectUpload(store, path);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.#buffered === this.#buffer.length) this.#grow();
      const taken = bytes.subarray(from, from + this.#buffer.length - this.#buffered);
      this.#buffer.set(taken, this.#buffered);
      this.#buffered += taken.length;
      this.length += taken.length;
      from += taken.length;
      if (this.#buffered === this.#partBytes) await this.#sendPart();
    }
  }

  get #partBytes(): number {
    return this.#numbers < SMALL_PARTS ? PART_BYTES : LATE_PART_BYTES;
  }

  /** Doubles the buffer, which begins small because most objects are far smaller than a part. */
  #grow(): void {
    const larger = Buffer.allocUnsafe(Math.min(this.#buffer.length * 2, this.#partBytes));
    this.#buffer.copy(larger, 0, 0, this.#buffered);
    this.#buffer = larger;
  }

  /** Appends a range of another object, which the server copies but for pieces that are too small for a part. */
  async appendObject(
    path: string,
    { etag, bytes }: { readonly etag: string; readonly bytes: number },
    from: number,
  ): Promise<void> {
    let at = from;
    // Held bytes become a part of the least size with the first bytes of this object.
    const needed = this.#buffered === 0 ? 0 : Math.max(0, PART_BYTES_MIN - this.#buffered);
    if (bytes - at < needed + PART_BYTES_MIN) return this.#appendRead(path, etag, at, bytes - at);
    if (this.#buffered > 0) {
      await this.#appendRead(path, etag, at, needed);
      at += needed;
      if (this.#buffered > 0) await this.#sendPart();
    }
    while (at < bytes) {
      const rest = bytes - at;
      if (rest < PART_BYTES_MIN) return this.#appendRead(path, etag, at, rest);
      const length = Math.min(rest, COPY_BYTES_MAX);
      const source = { path, etag, from: at, length };
      await this.#send((upload, number) => this.#store.copyPart(upload, number, source));
      this.length += length;
      at += length;
    }
  }

  async #appendRead(path: string, etag: string, from: number, length: number): Promise<void> {
    if (length === 0) return;
    for await (const block of await this.#store.read(path, { etag, from, length }))
      await this.append(block as Buffer);
  }

  async flush(): Promise<void> {}

  /** Does nothing: an unfinished object does not survive a crash. */
  async sync(): Promise<void> {}

  async finish(): Promise<void> {
    if (this.#upload === null) {
      await this.#store.put(this.path, this.#buffer.subarray(0, this.#buffered));
    } else {
      if (this.#buffered > 0) await this.#sendPart();
      await Promise.all(this.#sending);
      if (this.#failure !== null) throw this.#failure;
      await this.#store.completeUpload(this.#upload, this.#parts);
    }
    this.#isFinished = true;
  }

  /** Aborts an unfinished object. May be repeated. */
  async close(): Promise<void> {
    if (this.#isFinished || this.#upload === null) return;
    this.#isFinished = true;
    await Promise.all(this.#sending);
    await this.#store.abortUpload(this.#upload);
  }

  async #sendPart(): Promise<void> {
    const buffer = this.#buffer;
    const bytes = buffer.subarray(0, this.#buffered);
    await this.#send(async (upload, number) => {
      const part = await this.#store.uploadPart(upload, number, bytes);
      this.#spare.push(buffer);
      return part;
    });
    const spare = this.#spare.pop();
    this.#buffer = spare?.length === this.#partBytes ? spare : Buffer.allocUnsafe(this.#partBytes);
    this.#buffered = 0;
  }

  /** Sends a part, once few enough are being sent. */
  async #send(send: (upload: OpenUpload, number: number) => Promise<UploadedPart>): Promise<void> {
    while (this.#sending.size >= SENT_AT_ONCE) await Promise.race(this.#sending);
    if (this.#failure !== null) throw this.#failure;
    if (this.#numbers === PARTS_MAX) {
      throw new BatchStopped(`${this.path} would have more than ${PARTS_MAX} parts: make it in more shards`);
    }
    this.#upload ??= await this.#store.beginUpload(this.path);
    const sent = send(this.#upload, ++this.#numbers).then(
      (part) => void this.#parts.push(part),
      (error: unknown) => {
        this.#failure ??= error;
      },
    );
    this.#sending.add(sent);
    void sent.then(() => this.#sending.delete(sent));
  }
}

/** The most bytes that a server copies at once. */
const COPY_BYTES_MAX = 5 * 1024 * MIB;

/** The place of an object that appears at its end. */
export function objectPlace(path: string): NamedPlace {
  return {
    async clear(onto) {
      const store = await objectStore();
      if (onto === null && (await store.head(path)) !== null) await store.remove(path);
    },
    open: () => ObjectUpload.open(path),
  };
}
