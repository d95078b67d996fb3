import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, type DocumentKind, documentIn, EMPTY } from '../output/document.ts';
import { partNumber, ROW } from '../output/file-name.ts';
import { PartCutter } from '../output/numbered-files.ts';
import type { OutputFiles } from '../output/open-sink.ts';
import { fileOf, nameTaken, rowFileName } from '../output/row-files.ts';
import type { FailedRow, OutputPiece, Sink } from '../stages.ts';
import { objectStore } from './object-store.ts';
import { ObjectUpload, objectPlace } from './object-upload.ts';

/** Objects that are sent at the same time. */
const SENT_AT_ONCE = 16;

export interface ObjectSinkOptions extends DocumentKind {
  /** The object, or the folder of objects. */
  readonly out: string;
  readonly files: OutputFiles;
  /** Whether an object without labels is written. A shard without labels needs it. */
  readonly keepsEmpty: boolean;
}

/** Opens a sink of objects, each of which appears when it is whole. A run that ends early cannot be resumed. */
export async function openObjectSink({ out, files, keepsEmpty, ...kind }: ObjectSinkOptions): Promise<Sink> {
  const store = await objectStore();
  if (files.kind === 'one') return await oneObject(out, kind, keepsEmpty);
  await store.abortUploads(`${out}/`, 'folder');
  return files.kind === 'row' || files.rows === 1
    ? rowObjects(out, kind)
    : partObjects(out, files.rows, kind);
}

/** A document that becomes an object. */
class ObjectDocument {
  readonly upload: ObjectUpload;
  readonly #document: Document;
  readonly #sidePath: string;

  private constructor(upload: ObjectUpload, document: Document, sidePath: string) {
    this.upload = upload;
    this.#document = document;
    this.#sidePath = sidePath;
  }

  static async open(upload: ObjectUpload, kind: DocumentKind): Promise<ObjectDocument> {
    const sidePath = join(tmpdir(), `platen-${randomUUID()}.offsets`);
    return new ObjectDocument(upload, await documentIn(upload, sidePath, kind, EMPTY), sidePath);
  }

  add(piece: OutputPiece): Promise<void> {
    return this.#document.add(piece);
  }

  /** Writes the end of the document; the upload has all of its bytes then. */
  end(): Promise<void> {
    return this.#document.end();
  }

  async finish(): Promise<void> {
    await this.end();
    await this.upload.finish();
    await this.close();
  }

  /** Aborts an unfinished upload. */
  async close(): Promise<void> {
    await this.#document.close();
    await rm(this.#sidePath, { force: true });
  }
}

async function oneObject(out: string, kind: DocumentKind, keepsEmpty: boolean): Promise<Sink> {
  const object = await ObjectDocument.open(await ObjectUpload.open(out), kind);
  return {
    ...NOT_RESUMED,
    async write({ pieces }) {
      for (const piece of pieces) await object.add(piece);
      return [];
    },
    async finish() {
      await object.end();
      const bytes = object.upload.length;
      if (bytes > 0 || keepsEmpty) await object.upload.finish();
      else await objectPlace(out).clear(null);
      await object.close();
      return bytes;
    },
    close: () => object.close(),
  };
}

/** Objects of `rows` rows each, as `openParts` makes files. */
async function partObjects(out: string, rows: number, kind: DocumentKind): Promise<Sink> {
  const store = await objectStore();
  let bytes = 0;
  const parts = new PartCutter<ObjectDocument>(rows, {
    open: (number) =>
      ObjectDocument.open(ObjectUpload.fresh(store, `${out}/${partNumber(number)}.${kind.format}`), kind),
    async end(_, object) {
      await object.finish();
      bytes += object.upload.length;
    },
  });
  return {
    ...NOT_RESUMED,
    async write(rendered) {
      await parts.write(rendered);
      return [];
    },
    async finish() {
      await parts.end();
      return bytes;
    },
    close: async () => await parts.part?.close(),
  };
}

/** An object for each row. Only names within this run are compared; objects of earlier runs are replaced. */
function rowObjects(out: string, { format, size }: DocumentKind): Sink {
  const claimed = new Set<string>();
  let bytes = 0;
  const send = async (piece: OutputPiece, name: string): Promise<void> => {
    const content = fileOf(piece, size);
    bytes += content.length;
    await (await objectStore()).put(`${out}/${name}`, content);
  };
  return {
    ...NOT_RESUMED,
    async write({ pieces }) {
      const failed: FailedRow[] = [];
      const named: (readonly [OutputPiece, string])[] = [];
      for (const piece of pieces) {
        const name = rowFileName(piece, format);
        const isUnique = piece.name === null || piece.name.includes(ROW);
        if (!isUnique && claimed.has(name)) failed.push(nameTaken(piece, name));
        else named.push([piece, name]);
        if (!isUnique) claimed.add(name);
      }
      for (let at = 0; at < named.length; at += SENT_AT_ONCE) {
        await Promise.all(named.slice(at, at + SENT_AT_ONCE).map(([piece, name]) => send(piece, name)));
      }
      return failed;
    },
    finish: () => Promise.resolve(bytes),
    async close() {},
  };
}

const NOT_RESUMED: Pick<Sink, 'sync' | 'commit'> = { sync: () => Promise.resolve({}), async commit() {} };
