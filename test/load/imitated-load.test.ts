import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { platen } from '../cli/recorder.ts';
import { KEY, LABEL_ID, type Received, useImitatedService } from './imitated-service.ts';

describe('platen load, asking what only looks like the service', () => {
  const service = useImitatedService();
  const folder = mkdtempSync(join(tmpdir(), 'platen-load-'));
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, KEY);
  afterAll(() => rmSync(folder, { recursive: true }));

  const load = (...more: readonly string[]) =>
    platen([
      'load',
      '--url',
      service.url,
      '--key-file',
      keyFile,
      '--label',
      LABEL_ID,
      '--mix',
      'zpl=1',
      ...more,
    ]);

  /** Whether a request is beyond so many in the second before it. */
  const isBeyond = (count: number, { at }: Received): boolean => {
    const before = service.received.at(-1 - count);
    return before !== undefined && before.at > at - 1000;
  };

  it('finds no higher rate than the one above which 503 is answered', async () => {
    service.answers((request) => {
      const { answer } = request;
      if (isBeyond(30, request)) answer.writeHead(503, { 'Retry-After': '1', 'X-Svc-Error-Code': 'busy' });
      answer.end();
    });
    const { stdout } = await load(
      '--find',
      '--p99',
      '60s',
      '--connections',
      '10',
      '--duration',
      '1',
      '--json',
    );
    const report = JSON.parse(stdout);
    // Steps of 0.2 s: what is above 150 a second is refused in each.
    expect(report.steps.at(-1).rate).toBeLessThan(320);
    expect(report.limit.asked_rate).toBeLessThan(320);
    expect(report.sustainable_rate ?? 0).toBeLessThan(40);
    if (report.limit.verdict === 'refused') expect(report.limit.answers['503 busy']).toBeGreaterThan(0);
  });

  it('finds no higher rate than the one above which answers are slow', async () => {
    service.answers((request) => {
      setTimeout(() => request.answer.end(), isBeyond(15, request) ? 500 : 0);
    });
    const { stdout } = await load('--find', '--p99', '400ms', '--duration', '1', '--json');
    const report = JSON.parse(stdout);
    expect(report.sustainable_rate ?? 0).toBeLessThan(25);
    for (const { verdict, p99_ms: p99Ms } of report.steps)
      if (verdict === 'good') expect(p99Ms).toBeLessThanOrEqual(400);
  });

  it('reports other failures and lost answers, and goes on', async () => {
    service.answers(({ answer, socket }) => {
      const number = service.received.length;
      if (number % 5 === 0) socket.destroy();
      else if (number % 5 === 1) answer.writeHead(500, { 'X-Svc-Error-Code': 'internal' }).end();
      else answer.end();
    });
    const { stdout } = await load('--rate', '50', '--duration', '1', '--json');
    const report = JSON.parse(stdout);
    expect(report.answers).toMatchObject({ none: expect.any(Number), '500 internal': expect.any(Number) });
    expect(report.shares.unanswered).toBeGreaterThan(0);
    expect(report.advice.map(({ limit }: { limit: string }) => limit)).toContain('failures');
  });

  it('says the rate that was asked for to three decimals', async () => {
    const { stdout } = await load('--rate', '2.34567', '--duration', '0.1', '--json');
    expect(JSON.parse(stdout).asked_rate).toBe(2.346);
  });

  it.each([
    [['--rate', '3', '--connections', '30'], 30],
    [['--rate', '3', '--p99', '10s'], 30],
    [['--rate', '3'], 3],
    [['--connections', '3'], 3],
  ])('with %j has %d connections', async (options, connections) => {
    const { stdout } = await load(...options, '--duration', '0.1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ connections });
  });

  it('stops at the first answer that would be the same for ever', async () => {
    service.answers(({ answer }) => {
      answer.writeHead(401, { 'X-Svc-Error-Code': 'key_unknown', 'content-type': 'application/json' });
      answer.end('{"error":"The API key is unknown."}');
    });
    const stopped = await load('--duration', '60');
    expect(stopped).toMatchObject({ status: 1, stdout: '' });
    expect(stopped.stderr).toContain(
      `zpl of label ${LABEL_ID} was answered 401: The API key is unknown; check --key-file`,
    );
    expect(service.received.length).toBeLessThan(50);
  });

  it.each([
    [429, {}],
    [503, {}],
    [429, { 'x-svc-error-code': 'guard_exceeded' }],
    [503, { 'x-svc-error-code': 'busy' }],
  ])('waits before it begins as long as a %i asks for: %j', async (status, headers) => {
    const refuse = (seconds: string) => (answer: ServerResponse) =>
      void answer.writeHead(status, { ...headers, 'retry-after': seconds }).end();
    service.checks(refuse('1'));
    const waited = await load('--rate', '5', '--duration', '0.1');
    expect(waited.status).toBe(0);
    expect(waited.stderr).toContain(`${status}: waiting 1 s, as the answer asks\n`);
    service.checks(refuse('2147484'));
    expect(await load('--rate', '5', '--duration', '0.1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('start again after the 2147484 s that it asks to wait'),
    });
  });

  it('stops at a page of something else', async () => {
    service.answers(({ answer }) => void answer.writeHead(302, { location: 'https://x.example/' }).end());
    expect(await load('--duration', '60')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('check --url'),
    });
  });
});
