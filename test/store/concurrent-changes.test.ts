import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { StoreFailure } from '../../src/store/store.ts';
import { eventually } from '../support/eventually.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { labelInput } from './label-input.ts';
import { openAt } from './pg-store.ts';

const postgres = sharedPostgres();

const ROUNDS = 12;

/** Starts the calls at once, in another order each round; returns what was no refusal of a store, with its call. */
async function unexpected(round: number, calls: Readonly<Record<string, () => Promise<unknown>>>) {
  const entries = Object.entries(calls);
  const first = round % entries.length;
  const order = [...entries.slice(first), ...entries.slice(0, first)];
  if (round % 2 === 1) order.reverse();
  const outcomes = await Promise.allSettled(order.map(([, call]) => call()));
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' && !(outcome.reason instanceof StoreFailure)
      ? [`${order[index]?.[0]}: ${String(outcome.reason)}`]
      : [],
  );
}

/** Starts one call and then another while the keys of an account are locked; both wait when the keys are let go. */
async function heldAtKeys(url: string, accountId: string, calls: readonly (() => Promise<unknown>)[]) {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM keys WHERE account_id = $1 FOR UPDATE', [accountId]);
    const started: Promise<unknown>[] = [];
    for (const call of calls) {
      const outcome = call();
      outcome.catch(() => {}); // until it is awaited below
      started.push(outcome);
      await eventually(async () => {
        // A transaction keeps seeing the connections that it saw first.
        await holder.query('SELECT pg_stat_clear_snapshot()');
        const { rowCount } = await holder.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(started.length);
      });
    }
    await holder.query('COMMIT');
    return await Promise.all(started);
  } finally {
    await holder.end();
  }
}

describe.skipIf(postgres === null)('changes at once, from several processes', () => {
  const server = postgres as NonNullable<typeof postgres>;

  test('an account is deleted after a rotation of its key that has begun', async () => {
    const url = await server.makeMigrated();
    const [here, there] = [await openAt(url), await openAt(url)];
    const { id } = await here.createAccount('Acme', 'pro');
    const { key } = await here.createKey(id, 'full');
    const [, deleted] = await heldAtKeys(url, id, [
      () => there.rotateKey(key.id),
      () => here.deleteAccount(id, true),
    ]);
    expect(deleted).toMatchObject({ keys: 2 });
  });

  test('uses of keys of an account that is being deleted are left out, those of others recorded', async () => {
    const url = await server.makeMigrated();
    const [here, there] = [await openAt(url), await openAt(url)];
    const { id } = await here.createAccount('Acme', 'pro');
    const { key } = await here.createKey(id, 'full');
    const { key: kept } = await here.createKey((await here.createAccount('Other', 'pro')).id, 'full');
    const use = { at: Date.now(), requests: 1 };
    const uses = new Map([key.id, kept.id].map((keyId) => [keyId, use]));
    await heldAtKeys(url, id, [() => here.deleteAccount(id, true), () => there.recordKeyUses(uses)]);
    expect(await here.listKeys(null)).toEqual([expect.objectContaining({ id: kept.id, requests: 1 })]);
  });

  test('an account is deleted beside every other change to it, and no use of another key is lost', async () => {
    const url = await server.makeMigrated();
    const [here, there, service] = [await openAt(url), await openAt(url), await openAt(url)];
    const bystander = await here.createAccount('Bystander', 'pro');
    const { key: kept } = await here.createKey(bystander.id, 'full');
    const faults: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await here.createAccount('Acme', 'pro');
      const [first, second, third] = [
        (await here.createKey(id, 'full')).key.id,
        (await here.createKey(id, 'full')).key.id,
        (await here.createKey(id, 'full')).key.id,
      ];
      const use = { at: Date.now(), requests: 1 };
      const uses = new Map([first, kept.id, second, third].map((keyId) => [keyId, use]));
      // Some rows to change, some to make.
      if (round % 2 === 0) await service.recordKeyUses(new Map([[second, use]]));
      const rest = [
        {
          rotate: () => there.rotateKey(first),
          create: () => there.createKey(id, 'full'),
          'set-rate': () => there.setRate(id, 5),
        },
        { uses: () => service.recordKeyUses(uses), rotate: () => there.rotateKey(first) },
        { uses: () => service.recordKeyUses(uses), create: () => there.createKey(id, 'full') },
        {
          uses: () => service.recordKeyUses(uses),
          'other uses': () => there.recordKeyUses(uses),
          revoke: () => there.revokeKey(second),
          join: () => there.joinTeam(id, 'T'),
          import: () => there.importLabels(id, [labelInput(), labelInput()]),
        },
      ][round % 4];
      faults.push(...(await unexpected(round, { delete: () => here.deleteAccount(id, true), ...rest })));
    }
    expect(faults).toEqual([]);
    expect((await here.listAccounts()).map(({ id }) => id)).toEqual([bystander.id]);
    // Three of four rounds record uses, and one of these twice.
    expect(await here.listKeys(null)).toEqual([expect.objectContaining({ id: kept.id, requests: ROUNDS })]);
  });

  test('labels in the same new teams are imported into two accounts', async () => {
    const url = await server.makeMigrated();
    const [here, there] = [await openAt(url), await openAt(url)];
    const [a, b] = [await here.createAccount('A', 'pro'), await here.createAccount('B', 'pro')];
    const faults: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const inputs = [1, 2, 3].map((team) => labelInput({ teamId: `${round}-${team}` }));
      faults.push(
        ...(await unexpected(round, {
          'into A': () => here.importLabels(a.id, inputs),
          'into B': () => there.importLabels(b.id, inputs.toReversed()),
        })),
      );
    }
    expect(faults).toEqual([]);
    expect(await here.listAllLabels(null)).toHaveLength(ROUNDS * 6);
  });
});
