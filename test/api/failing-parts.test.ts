import { describe, expect, it } from 'vitest';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import { NO_WARNINGS } from '../../src/engine/warnings.ts';
import { type FailureCode, FailureError, fail, failure } from '../../src/errors.ts';
import type { Parts } from '../../src/http/call.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import type { TransportOptions } from '../../src/http/transport/transport.ts';
import { LIMITS } from '../../src/limits.ts';
import { serve } from '../contract/transport/served.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { BASE, type Reply } from '../support/service.ts';
import { expectAnswer, expectProblem } from './expectations.ts';

const KEY = { 'x-api-key': `svc_${'0'.repeat(48)}` };

describe('parts that fail', () => {
  const caller = { keyId: 'key', accountId: 'account', keyType: 'full', entitled: true } as const;
  const label = {
    id: '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f',
    zpl: '^XA^XZ',
    size: { widthMm: 50, heightMm: 25, dpi: 203 },
    outputFormat: 'vector',
    dynamicTokens: [],
  };
  const cacheOf = (findCaller: () => unknown, findLabel: () => unknown = () => label) =>
    ({ findCaller, findLabel }) as unknown as Parts['cache'];
  const unreachable = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1'));

  /** The answer to a render while these parts behave so and all others are well. */
  const renderWith = async (
    parts: Partial<Parts>,
    headers = KEY,
    options: Partial<TransportOptions> = {},
  ) => {
    const { port, errors } = await serve(
      'node',
      pipeline(null, {
        basePath: BASE,
        bodyTimeoutMs: PATIENCE_MS,
        store: {} as Parts['store'],
        cache: cacheOf(() => caller),
        keyUses: { note() {} },
        budget: new MemoryBudget(60),
        guard: new MemoryGuard({ prechecks: 60, unknownKeys: 60 }),
        refuse: () => undefined,
        render: async () => ({ body: Buffer.from('^XA^XZ'), warnings: NO_WARNINGS, unresolved: 0 }),
        log: () => {},
        ...parts,
      }),
      options,
    );
    const path = `http://127.0.0.1:${port}${BASE}/labels/${label.id}/render`;
    const init = { method: 'POST', body: '{}', headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(path, init);
    const text = await response.text();
    return {
      reply: { status: response.status, headers: Object.fromEntries(response.headers), text } as Reply,
      errors,
    };
  };

  it('200 when all is well', async () => {
    expectAnswer((await renderWith({})).reply, 'text/plain');
  });

  it('503 when the credential guard cannot be asked, whatever the key is', async () => {
    const guard = { precheck: unreachable, unknownKey: unreachable };
    for (const headers of [undefined, { 'x-api-key': '' }]) {
      const { reply } = await renderWith({ guard }, headers);
      expectProblem(reply, 503);
      expect(reply.headers['retry-after']).toBe('1');
    }
  });

  it('503 when unknown keys cannot be counted', async () => {
    const guard = { precheck: () => ({ allowed: true }) as const, unknownKey: unreachable };
    expectProblem((await renderWith({ guard, cache: cacheOf(() => null) })).reply, 503);
  });

  it.each([
    ['the budget', { budget: { charge: unreachable, refund: unreachable } }],
    ['the key lookup', { cache: cacheOf(unreachable) }],
    ['the label lookup', { cache: cacheOf(() => caller, unreachable) }],
    ['a worker', { render: unreachable }],
  ])('500 when %s fails, which only the operator learns about', async (_name, parts) => {
    const { reply, errors } = await renderWith(parts);
    expectProblem(reply, 500);
    expect(reply.text).not.toContain('ECONNREFUSED');
    expect(String(errors)).toContain('ECONNREFUSED');
  });

  it('500 for a worker’s bug, whose cause is logged', async () => {
    const cause = new Error('index out of range');
    const broken = new FailureError(failure('internal', 'could not be rendered'), { cause });
    const { reply, errors } = await renderWith({ render: () => Promise.reject(broken) });
    expectProblem(reply, 500);
    expect(reply.text).not.toContain('index out of range');
    expect(errors).toEqual([cause]);
  });

  it.each([
    [LIMITS.responseBytes, 200],
    [LIMITS.responseBytes + 1, 413],
  ])('a response of %i bytes is answered %i', async (bytes, status) => {
    const render = async () => ({ body: Buffer.alloc(bytes), warnings: NO_WARNINGS, unresolved: 0 }) as const;
    expect((await renderWith({ render })).reply.status).toBe(status);
  });

  it('503 when nothing comes of a request within the deadline', async () => {
    const { reply } = await renderWith({ render: () => new Promise(() => {}) }, KEY, {
      requestDeadlineMs: 200,
    });
    expectProblem(reply, 503);
    expect(reply.headers['retry-after']).toBe('1');
  });

  it.each<[FailureCode, number]>([
    ['renderer_failed', 502],
    ['renderer_timeout', 504],
    ['internal', 500],
  ])('%s from the renderer is %i', async (code, status) => {
    const { reply } = await renderWith({ render: async () => fail(code, 'the renderer failed') });
    expectProblem(reply, status);
  });
});
