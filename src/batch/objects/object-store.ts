import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { BatchStopped } from '../batch-failure.ts';
import { inputChanged } from '../input/record-file.ts';
import { objectAddress } from './object-address.ts';

/** The library, which takes 0.2 s to load, so that runs without objects do not load it. */
type Library = typeof import('@aws-sdk/client-s3');

/** Facts about an object. */
export interface ObjectFacts {
  readonly bytes: number;
  /** The identity of its content. */
  readonly etag: string;
  readonly modifiedMs: number;
}

/** An object that is being written in parts. */
export interface OpenUpload {
  readonly path: string;
  readonly id: string;
}

/** A part that was written. */
export type UploadedPart = CompletedPart & { readonly PartNumber: number };

/** Attempts of a request: about a minute with the library's pauses, for a server that is busy or unreachable. */
const ATTEMPTS = 12;
const CONNECT_MS = 5000;
/** Time without a byte in either direction after which a request is sent again. */
const SILENT_MS = 60_000;

let opened: Promise<ObjectStore> | undefined;

/** The storage of the usual `AWS_…` variables, opened once. */
export function objectStore(): Promise<ObjectStore> {
  opened ??= ObjectStore.open();
  return opened;
}

/** Storage of objects with the S3 protocol. Each method rejects with `BatchStopped`, whose message says what to do. */
export class ObjectStore {
  readonly #library: Library;
  readonly #client: S3Client;

  private constructor(library: Library, client: S3Client) {
    this.#library = library;
    this.#client = client;
  }

  static async open(): Promise<ObjectStore> {
    const { env } = process;
    // The warning is about later versions of the library; this one runs on every Node.js that Platen supports.
    env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const library = await import('@aws-sdk/client-s3');
    const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
    const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'];
    const client = new library.S3Client({
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
      // Self-hosted servers have no host name for each bucket, and mostly no regions.
      ...(endpoint
        ? { endpoint, forcePathStyle: true, region: region || 'us-east-1' }
        : region
          ? { region }
          : {}),
    });
    return new ObjectStore(library, client);
  }

  /** The facts about an object; null if there is none. */
  async head(path: string): Promise<ObjectFacts | null> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    try {
      const {
        ContentLength = 0,
        ETag = '',
        LastModified,
      } = await this.#client.send(new this.#library.HeadObjectCommand({ Bucket, Key }));
      return { bytes: ContentLength, etag: ETag, modifiedMs: LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
      throw storageFailure(path, error, 'read');
    }
  }

