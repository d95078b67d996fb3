import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseDirectory } from '../support/database-directory.ts';
import { type Outcome, platen } from './recorder.ts';

// Every command opens the database anew, which takes a second when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let database = '';
let account = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-'));
  database = await databaseDirectory();
  account = json(await store('accounts', 'create', '--name', 'First', '--plan', 'pro', '--json')).id;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(database, { recursive: true, force: true });
});

const store = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: database });

/** Commands promise one JSON document and nothing else. */
function json({ status, stdout, stderr }: Outcome) {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('makes and changes accounts', async () => {
  const made = json(await store('accounts', 'create', '--name', 'Second', '--json'));
  expect(made).toEqual({ id: expect.any(String), name: 'Second', plan: 'pro' });
  expect(json(await store('accounts', 'set-plan', made.id, 'pro', '--json'))).toEqual({
    ...made,
    plan: 'pro',
  });
  await store('accounts', 'grant', made.id);
  await store('accounts', 'join-team', made.id, 'blue');
  expect((await store('accounts', 'list')).stdout).toMatch(/Second +pro +yes +blue/);
  expect(json(await store('accounts', 'list', '--json'))).toContainEqual({ ...made, plan: 'pro' });
});

test('shows a key once', async () => {
  const made = json(await store('keys', 'create', '--account', account, '--json'));
  expect(Object.keys(made).toSorted()).toEqual(
    ['account_id', 'created_at', 'id', 'key', 'last4', 'prefix', 'revoked_at', 'type'].toSorted(),
  );
  expect(made.key).toMatch(/^svc_[0-9a-f]{48}$/);
  const rotated = json(await store('keys', 'rotate', made.id, '--json'));
  expect(rotated.key).not.toBe(made.key);
  const revoked = json(await store('keys', 'revoke', rotated.id, '--json'));
  expect(revoked.revoked_at).not.toBeNull();
  expect(revoked).not.toHaveProperty('key');
  expect((await store('keys', 'list', '--account', account, '--json')).stdout).not.toContain(made.key);
  expect((await store('keys', 'list', '--account', account)).stdout).toMatch(/LAST_USED\n.* -\n/);
});

test('exports what it imported, and imports that again as the next revision', async () => {
  const bundle = {
    name: 'Ä',
    width: 0,
    height: -3.5,
    dpi: 203,
    output_format: 'bitmap',
    team_id: 'red',
    zpl: '^XA\r\n',
  };
  const made = json(
    await store('labels', 'import', await file('one.json', bundle), '--account', account, '--json'),
  );
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Ä',
    width: 0,
    height: -3.5,
    dpi: 203,
    revision: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    output_format: 'bitmap',
  });
  const exported = (await store('labels', 'export', made.id)).stdout;
  expect(JSON.parse(exported)).toMatchObject(bundle);
  const again = await file('again.json', exported);
  const replaced = json(await store('labels', 'import', again, '--account', account, '--json'));
  expect(replaced).toMatchObject({ id: made.id, revision: 2 });
  expect((await store('labels', 'export', made.id)).stdout).toBe(exported);
  expect(json(await store('labels', 'delete', made.id, '--json')).id).toBe(made.id);
  expect(await store('labels', 'export', made.id)).toMatchObject({ status: 1, stdout: '' });
});

test('imports several files and a bare one, or nothing when one of them is refused', async () => {
  const bundle = { name: 'x', width: 50, height: 50, dpi: 203, output_format: 'vector' };
  const lines = await file('lines.jsonl', `${JSON.stringify(bundle)}\n${JSON.stringify(bundle)}\n`);
  const broken = await file('broken.json', [bundle, { ...bundle, dpi: 'many' }]);
  const count = async () => json(await store('labels', 'list', '--account', account, '--json')).length;
  const before = await count();
  const refused = await store('labels', 'import', lines, broken, '--account', account);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`${broken}: index 1: dpi: expected number`);
  expect(await count()).toBe(before);
  expect(json(await store('labels', 'import', lines, '--account', account, '--json'))).toHaveLength(2);
  const zpl = await file('bare.ZPL', '^XA^FDé^FS^XZ');
  const size = ['--name', 'Bare', '--width-mm', '50', '--height-mm=-2', '--dpi', '203'];
  const bare = json(await store('labels', 'import', zpl, '--account', account, ...size, '--json'));
  expect(bare).toMatchObject({ name: 'Bare', width: 50, height: -2, output_format: 'vector' });
  expect(JSON.parse((await store('labels', 'export', bare.id)).stdout).zpl).toBe('^XA^FDé^FS^XZ');
});

test('fails with one line that says what to do', async () => {
  for (const argv of [
    ['accounts', 'grant', 'nobody'],
    ['keys', 'revoke', 'nothing'],
    ['labels', 'delete', 'nothing'],
  ]) {
    const { status, stdout, stderr } = await store(...argv, '--json');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^platen .*platen \w+ list.*\n$/);
  }
});

test('finds nothing to migrate in the embedded database', async () => {
  expect(json(await store('migrate', '--json'))).toEqual({ applied: [] });
});

test('says that a database is out of reach, without its password', async () => {
  const url = 'postgres://user:hunter2@127.0.0.1:1/none';
  const { status, stderr } = await platen(['accounts', 'list'], { DATABASE_URL: url });
  expect(status).toBe(1);
  expect(stderr).toContain('check DATABASE_URL');
  expect(stderr).not.toContain('hunter2');
});
