import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { RedisServer } from '../../support/redis.ts';
import { until } from './load.ts';

/** Until the replica has taken over. Milliseconds. */
const PAUSE_MS = 10_000;
/** Within the pause, and far above what a few charges take. Milliseconds. */
const PATIENCE_MS = 9000;

/** Waits until the replica receives what its primary writes. */
export async function untilLinked(replica: RedisServer): Promise<void> {
  await eventually(async () => expect(await replication(replica)).toContain('master_link_status:up'));
}

/**
 * Lets a primary take no writes any more, and waits until its replica has them all. Replication is asynchronous, so
 * one that dies without a word takes the charges of its last moments along (docs/operations.md); what is promised
 * is that a handover forgets none.
 */
export async function handOver(primary: RedisServer, replica: RedisServer): Promise<void> {
  await primary.command('CLIENT', 'PAUSE', PAUSE_MS, 'WRITE');
  // WAIT would only wait for the writes of its own connection.
  const written = offset(await replication(primary), 'master_repl_offset');
  await until(
    async () => offset(await replication(replica), 'slave_repl_offset') >= written,
    () => 'the replica has every write',
    PATIENCE_MS,
  );
}

const replication = async (server: RedisServer): Promise<string> =>
  String(await server.command('INFO', 'replication'));

const offset = (info: string, name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