  /**
   * Reads an object from an offset on. The stream may break off, as connections do.
   *
   * @param etag the content to read; rejects if the object has been replaced
   * @param length bytes; up to the end if absent
   */
  async read(path: string, { etag, from = 0, length }: ReadRange = {}): Promise<Readable> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    const to = length === undefined ? '' : from + length - 1;
    const range = from === 0 && length === undefined ? {} : { Range: `bytes=${from}-${to}` };
    const match = etag === undefined ? {} : { IfMatch: etag };
    try {
      const { Body } = await this.#client.send(
        new this.#library.GetObjectCommand({ Bucket, Key, ...range, ...match }),
      );
      return Body as Readable;
    } catch (error) {
      throw storageFailure(path, error, 'read');
    }
  }

  /** The text of a small object; null if there is none. */
  async text(path: string): Promise<string | null> {
    if ((await this.head(path)) === null) return null;
    return text(await this.read(path));
  }

  /** Writes a whole object. */
  async put(path: string, bytes: Uint8Array): Promise<void> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    await this.#written(path, new this.#library.PutObjectCommand({ Bucket, Key, Body: bytes }));
  }

  /** Removes an object, if there is one. */
  async remove(path: string): Promise<void> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    await this.#written(path, new this.#library.DeleteObjectCommand({ Bucket, Key }));
  }

  async beginUpload(path: string): Promise<OpenUpload> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    const { UploadId = '' } = await this.#written<{ readonly UploadId?: string }>(
      path,
      new this.#library.CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'CRC32' }),
    );
    return { path, id: UploadId };
  }

  /** @param number of the part, from 1 */
  async uploadPart({ path, id }: OpenUpload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    const part = { Bucket, Key, UploadId: id, PartNumber: number, Body: bytes };
    return partOf(number, await this.#written(path, new this.#library.UploadPartCommand(part)));
  }

  /** Makes a part of a range of another object, which the server copies. */
  async copyPart(
    { path, id }: OpenUpload,
    number: number,
    source: { readonly path: string; readonly etag: string; readonly from: number; readonly length: number },
  ): Promise<UploadedPart> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    const from = objectAddress(source.path);
    const { CopyPartResult = {} } = await this.#written<{ readonly CopyPartResult?: object }>(
      path,
      new this.#library.UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId: id,
        PartNumber: number,
        CopySource: encodeURI(`${from.bucket}/${from.key}`).replaceAll('+', '%2B'),
        CopySourceRange: `bytes=${source.from}-${source.from + source.length - 1}`,
        CopySourceIfMatch: source.etag,
      }),
    );
    return partOf(number, CopyPartResult);
  }

  /** Completes an upload: the object appears. */
  async completeUpload({ path, id }: OpenUpload, parts: readonly UploadedPart[]): Promise<void> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    await this.#written(
      path,
      new this.#library.CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId: id,
        MultipartUpload: { Parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) },
      }),
    );
  }

  /** Removes the parts of an upload. A failure is ignored, since the run stops. */
  async abortUpload({ path, id }: OpenUpload): Promise<void> {
    const { bucket: Bucket, key: Key } = objectAddress(path);
    await this.#client
      .send(new this.#library.AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }))
      .catch(() => {});
  }

  /**
   * Removes the parts that killed runs left of an object, or of all objects of a folder. The parts stay if the
   * credentials may not list them.
   */
  async abortUploads(path: string, what: 'object' | 'folder'): Promise<void> {
    const { bucket: Bucket, key: Prefix } = objectAddress(path);
    const { ListMultipartUploadsCommand } = this.#library;
    let page = {};
    for (;;) {
      const left = await this.#client
        .send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...page }))
        .catch((error: unknown) => {
          if (MAY_NOT_LIST.has((error as Error).name)) return null;
          throw storageFailure(path, error, 'write');
        });
      for (const { Key: key, UploadId: id } of left?.Uploads ?? []) {
        const isOwn = what === 'folder' ? key?.startsWith(Prefix) : key === Prefix;
        if (isOwn && id !== undefined) await this.abortUpload({ path: `s3://${Bucket}/${key}`, id });
      }
      if (left?.IsTruncated !== true) return;
      page = { KeyMarker: left.NextKeyMarker, UploadIdMarker: left.NextUploadIdMarker };
    }
  }

  async #written<Output>(path: string, command: object): Promise<Output> {
    try {
      return (await this.#client.send(command as Parameters<S3Client['send']>[0])) as Output;
    } catch (error) {
      throw storageFailure(path, error, 'write');
    }
  }
}

/** Errors of storage or credentials that do not allow to list uploads. */
const MAY_NOT_LIST = new Set(['AccessDenied', 'NotImplemented', 'MethodNotAllowed']);

interface ReadRange {
  readonly etag?: string;
  readonly from?: number;
  readonly length?: number;
}

function statusOf(error: unknown): number | undefined {
  return (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** Remedies by the name or the code of the library's error. */
const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchKey: 'there is no such object',
  NoSuchBucket: 'there is no such bucket',
  NoSuchUpload: 'another run has begun to write it; make sure that only one runs at a time',
  AccessDenied: 'these credentials may not do that',
  Forbidden: 'these credentials may not do that',
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role',
  InvalidAccessKeyId: 'the storage does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong',
  ExpiredToken: 'the credentials have expired; run it again with new ones',
  ExpiredTokenException: 'the credentials have expired; run it again with new ones',
  SlowDown: 'the storage asks for fewer requests; run it again later, or fewer shards at a time',
  ServiceUnavailable: 'the storage is not available; run it again later',
  ECONNREFUSED: 'nothing answers at the endpoint',
  ENOTFOUND: 'the name of the endpoint is not known',
};

/** Turns an error of the library into one that says what to do. */
function storageFailure(path: string, error: unknown, act: 'read' | 'write'): BatchStopped {
  if (error instanceof BatchStopped) return error;
  if (statusOf(error) === 412) return inputChanged();
  const { name, code, message } = error as NodeJS.ErrnoException;
  const status = statusOf(error);
  const byStatus =
    status === 403 ? REMEDIES['AccessDenied'] : status === 404 ? REMEDIES['NoSuchKey'] : undefined;
  const reason = REMEDIES[name] ?? REMEDIES[code ?? ''] ?? byStatus ?? `${name}: ${message || code}`;
  return new BatchStopped(`cannot ${act} ${path}: ${reason}`, { cause: error });
}

function partOf(number: number, result: object): UploadedPart {
  const { ETag, ChecksumCRC32 } = result as CompletedPart;
  return {
    PartNumber: number,
    ETag,
    ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }),
  };
}
