import { expect, test } from 'vitest';
import { FailureError, failure } from '../../src/errors.ts';
import type { Exchange, SentHeaders } from '../../src/http/transport/transport.ts';
import { type RendererParts, rendererHandler, rendererRefusal } from '../../src/renderer/renderer-handler.ts';
import { RawClient } from '../contract/transport/raw-client.ts';
import { serve } from '../contract/transport/served.ts';
import { DRIVERS } from '../support/drivers.ts';

const PARTS: RendererParts = {
  work: () => Promise.reject(new Error('nothing to do')),
  refuse: () => undefined,
  keys: null,
  rate: null,
  playground: null,
  bodyTimeoutMs: 50,
  clientOf: ({ remoteAddress }) => remoteAddress,
  log: () => {},
};

/** The answer to a call that is handled with these parts, and what the handler leaves to the log. */
async function answered(given: Partial<RendererParts>) {
  const answers: (readonly [status: number, body: unknown])[] = [];
  const names: string[] = [];
  const exchange = {
    id: 'a-1',
    method: 'GET',
    path: '/v1/printers/8dpmm/labels/1x1/0/%5EXA%5EXZ',
    query: '',
    gone: false,
    remoteAddress: '192.0.2.1',
    header: () => undefined,
    send(status: number, headers: SentHeaders, body: unknown) {
      answers.push([status, body]);
      for (const header of headers) {
        if (typeof header === 'string')
          names.push(...[...header.matchAll(/\r\n([^:]+):/g)].map(([, name]) => name ?? ''));
        else names.push(header[0]);
      }
    },
  } as unknown as Exchange;
  const lines: unknown[] = [];
  const handler = rendererHandler({
    ...PARTS,
    log: ({ status, reason }) => void lines.push([status, reason]),
    ...given,
  });
  const pending = handler(exchange);
  const atOnce = answers.length;
  const logged = await Promise.resolve(pending).catch((error: unknown) => error);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  return { answers, lines, logged, names, atOnce };
}

test('a full pool is no defect', async () => {
  const busy = new FailureError(failure('busy', null, { retryAfterSeconds: 3 }));
  const { answers, lines, logged, names } = await answered({ work: () => Promise.reject(busy) });
  expect(names).toContain('Retry-After');
  expect(answers).toEqual([[503, expect.stringMatching(/^ERROR: [^\n]+$/)]]);
  expect(lines).toEqual([[503, 'status_503']]);
  expect(logged).toBeUndefined();
});

test('the error of a thread is for the log, and its client learns nothing of it', async () => {
  const cause = new TypeError('secret is not a function');
  for (const error of [cause, new FailureError(failure('internal'), { cause })]) {
    const { answers, logged } = await answered({ work: () => Promise.reject(error) });
    expect(answers).toEqual([[500, expect.stringMatching(/^ERROR: (?!.*secret)[^\n]+$/)]]);
    expect(logged).toBe(cause);
  }
});

test('whoever is refused before the body is read is answered in the same turn of the event loop', async () => {
  const busy = await answered({ refuse: () => 2 });
  expect([busy.atOnce, busy.answers]).toEqual([1, [[503, 'ERROR: the renderer is busy']]]);
  const keyless = await answered({ keys: new Set(['x']) });
  expect([keyless.atOnce, keyless.answers[0]?.[0]]).toEqual([1, 401]);
});

test.each(DRIVERS)('a body that does not come is not waited for, on %s', async (driver) => {
  const { port } = await serve(driver, rendererHandler(PARTS), { refusal: rendererRefusal });
  const head = 'POST /v1/printers/8dpmm/labels/2x1/0/ HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n^XA';
  const answer = await (await RawClient.sending(port, head)).answer();
  expect([answer?.status, String(answer?.body)]).toEqual([
    408,
    expect.stringMatching(/^ERROR: the body did not come/),
  ]);
});
