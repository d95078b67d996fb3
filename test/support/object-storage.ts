import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { KEPT_ALIVE } from './kept-alive.ts';

/** A request, before it is answered. */
export interface StorageRequest {
  readonly method: string;
  /** The key, without the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** A fault instead of an answer; `cut` breaks a download off in its middle. */
export type StorageFault = { readonly status: number; readonly code: string } | 'cut' | 'reset';

/**
 * Storage of objects in memory with the part of S3 that batches use, for faults that a real server cannot produce.
 * Signatures are not checked. `.ci/nightly.d/object-storage` runs the same tests with a real server.
 */
export interface ObjectStorage {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Uploads that were begun, and not completed or aborted. */
  readonly uploads: Map<string, unknown>;
  /** Decides about each request; null answers it. */
  fault: (request: StorageRequest) => StorageFault | null;
  close(): Promise<void>;
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

const BUCKET = 'labels';

export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const server = createServer(KEPT_ALIVE, (request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const storage: ObjectStorage = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    objects,
    uploads,
    fault: () => null,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3');
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const method = request.method ?? '';
    const body = await buffer(request);
    const fault = storage.fault({ method, key, query });
    if (fault === 'reset') return void request.socket.destroy();
    if (fault !== null && fault !== 'cut') return refuse(response, fault.status, fault.code);
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return list(query, response);
    if (method === 'GET' || method === 'HEAD') return read(request, response, key, fault === 'cut');
    if (method === 'DELETE') {
      if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
      else objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (!query.has('uploadId')) {
      objects.set(key, body);
      return void response.writeHead(200, { ETag: etagOf(body) }).end();
    }
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload === undefined) return refuse(response, 404, 'NoSuchUpload');
    if (method === 'PUT') return putPart(request, response, upload, Number(query.get('partNumber')), body);
    complete(response, upload, query.get('uploadId') ?? '', body.toString());
  }

  function read(request: IncomingMessage, response: ServerResponse, key: string, isCut: boolean): void {
    const object = objects.get(key);
    if (object === undefined) return refuse(response, 404, 'NoSuchKey');
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== etagOf(object)) return refuse(response, 412, 'PreconditionFailed');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const bytes = object.subarray(start, to === undefined || to === '' ? undefined : Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      ETag: etagOf(object),
      'Content-Length': bytes.length,
      'Last-Modified': new Date(0).toUTCString(),
      ...(from === undefined
        ? {}
        : { 'Content-Range': `bytes ${start}-${start + bytes.length - 1}/${object.length}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    if (!isCut) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  }

  function putPart(
    request: IncomingMessage,
    response: ServerResponse,
    { parts }: Upload,
    number: number,
    body: Buffer,
  ): void {
    const source = request.headers['x-amz-copy-source'];
    if (source === undefined) {
      parts.set(number, body);
      return void response.writeHead(200, { ETag: etagOf(body) }).end();
    }
    const object = objects.get(decodeURIComponent(String(source)).slice(BUCKET.length + 1));
    if (object === undefined) return refuse(response, 404, 'NoSuchKey');
    const [, from = '', to = ''] =
      /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'])) ?? [];
    const bytes = object.subarray(Number(from), Number(to) + 1);
    parts.set(number, bytes);
    xml(response, `<CopyPartResult><ETag>${etagOf(bytes)}</ETag></CopyPartResult>`);
  }

  function complete(response: ServerResponse, { key, parts }: Upload, id: string, sent: string): void {
    const numbers = [...sent.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    const all = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0));
    if (all.slice(0, -1).some(({ length }) => length < 5 * 2 ** 20))
      return refuse(response, 400, 'EntityTooSmall');
    if (numbers.length !== parts.size) return refuse(response, 400, 'InvalidPart');
    objects.set(key, Buffer.concat(all));
    uploads.delete(id);
    xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const shown = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const items = shown.map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return xml(response, `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
    }
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const items = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`);
    xml(response, `<ListBucketResult>${items.join('')}</ListBucketResult>`);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return storage;
}

const etags = new WeakMap<Uint8Array, string>();

/** A new tag for each upload, since digests of large objects take longer than the batches. */
function etagOf(bytes: Uint8Array): string {
  let tag = etags.get(bytes);
  if (tag === undefined) etags.set(bytes, (tag = `"${randomUUID()}"`));
  return tag;
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
