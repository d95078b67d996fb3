import { expect, test } from 'vitest';
import { FailureError, failure } from '../../src/errors.ts';
import type { AnswerHeaders, Exchange } from '../../src/http/transport/transport.ts';
import { type RendererParts, rendererHandler } from '../../src/renderer/renderer-handler.ts';

/** The answer to a call whose task ends so, and what the handler leaves to the log. */
async function answered(work: RendererParts['work'], given: Partial<RendererParts> = {}) {
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
    send(status: number, headers: AnswerHeaders, body: unknown) {
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
    work,
    refuse: () => undefined,
    keys: null,
    rate: null,
    playground: null,
    bodyTimeoutMs: 1000,
    clientOf: ({ remoteAddress }) => remoteAddress,
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
  const { answers, lines, logged, names } = await answered(() => Promise.reject(busy));
  expect(names).toContain('Retry-After');
  expect(answers).toEqual([[503, expect.stringMatching(/^ERROR: [^\n]+$/)]]);
  expect(lines).toEqual([[503, 'status_503']]);
  expect(logged).toBeUndefined();
});

test('the error of a thread is for the log, and its client learns nothing of it', async () => {
  const cause = new TypeError('secret is not a function');
  for (const error of [cause, new FailureError(failure('internal'), { cause })]) {
    const { answers, logged } = await answered(() => Promise.reject(error));
    expect(answers).toEqual([[500, expect.stringMatching(/^ERROR: (?!.*secret)[^\n]+$/)]]);
    expect(logged).toBe(cause);
  }
});

test('whoever is refused before the body is read is answered in the same turn of the event loop', async () => {
  const work = (): Promise<never> => Promise.reject(new Error('nothing to do'));
  const busy = await answered(work, { refuse: () => 2 });
  expect([busy.atOnce, busy.answers]).toEqual([1, [[503, 'ERROR: the renderer is busy']]]);
  const keyless = await answered(work, { keys: new Set(['x']) });
  expect([keyless.atOnce, keyless.answers[0]?.[0]]).toEqual([1, 401]);
});
