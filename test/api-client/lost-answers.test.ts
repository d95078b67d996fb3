import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  AnswerLostError,
  ConnectionError,
  CutAnswerError,
  ForeignAnswerError,
  RefusedError,
  TimedOutError,
  UnreachableError,
} from '../../src/api-client/platen-client.ts';
import {
  answers,
  cutsOff,
  die,
  hang,
  json,
  KEY,
  LABEL_ID,
  page,
  printed,
  refuses,
  useScriptedServer,
} from './scripted-server.ts';

const server = useScriptedServer();
/** No connection to it is open at the start. */
const stopped = useScriptedServer();

const paths = (): string[] => server.received.map(({ path }) => path.replace(/^.*\//, ''));

describe('a call that changes nothing', () => {
  it('is sent again when the server dies, with the same request id', async () => {
    server.plays(die, json(page));
    await expect(server.client().listLabels()).resolves.toEqual(page);
    const [first, second] = server.received.map(({ headers }) => headers['x-request-id']);
    expect(first).toMatch(/^[\w.-]{1,64}$/);
    expect(second).toBe(first);
  });

  it.each([
    ['validatePrint', 'print?validate=true'],
    ['validateRender', 'render?validate=true'],
  ] as const)('is %s too', async (method, path) => {
    server.plays(die, json({ ok: true, labels: 1 }));
    await expect(server.client()[method](LABEL_ID)).resolves.toMatchObject({ labelCount: 1 });
    expect(paths()).toEqual([path, path]);
  });

  it('fails when it was sent as often as is allowed', async () => {
    const call = server.client({ maxAttempts: 2 }).listLabels();
    await expect(call).rejects.toThrow(ConnectionError);
    expect(server.received).toHaveLength(2);
  });

  it('fails in time', async () => {
    server.plays(hang, hang);
    const call = server.client({ timeoutMs: 300 }).listLabels();
    await expect(call).rejects.toThrow(TimedOutError);
    await expect(call).rejects.toThrow('longer than 300 ms');
    await expect(server.client().listLabels({}, { timeoutMs: 300 })).rejects.toThrow(TimedOutError);
  });
});

describe('a print job', () => {
  it.each([
    ['dies', die, ConnectionError],
    ['dies in the middle', cutsOff({ 'content-length': '99' }, '^XA'), CutAnswerError],
    ['is answered for by a gateway', answers(503, { 'retry-after': '1' }, 'busy'), ForeignAnswerError],
    ['is answered for by a page', answers(200, { 'content-type': 'text/html' }, 'hi'), ForeignAnswerError],
  ])('is never sent again after a server that %s', async (_name, behaviour, cause) => {
    server.plays(behaviour, printed);
    const call = server.client().print(LABEL_ID, { variables: { name: 'a' } });
    await expect(call).rejects.toThrow(AnswerLostError);
    await expect(call).rejects.toMatchObject({
      cause: expect.any(cause),
      requestId: server.received[0]?.headers['x-request-id'],
    });
    expect(server.received).toHaveLength(1);
  });

  it('is not sent again after a server that did not answer in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    // Not before it was sent.
    server.plays(() => void vi.advanceTimersByTime(300), printed);
    const call = server.client().print(LABEL_ID, {}, { timeoutMs: 300 });
    await expect(call).rejects.toThrow(AnswerLostError);
    await expect(call).rejects.toMatchObject({ cause: expect.any(TimedOutError) });
  });

  it('is sent again where that was asked for', async () => {
    server.plays(die, cutsOff({ 'content-length': '99' }, '^XA'), printed);
    await expect(server.client().print(LABEL_ID, {}, { resend: true })).resolves.toMatchObject({
      zpl: '^XA^XZ',
      labelCount: 1,
      filename: 'label.zpl',
    });
    expect(server.received).toHaveLength(3);
  });

  it.each([
    ["filename*=UTF-8''..%2F..%2Fx.zpl", 'x.zpl'],
    ["filename*=UTF-8''C%3A%5CWindows%5Cx.zpl", 'x.zpl'],
    ["filename*=UTF-8''a%2F..", 'label.zpl'],
    ["filename*=UTF-8''a%2F", 'label.zpl'],
    ["filename*=UTF-8''%2e%2e", 'label.zpl'],
    ["filename*=UTF-8''a%E2%80%AElpz.exe%00", 'alpz.exe'],
    ["filename*=UTF-8''%", 'label.zpl'],
    ['filename="../y.zpl"; filename*=UTF-8\'\'%FF', 'y.zpl'],
    ['filename="..\\..\\z.zpl"', 'z.zpl'],
    ["filename*=UTF-8''%C5%81abel%20%252F.zpl", 'Łabel %2F.zpl'],
  ])('has a name that is no path: %s', async (disposition, filename) => {
    const type = { 'content-type': 'application/vnd.printer-zpl', 'x-svc-output-format': 'vector' };
    server.plays(answers(200, { ...type, 'content-disposition': `attachment; ${disposition}` }, '^XA^XZ'));
    expect(await server.client().print(LABEL_ID)).toMatchObject({ filename });
  });

  it('is sent again when the service refused it for the time being', async () => {
    server.plays(refuses(503, 'busy', { 'retry-after': '1' }), printed);
    await expect(server.client().print(LABEL_ID)).resolves.toMatchObject({ zpl: '^XA^XZ' });
    expect(server.received).toHaveLength(2);
  });

  it('is not sent again when the service failed', async () => {
    server.plays(refuses(500, 'internal'), printed);
    const call = server.client().print(LABEL_ID);
    await expect(call).rejects.toThrow(RefusedError);
    await expect(call).rejects.toMatchObject({ status: 500, code: 'internal' });
    expect(server.received).toHaveLength(1);
  });

  it('is sent when the service is there again, as it was not sent before', async () => {
    await stopped.stop();
    await expect(stopped.client({ maxAttempts: 1 }).print(LABEL_ID)).rejects.toThrow(UnreachableError);
    const call = stopped.client().print(LABEL_ID);
    await stopped.start();
    stopped.plays(printed);
    await expect(call).resolves.toMatchObject({ zpl: '^XA^XZ' });
    expect(stopped.received).toHaveLength(1);
  });
});

describe('a body under Deno, whose fetch repeats a request of which it can have the body twice', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['can be had once for a print job', {}, undefined],
    ['can be had twice for one that may be sent again', { resend: true }, '29'],
  ])('%s', async (_name, options, length) => {
    vi.stubGlobal('Deno', {});
    server.plays(printed);
    await server.client().print(LABEL_ID, { variables: { name: 'Zoë' } }, options);
    const [sent] = server.received;
    expect(sent?.body).toBe('{"variables":{"name":"Zoë"}}');
    expect(sent?.headers['content-length']).toBe(length);
  });

  it('is there again when a print job that was refused is sent again', async () => {
    vi.stubGlobal('Deno', {});
    server.plays(refuses(503, 'busy', { 'retry-after': '1' }), printed);
    await server.client().print(LABEL_ID, { copies: 2 });
    expect(server.received.map(({ body }) => body)).toEqual(['{"copies":2}', '{"copies":2}']);
  });
});

describe('an abort', () => {
  it('ends a call with its own reason, before it is sent or while it waits for an answer', async () => {
    const reason = new Error('the user left');
    const signal = AbortSignal.abort(reason);
    await expect(server.client().listLabels({}, { signal })).rejects.toBe(reason);
    expect(server.received).toEqual([]);
    const controller = new AbortController();
    server.plays(() => controller.abort(reason));
    await expect(server.client().print(LABEL_ID, {}, controller)).rejects.toBe(reason);
    server.plays(refuses(503, 'busy', { 'retry-after': '30' }));
    const waiting = server.client().listLabels({}, { signal: AbortSignal.timeout(100) });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('sends the key to the service, and shows it nowhere', async () => {
  const failing = server.client({ maxAttempts: 1 });
  const error = await failing.listLabels().then(String, (reason: Error) => reason);
  expect(server.received[0]?.headers).toMatchObject({ 'x-api-key': KEY });
  const shown =
    inspect([failing, error], { depth: Infinity, showHidden: true }) + JSON.stringify([failing, error]);
  expect(shown).toContain('ConnectionError');
  expect(shown).not.toContain(KEY);
});
