import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM, PROGRAM_HEADER } from '../../src/store/admin-calls.ts';
import { VERSION } from '../../src/version.ts';
import { useDirectory, useService } from '../support/service.ts';
import { useLabelTasksHere } from './label-tasks-here.ts';
import { json, type Outcome, platen } from './recorder.ts';

useLabelTasksHere();

const directory = useDirectory();
const command = (...argv: string[]): Promise<Outcome> => platen(argv, directory());

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-beside-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bundle = (more: object): string =>
  JSON.stringify({
    name: 'Shelf',
    width: 50,
    height: 25,
    dpi: 203,
    output_format: 'vector',
    zpl: '^XA^FO20,20^A0N,30,30^FDHello^FS^XZ',
    ...more,
  });

async function bundleFile(name: string, more: object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bundle(more));
  return path;
}

describe('beside a running service', () => {
  const api = useService({}, directory);

  test('a key works, and is refused by the next request after its revocation or rotation', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Beside', '--json'));
    const statusOf = async (key: string) =>
      (await api.request('GET', '/label-api/labels', { headers: { 'x-api-key': key } })).status;
    const made = json(await command('keys', 'create', '--account', id, '--json'));
    expect(await statusOf(made.key)).toBe(200);
    const next = json(await command('keys', 'rotate', made.id, '--json'));
    expect([await statusOf(made.key), await statusOf(next.key)]).toEqual([401, 200]);
    json(await command('keys', 'revoke', next.id, '--json'));
    expect(await statusOf(next.key)).toBe(401);
  });

  test('a deleted account is refused by the next request, and nothing of it is answered', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Closed', '--json'));
    const { key } = json(await command('keys', 'create', '--account', id, '--json'));
    const file = await bundleFile('closed.json', {});
    const label = json(await command('labels', 'import', file, '--account', id, '--json'));
    const render = (by: string) =>
      api.request('POST', `/label-api/labels/${label.id}/render`, {
        headers: { 'x-api-key': by, 'content-type': 'application/json' },
        body: { format: 'png' },
      });
    expect((await render(key)).status).toBe(200);
    expect(json(await command('accounts', 'delete', id, '--yes', '--json'))).toMatchObject({ id });
    expect((await render(key)).status).toBe(401);
    const other = await api.account();
    expect((await render(other.key)).status).toBe(404);
  });

  test('entitlement and labels change for the next request', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Labels', '--json'));
    const { key } = json(await command('keys', 'create', '--account', id, '--json'));
    const get = (path: string) => api.request('GET', `/label-api${path}`, { headers: { 'x-api-key': key } });
    const label = json(
      await command('labels', 'import', await bundleFile('a.json', {}), '--account', id, '--json'),
    );
    expect((await get(`/labels/${label.id}/zpl`)).text).toContain('Hello');
    const again = await bundleFile('b.json', { id: label.id, zpl: '^XA^FO20,20^FDBye^FS^XZ' });
    expect(json(await command('labels', 'import', again, '--account', id, '--json'))).toMatchObject({
      id: label.id,
      revision: 2,
    });
    expect((await get(`/labels/${label.id}/zpl`)).text).toBe('^XA^FO20,20^FDBye^FS^XZ');
    const exported = json(await command('labels', 'export', label.id, '--json'));
    expect(exported).toMatchObject({ id: label.id, zpl: '^XA^FO20,20^FDBye^FS^XZ', team_id: null });
    json(await command('labels', 'delete', label.id, '--json'));
    expect((await get(`/labels/${label.id}`)).status).toBe(404);
    json(await command('accounts', 'set-plan', id, 'free', '--json'));
    expect((await get('/labels')).status).toBe(403);
    json(await command('accounts', 'join-team', id, 'blue', '--json'));
    expect((await get('/labels')).status).toBe(200);
    json(await command('accounts', 'leave-team', id, 'blue', '--json'));
    expect((await get('/labels')).status).toBe(403);
    json(await command('accounts', 'grant', id, '--json'));
    expect((await get('/labels')).status).toBe(200);
    json(await command('accounts', 'ungrant', id, '--json'));
    expect((await get('/labels')).status).toBe(403);
  });

  test('a label is shown as the API answers it', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^FO9,9^BCN,50^FD{Sku}{date}^FS^XZ', dynamicTokens: ['seen'] });
    const { data } = JSON.parse((await shop.get(`/labels/${id}`)).text);
    expect(json(await command('labels', 'show', id, '--json'))).toEqual(data);
  });

  test('migrate finds the schema up to date', async () => {
    expect(await command('migrate')).toMatchObject({ status: 0, stdout: 'The schema is up to date.\n' });
  });

  test('several labels of 2 MB are imported and exported whole', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Large', '--json'));
    const zpl = `^XA^FX${'ä"\\'.repeat(690_000)}^FS^FO9,9^A0N,30,30^FDLarge^FS^XZ`;
    const files = await Promise.all([1, 2].map((n) => bundleFile(`${n}.json`, { zpl })));
    const labels = json(await command('labels', 'import', ...files, '--account', id, '--json'));
    expect(labels).toHaveLength(2);
    expect(json(await command('labels', 'export', labels[1].id, '--json')).zpl).toBe(zpl);
  });

  test('more labels than a call takes are imported all or none, listed, and deleted with their account', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Many', '--json'));
    const many = Array.from({ length: 130 }, (_, at) => JSON.parse(bundle({ name: `Shelf ${at}` })));
    const path = join(folder, 'many.json');
    await writeFile(path, JSON.stringify(many));
    const saved = json(await command('labels', 'import', path, '--account', id, '--json'));
    expect(saved.map(({ name }: { name: string }) => name)).toEqual(many.map(({ name }) => name));
    const list = async () => json(await command('labels', 'list', '--account', id, '--json'));
    expect(await list()).toHaveLength(130);
    const foreign = await (await api.account()).label();
    await writeFile(path, JSON.stringify([...many, JSON.parse(bundle({ id: foreign.id }))]));
    expect(await command('labels', 'import', path, '--account', id, '--json')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`label id ${foreign.id} belongs to another account`),
    });
    expect(await list()).toHaveLength(130);
    expect((await command('accounts', 'delete', id)).stdout).toContain('keys (0) and labels (130)');
  });

  test('many commands at once are all answered', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => command('accounts', 'list', '--json')),
    );
    for (const outcome of outcomes) expect(Array.isArray(json(outcome))).toBe(true);
  });

  describe('its socket', () => {
    const socketPath = (): string => {
      const name = readdirSync(directory().DATA_DIR).find((file) => file.endsWith('.sock')) ?? '';
      return join(directory().DATA_DIR, name);
    };
    const send = (path: string, body: Iterable<Buffer> | string, program = PROGRAM) =>
      new Promise<{ status: number; text: string } | 'cut'>((resolve) => {
        const headers = { [PROGRAM_HEADER]: program };
        const asking = request({ socketPath: socketPath(), path, method: 'POST', headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        asking.on('error', () => resolve('cut'));
        if (typeof body === 'string') asking.end(body);
        else pipeline(Readable.from(body), asking, () => {});
      });

    test('is for its own user', () => {
      const stat = statSync(socketPath());
      expect(stat.isSocket()).toBe(true);
      expect(stat.mode & 0o777).toBe(0o600);
    });

    test('says which version is on each side when they differ', async () => {
      expect(await send('/', '', '0.0.9')).toEqual({
        status: 409,
        text: expect.stringContaining(
          `this is platen 0.0.9, and the process that has the database is platen ${VERSION}`,
        ),
      });
    });

    test.each([
      ['no JSON', '/revokeKey', '{'],
      ['another type', '/revokeKey', '[7]'],
      ['too few', '/setPlan', '["id"]'],
      ['a word that is none of those allowed', '/setPlan', '["id","gold"]'],
      ['a number that JSON has not', '/setRate', '["id",1e999]'],
    ])('takes no call with %s', async (_, path, body) => {
      expect(await send(path, body)).toMatchObject({ status: 400 });
    });

    test.each(['/close', '/findCaller', '/toString', '/__proto__', '/recordKeyUses'])(
      'has no call %s',
      async (path) => {
        expect(await send(path, '[]')).toMatchObject({ status: 404 });
      },
    );

    test('does not take a call that has no end, and goes on after one that breaks off', async () => {
      const endless = function* (): Iterable<Buffer> {
        for (;;) yield Buffer.alloc(1024 * 1024, ' ');
      };
      const answer = await send('/accountsAfter', endless());
      if (answer !== 'cut') expect(answer.status).toBe(413);
      const broken = request({
        socketPath: socketPath(),
        path: '/accountsAfter',
        method: 'POST',
        headers: { [PROGRAM_HEADER]: PROGRAM, 'content-length': 1000 },
      });
      broken.on('error', () => {});
      broken.write('[');
      await delay(100);
      broken.destroy();
      await delay(100);
      expect(json(await command('accounts', 'list', '--json'))).not.toHaveLength(0);
    });
  });
});
