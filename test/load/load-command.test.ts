import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platen } from '../cli/recorder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type TestAccount, useDatabase, useService } from '../support/service.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

describe('platen load', () => {
  const api = useService({}, useDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'platen-load-'));
  let shop: TestAccount;
  let shelf: string;
  beforeAll(async () => {
    shop = await api.account();
    shelf = (await shop.label()).id;
    saved('key', `${shop.key}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The path of a file with this text. */
  function saved(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  const options = (...more: readonly string[]): readonly string[] => {
    const given = ['--url', api.service.url, '--key-file', join(folder, 'key'), '--duration', '0.5'];
    return ['load', ...given, '--label', shelf, ...more];
  };
  const load = (...more: readonly string[]) => platen(options(...more));
  const failed = (status: number, message: string) => ({
    status,
    stdout: '',
    stderr: expect.stringContaining(message),
  });

  it('sends the mix at a rate for several labels, with values of its own, and says how it was answered', async () => {
    const other = await shop.label({ zpl: '^XA^FO20,20^BEN,50^FD{gtin}^FS^FO20,99^FD{DATE}^FS^XZ' });
    const { stdout, stderr, status } = await load(other.id, '--rate', '40', '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      mode: 'rate',
      labels: [shelf, other.id],
      asked_rate: 40,
      sustainable_rate: null,
      interrupted: false,
      answers: { '200': report.requests },
      budget: { units_per_minute: 1_000_000, units_per_request: 3.9 },
    });
    expect(Object.keys(report.kinds)).toEqual(['zpl', 'png', 'print']);
    expect(report.parts_ms.render.mean).toBeGreaterThan(0);
    expect(stderr).toContain('40 requests/s stay below it');
    expect(stdout + stderr).not.toContain(shop.key);
  });

  it('shows a table no larger than a screen, and what limits', async () => {
    const { stdout, status } = await load('--mix', 'zpl=3,pdf=1', '--connections', '2');
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines[0]).toMatch(/^As fast as 2 connections get answers/);
    for (const kind of ['zpl', 'pdf', 'all'])
      expect(stdout).toMatch(new RegExp(`^${kind} .* 100\\.0 %`, 'm'));
  });

  it('looks for a rate, and holds what it found', async () => {
    const search = '--find --p99 20ms --mix zpl=1 --connections 8 --duration 0.2 --json';
    const { stdout, stderr } = await load(...search.split(' '));
    const report = JSON.parse(stdout);
    expect(report.mode).toBe('find');
    expect(report.steps[0]).toMatchObject({ rate: 10 });
    expect(stderr).toContain('10 requests/s: ');
    const isGood = report.verdict === 'good';
    expect(report.sustainable_rate).toBe(isGood ? report.rate : null);
    expect({ isGood, isSlow: report.latency_ms.p99 > 20 }).not.toEqual({ isGood: true, isSlow: true });
  });

  it('says what a budget refuses, and how large it must be', async () => {
    const poor = await api.account();
    await api.service.store.setRate(poor.id, 60);
    const given = ['--key-file', saved('poor', poor.key), '--url', api.service.url];
    const asked = [
      '--label',
      (await poor.label()).id,
      '--mix',
      'zpl=1',
      '--rate',
      '400',
      '--duration',
      '0.5',
    ];
    const { stdout, stderr } = await platen(['load', ...given, ...asked, '--json']);
    const report = JSON.parse(stdout);
    expect(stderr).toContain(
      'the budget of the key is 60 units a minute: 1 requests/s of this mix, 1 units each',
    );
    expect(stderr).toContain('400 requests/s will be refused with 429');
    expect(report.shares['429']).toBeGreaterThan(0);
    expect(report.advice[0]).toMatchObject({ limit: 'budget', text: expect.stringContaining('24000 units') });
  });

  it('sends the values of a file in turn, and stops at the first that is refused for good', async () => {
    const label = await shop.label({ zpl: '^XA^FO20,20^B8N,50^FD{code}^FS^XZ' });
    const file = saved('codes.json', JSON.stringify([{ code: '1234567' }, { code: 'none' }]));
    const good = ['--url', api.service.url, '--key-file', join(folder, 'key'), '--label', label.id];
    const stopped = await platen([
      'load',
      ...good,
      '--mix',
      'zpl=1',
      '--duration',
      '60',
      '--variables',
      file,
    ]);
    expect(stopped).toMatchObject(failed(1, `zpl of label ${label.id} was answered 422`));
    expect(stopped.stderr).toContain('correct the values of --variables');

    const madeUp = await platen(['load', ...good, '--mix', 'zpl=1', '--duration', '60']);
    expect(madeUp).toMatchObject(failed(1, 'ean8 "{code}"'));
    expect(madeUp.stderr).toContain('give fitting ones with --variables FILE.json');
  });

  it('says what to do about a label that is missing, a key that is unknown, and a service that is away', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(await load('--label', missing)).toMatchObject(failed(1, 'check --label'));
    const unknown = saved('unknown', `svc_${'0'.repeat(48)}`);
    expect(await load('--key-file', unknown)).toMatchObject(failed(1, 'check --key-file'));
    const away = await load('--url', `http://127.0.0.1:${await freePort()}/label-api`);
    expect(away).toMatchObject(failed(1, 'cannot be reached'));
    expect(await load('--url', `${api.service.url}/x`)).toMatchObject(failed(1, 'check --url'));
  });

  it('takes a render key where values are given', async () => {
    const key = saved('render-key', shop.renderKey);
    const values = saved('name.json', '{"name":"Zoë"}');
    const mix = ['--mix', 'png=1', '--rate', '5'];
    expect((await load('--key-file', key, '--variables', values, ...mix)).status).toBe(0);
    expect(await load('--key-file', key, ...mix)).toMatchObject(failed(1, 'use a full key, or give values'));
  });

  it.each([
    [['--mix', 'gif=1'], '--mix has "gif=1"'],
    [['--p99', '250'], '--p99 must be a time'],
    [['--p99', '61s'], '--p99 must be a time above 0 and up to 60s'],
    [['--rate', '0'], '--rate must be a number from 0.01 to 100000, not 0'],
    [['--rate', '1e-9'], '--rate must be a number from 0.01 to 100000, not 1e-9'],
    [['--duration', '3000000'], '--duration must be a number from 0.1 to 86400, not 3000000'],
    [['--rate', '5', '--find'], '--rate and --find exclude each other'],
    [['--duration', 'x'], '--duration must be a number'],
    [['--connections', '1.5'], '--connections must be a whole number from 1 to 10000'],
    [['--label', 'x'], '--label x: labelId must be a UUID'],
    [['--url', 'nowhere'], '--url must be absolute'],
    [['--url', 'ftp://127.0.0.1/'], 'url must be http or https'],
    [['--json', '--html', 'x.html'], '--json and --html exclude each other'],
    [['--url', 'http://192.0.2.1/label-api'], '192.0.2.1 is not this machine; with --allow-remote'],
  ])('takes %j for bad usage', async (more, message) => {
    const { status, stdout, stderr } = await load(...more);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('refuses what is no key without repeating it', async () => {
    const { status, stderr } = await load('--key-file', saved('bad', 'svc_SECRET'));
    expect(status).toBe(2);
    expect(stderr).toContain('48 lower-case hexadecimal digits');
    expect(stderr).not.toContain('SECRET');
  });

  it('writes its page whole', async () => {
    const path = join(folder, 'page.html');
    const { status, stdout } = await load('--html', path, '--rate', '20', '--mix', 'zpl=1');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^20 requests\/s for/);
    expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
  });

  it('says before it begins that its page cannot be written, and leaves nothing of one that came to nothing', async () => {
    expect(await load('--html', join(folder, 'none', 'page.html'))).toMatchObject(failed(1, 'cannot write'));
    expect(await load('--html', folder)).toMatchObject(failed(1, 'it is a directory'));
    const path = join(folder, 'never.html');
    expect((await load('--html', path, '--key-file', join(folder, 'unknown'))).status).toBe(1);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('ends at Ctrl-C with what was measured so far', async () => {
    const argv = options('--duration', '600', '--mix', 'zpl=1', '--rate', '20', '--json');
    const program = spawn(process.execPath, [CLI, ...argv]);
    let stdout = '';
    program.stdout.on('data', (bytes: Buffer) => {
      stdout += bytes.toString();
    });
    let stderr = '';
    program.stderr.on('data', (bytes: Buffer) => {
      stderr += bytes.toString();
    });
    const ended = once(program, 'close');
    await eventually(() => expect(stderr).toContain('measuring'));
    const answered = () => api.logs.filter((line) => line.includes('"route":"render-label"')).length;
    const before = answered();
    await eventually(() => expect(answered()).toBeGreaterThan(before));
    program.kill('SIGINT');
    const [status] = await ended;
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ interrupted: true, answers: { '200': report.requests } });
    expect(report.seconds).toBeLessThan(60);
  });
});
