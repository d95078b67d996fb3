import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { SERVICE_DRIVERS } from '../../support/drivers.ts';
import { BASE, type Reply, useDirectory, useService } from '../../support/service.ts';
import { LABEL_NAMES, LABELS } from './labels.ts';
import { type CallerName, REQUESTS, type RecordedRequest } from './requests.ts';

const RECORDED = new URL('answers.jsonl', import.meta.url);
/** Writes the answers as they are now: a deliberate act, since clients see every difference. */
const UPDATE = process.env['UPDATE_ANSWERS'] === '1';

/** Headers of the connection, or of the time that it took. */
const NOT_RECORDED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'ratelimit',
  'retry-after',
  'server-timing',
  'transfer-encoding',
  'uwebsockets',
]);
/** Headers that most answers have, in this order: an asterisk in the file. */
const USUAL =
  'x-request-id: recorded; ratelimit-policy: "account";q=100000;w=60, "key";q=100000;w=60; ' +
  'cache-control: no-store; x-content-type-options: nosniff';
/** A longer body is recorded by its length and digest. */
const SHORT_BYTES = 200;

describe.each(SERVICE_DRIVERS)('recorded requests over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver, RATE_UNITS_PER_MINUTE: '100000' }, useDirectory());
  const keys: Partial<Record<CallerName, string>> = {
    unknown: `svc_${'0'.repeat(48)}`,
    malformed: 'bad',
  };
  const ids = new Map<CallerName, Map<string, string>>();

  // Charges leave a budget after a minute, which a busy machine may take.
  let stopped: MockInstance<() => number>;
  afterAll(() => stopped.mockRestore());

  beforeAll(async () => {
    stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { store } = api.service;
    const accounts = [await api.account(), await api.account('free'), await api.account()] as const;
    const [full, unpaid, poor] = accounts;
    Object.assign(keys, { full: full.key, render: full.renderKey, unpaid: unpaid.key, poor: poor.key });
    await store.setRate(poor.id, 40);
    for (const [account, { id }] of accounts.entries()) {
      const own = LABEL_NAMES.map((name, at) => [name, labelId(account * 100 + at)] as const);
      for (const [name, labelId] of own) await store.importLabels(id, [{ ...LABELS[name], id: labelId }]);
      const names = new Map<string, string>([...own, ['', labelId(999)]]);
      for (const by of (['full render', 'unpaid', 'poor'][account] as string).split(' ')) {
        ids.set(by as CallerName, names);
      }
    }
  });

  const send = ({ by, method, path, body, type }: RecordedRequest): Promise<Reply> => {
    const named = (text: string) =>
      text.replaceAll(
        /\{([\w ]*)\}/g,
        (whole, name: string) => (ids.get(by) ?? ids.get('full'))?.get(name) ?? whole,
      );
    const key = keys[by];
    return api.request(method, BASE + named(path), {
      headers: {
        'x-request-id': 'recorded',
        ...(key !== undefined && { 'x-api-key': key }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: path === '/' ? named(String(body)) : body }),
    });
  };

  it('are answered as they were, byte for byte', async () => {
    const answers: { readonly line: string; readonly text: string }[] = [];
    for (const request of REQUESTS) {
      const reply = await send(request);
      const isText = /json|text/.test(String(reply.headers['content-type']));
      answers.push({ line: recorded(request, reply), text: isText ? reply.text : '' });
    }
    if (UPDATE) writeFileSync(RECORDED, `${answers.map(({ line }) => line).join('\n')}\n`);
    const before = readFileSync(RECORDED, 'utf8').trimEnd().split('\n');
    for (const [at, { line, text }] of answers.entries()) expect(line, text).toBe(before[at]);
    expect(answers).toHaveLength(before.length);
  });
});

function labelId(number: number): string {
  return `3f0c2f5e-8f0a-4b6e-9d0c-${String(number).padStart(12, '0')}`;
}

/** A line of the file: the request, then its answer with headers in their order. */
function recorded({ by, method, path, body = '' }: RecordedRequest, reply: Reply): string {
  const headers = Object.entries(reply.headers).filter(([name]) => !NOT_RECORDED.has(name));
  return JSON.stringify({
    request: `${by} ${method} ${path} ${String(body).slice(0, 60)}`.trim(),
    status: reply.status,
    headers: headers
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('; ')
      .replace(USUAL, '*'),
    // Without the seconds until there is more.
    budget: reply.headers['ratelimit']?.toString().replace(/;t=\d+$/, ''),
    body: recordedBody(reply.body),
  });
}

function recordedBody(body: Buffer): string {
  // Instants of labels that were saved just now.
  const text = body.toString('latin1').replaceAll(/"(created|updated)_at":"[^"]*"/g, '"$1_at"');
  const digest = createHash('sha256').update(text, 'latin1').digest('base64url');
  return text.length <= SHORT_BYTES ? text : `${text.length} ${digest}`;
}
