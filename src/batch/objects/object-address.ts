import { BatchUsage } from '../batch-failure.ts';

/** An object of a bucket. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/** The longest key, in UTF-8. */
const KEY_BYTES_MAX = 1024;

/** Whether a path is an object's: `s3://BUCKET/KEY`. */
export function isObject(path: string): boolean {
  return /^s3:\/\//i.test(path);
}

/** Reads `s3://BUCKET/KEY`. Throws `BatchUsage` for a path without a valid bucket or key. */
export function objectAddress(path: string): ObjectAddress {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(path) ?? [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new BatchUsage(
      `${path} has no bucket of 3 to 63 lower-case letters, digits, full stops and hyphens: an object is s3://BUCKET/KEY`,
    );
  }
  if (key === '') throw new BatchUsage(`${path} has no key: an object is s3://BUCKET/KEY`);
  if (Buffer.byteLength(key) > KEY_BYTES_MAX)
    throw new BatchUsage(`the key of ${path} has more than ${KEY_BYTES_MAX} bytes`);
  return { bucket, key };
}
