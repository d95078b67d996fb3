import { extname } from 'node:path';

/** One of several runs that share an input. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** The option by which shards of one input differ. */
export const SHARD_OPTION = '--shard';

/** Shards of an input, at most. */
export const SHARDS_MAX = 100_000;

/**
 * The output of a shard, from which its other files take their names: `labels.zpl` becomes `labels.03-of-16.zpl`, a
 * folder `labels` becomes `labels.03-of-16`.
 */
export function shardPath(out: string, { index, count }: Shard): string {
  const ending = extname(out);
  return `${out.slice(0, out.length - ending.length)}.${shardName({ index, count })}${ending}`;
}

/** The name of a shard: `03-of-16`, with as many digits as the number of shards has. */
function shardName({ index, count }: Shard): string {
  const number = String(count);
  return `${String(index).padStart(number.length, '0')}-of-${number}`;
}
