import { describe, expect, it, vi } from 'vitest';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import type { Client } from '../../src/client.ts';
import { NO_WARNINGS } from '../../src/engine/warnings.ts';
import type { Parts } from '../../src/http/call.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';
import { RawClient } from '../contract/transport/raw-client.ts';
import { serve } from '../contract/transport/served.ts';
import { DRIVERS } from '../support/drivers.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { BASE } from '../support/service.ts';

const ID = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';
const KEY = `svc_${'0'.repeat(48)}`;
const LABEL = { id: ID, name: 'a', zpl: null, size: { widthMm: 0, heightMm: 0, dpi: 0 }, dynamicTokens: [] };

/** A front end whose pool refuses as long as `full` is set; labels that are looked up are counted. */
function front(keyType: 'full' | 'render' = 'full') {
  const state = { full: true };
  const findLabel = vi.fn(() => LABEL);
  const refuse = vi.fn((_account: string, _client: Client) => (state.full ? 7 : undefined));
  const log = vi.fn();
  const budget = new MemoryBudget(60);
  const parts = {
    basePath: BASE,
    bodyTimeoutMs: PATIENCE_MS,
    store: { listLabels: async () => ({ labels: [], total: 0 }) },
    cache: { findCaller: () => ({ keyId: 'k', accountId: 'a', keyType, entitled: true }), findLabel },
    keyUses: { note() {} },
    budget,
    guard: new MemoryGuard({ prechecks: 1e9, unknownKeys: 1 }),
    render: async () => ({ body: Buffer.from('^XA^XZ'), warnings: NO_WARNINGS, unresolved: 0 }),
    refuse,
    log,
  } as unknown as Parts;
  return { state, findLabel, refuse, log, handler: pipeline(null, parts) };
}

const POOLED: readonly [name: string, path: string, body: string][] = [
  ['a render', `/labels/${ID}/render`, '{}'],
  ['a render by the alias', `/labels/${ID}`, '{}'],
  ['a print job', `/labels/${ID}/print`, '{}'],
  ['a print job of many records', `/labels/${ID}/print`, `{"records":[${Array(25).fill('{}').join()}]}`],
  ['a check', `/labels/${ID}/render?validate=true`, '{}'],
  ['a render of the legacy route', '/', `{"action":"render","label_id":"${ID}"}`],
  ['a print job of the legacy route', '/', `{"action":"print","label_id":"${ID}"}`],
  ['a body that is no JSON', `/labels/${ID}/render`, '{'],
  ['a format that there is not', `/labels/${ID}/render`, '{"format":"gif"}'],
  ['an id that is none', '/labels/x/print', '{}'],
  ['a query that is not valid', `/labels/${ID}/print?validate=perhaps`, '{}'],
  ['a label id that is none on the legacy route', '/', '{"action":"render","label_id":"x"}'],
];

describe.each(DRIVERS)('while the pool refuses, on %s', (driver) => {
  const open = async (keyType?: 'full' | 'render') => {
    const made = front(keyType);
    const { port } = await serve(driver, made.handler);
    const ask = async (path: string, body?: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${BASE}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return { ...made, port, ask };
  };

  it.each(POOLED)('%s is refused, whatever else is wrong with it, for one unit', async (_, path, body) => {
    const { ask, findLabel } = await open();
    const { status, headers, text } = await ask(path, body);
    expect([status, text]).toEqual([503, '{"error":"The service is busy, try again later."}']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '7',
      'x-svc-error-code': 'busy',
      'x-request-id': expect.any(String),
      ratelimit: expect.stringContaining(';r=59;'),
    });
    expect(findLabel).not.toHaveBeenCalled();
  });

  it.each(POOLED)('the logs of %s say who asked for which label', async (_, path, body) => {
    const { ask, refuse, log } = await open();
    await ask(path, body, { 'x-request-id': 'mine-1' });
    const labelId = `${path}${body}`.includes(ID) ? ID : undefined;
    expect(refuse).toHaveBeenCalledWith('a', expect.anything());
    expect(refuse.mock.calls[0]?.[1].origin).toEqual({ requestId: 'mine-1', keyId: 'k', labelId });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ caller: expect.objectContaining({ keyId: 'k' }), labelId }),
    );
  });

  it('what comes before the pool counts before it', async () => {
    const { ask } = await open('render');
    expect((await ask(`/labels/${ID}/render`, '{}', { 'x-api-key': '' })).status).toBe(401);
    expect((await ask(`/labels/${ID}/print`, '{}')).status).toBe(403);
    expect((await ask('/', `{"action":"print","label_id":"${ID}"}`)).status).toBe(403);
    expect((await ask('/', '{"action":"burn"}')).status).toBe(400);
    expect((await ask(`/labels/${ID}/burn`, '{}')).status).toBe(404);
  });

  it('what does not go to the pool is answered', async () => {
    const { ask, findLabel } = await open();
    expect((await ask('/labels')).status).toBe(200);
    expect((await ask(`/labels/${ID}/zpl`)).status).toBe(409);
    expect(findLabel).toHaveBeenCalledTimes(1);
  });

  it('a request is refused before its body has come, and the connection serves the next one', async () => {
    const { port, state } = await open();
    const head = (length: number) =>
      `POST ${BASE}/labels/${ID}/render HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const client = await RawClient.sending(port, `${head(10)}{`);
    expect((await client.answer())?.status).toBe(503);
    state.full = false;
    client.write(`"a":1234}`);
    client.write(`${head(2)}{}`);
    expect((await client.answer())?.status).toBe(409);
    client.socket.destroy();
  });
});

describe('a refusal', () => {
  const exchange = (method: string, path: string, onSend: () => void): Exchange => ({
    id: 'a',
    method,
    path: `${BASE}${path}`,
    query: '',
    arrivedAtMs: 0,
    remoteAddress: '127.0.0.1',
    gone: false,
    onGone: undefined,
    onEnded: undefined,
    signal: new AbortController().signal,
    header: (name) => (name === 'x-api-key' ? KEY : 'application/json'),
    body: () => expect.unreachable('the body was read'),
    send: onSend,
  });

  it('is written before the handler returns, however many come in one turn of the event loop', () => {
    const { handler } = front();
    const send = vi.fn();
    for (let i = 0; i < 50; i++) {
      const until = performance.now() + 1;
      void handler(exchange('POST', `/labels/${ID}/render`, send));
      expect(send).toHaveBeenCalledTimes(i + 1);
      while (performance.now() < until);
    }
  });
});
