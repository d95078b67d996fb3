import { buffer } from 'node:stream/consumers';
import { readShardRecord } from '../journal/journal.ts';
import { shardRecordOf } from '../run/batch-options.ts';
import type { ShardFiles } from '../run/shard-files.ts';
import { objectStore } from './object-store.ts';
import { ObjectUpload, objectPlace } from './object-upload.ts';

/** Outputs of shards as objects, which the storage itself joins. */
export const objectShards: ShardFiles = {
  async stateOf(out) {
    const path = shardRecordOf({ out });
    const lines = await (await objectStore()).text(path);
    return lines === null ? null : readShardRecord(lines, path);
  },
  recordOf: shardRecordOf,
  sizeOf: async (path) => (await (await objectStore()).head(path))?.bytes ?? null,
  // A folder is only a part of a key, so it always exists.
  hasFolder: () => Promise.resolve(true),
  placeOf: objectPlace,
  async beginningOf(path, length) {
    const store = await objectStore();
    const { bytes = 0 } = (await store.head(path)) ?? {};
    return buffer(await store.read(path, { length: Math.min(length, bytes) }));
  },
  async append(file, path, from) {
    const facts = await (await objectStore()).head(path);
    // `placeOf` opened the file.
    if (facts !== null) await (file as ObjectUpload).appendObject(path, facts, from);
  },
};
