import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type LentBytes, owned } from '../../src/borrowed-bytes.ts';
import type { Artifact, LabelSource, Renderer, SentTask } from '../../src/engine/task.ts';
import { NO_WARNINGS, warningsIn } from '../../src/engine/warnings.ts';
import { FailureError, fail, failure } from '../../src/errors.ts';
import { ExternalRenderer, type ExternalRendererOptions } from '../../src/external/external-renderer.ts';
import type { LabelSize } from '../../src/units.ts';
import { clientOf } from '../support/client.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { answer, type Behaviour, PDF, PNG, png, useStandIn } from './stand-in.ts';

const standIn = useStandIn();

const LABEL: LabelSource = {
  id: 'label',
  accountId: 'account',
  contentId: 'content',
  zpl: Buffer.from('^XA^FD{secret}^FS^XZ'),
  size: { widthMm: 50.8, heightMm: 25.4, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms: [],
};

type Render = Extract<SentTask, { kind: 'render' }>;

function task(
  format: Render['format'] = 'png',
  size: Partial<LabelSize> = {},
  label: Partial<LabelSource> = {},
): Render {
  return {
    kind: 'render',
    label: { ...LABEL, ...label, size: { ...LABEL.size, ...size } },
    format,
    body: Buffer.from('{}'),
    now: 0,
  };
}

const SUBSTITUTED = '^XA^FDa=b&c %41 \xc3\xa9+^FS^XZ';

/** Warnings of the substitution. */
let notes = NO_WARNINGS;

/** Stands for the workers; says which task it was given. */
const substitute: Renderer = async (given) =>
  given.kind === 'render' && given.format === 'zpl'
    ? { body: Buffer.from(SUBSTITUTED, 'latin1'), warnings: notes, unresolved: 4 }
    : { body: Buffer.from(given.kind), warnings: NO_WARNINGS, unresolved: 0 };

let renderer: ExternalRenderer | undefined;

function external(options: Partial<ExternalRendererOptions> = {}): ExternalRenderer {
  renderer = new ExternalRenderer({ url: standIn.url, timeoutMs: PATIENCE_MS, substitute, ...options });
  return renderer;
}

afterEach(() => renderer?.close());

const ALONE = clientOf(new AbortController());

/** The result of a render by these options: its artifact, or its failure with the cause. */
async function outcome(
  options: Partial<ExternalRendererOptions> = {},
  given: SentTask = task(),
): Promise<Artifact<LentBytes> | { code: string; message: string; cause: unknown }> {
  return external(options).render(given, ALONE).catch(failureOf);
}

function failureOf(error: unknown) {
  if (!(error instanceof FailureError)) throw error;
  return { code: error.failure.code, message: error.failure.message, cause: error.cause };
}

const IMAGE = { 'content-type': 'image/png' };

describe('the request', () => {
  it('posts the substituted bytes verbatim and asks for the first label', async () => {
    await external().render(task(), ALONE);
    const [request] = standIn.received;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/printers/8dpmm/labels/2x1/0/',
      body: SUBSTITUTED,
      headers: {
        accept: 'image/png',
        'content-type': 'application/x-www-form-urlencoded',
        'x-linter': 'On',
        'content-length': String(SUBSTITUTED.length),
      },
    });
  });

  it('is not made for a label that is only to be checked', async () => {
    expect(await outcome({}, { ...task('pdf'), validates: true })).toMatchObject({ unresolved: 4 });
    expect(await outcome({}, { ...task('png', { widthMm: 9000 }), validates: true })).toMatchObject({
      code: 'too_large',
    });
    expect(standIn.received).toEqual([]);
  });

  it('asks for a PDF of all labels', async () => {
    const artifact = await external().render(task('pdf'), ALONE);
    expect(artifact).toEqual({ body: new Uint8Array(PDF), warnings: NO_WARNINGS, unresolved: 4 });
    expect(standIn.received[0]).toMatchObject({
      path: '/v1/printers/8dpmm/labels/2x1/',
      headers: { accept: 'application/pdf' },
    });
  });

  it.each([
    [{ dpi: 300 }, '12dpmm', '2x1'],
    [{ dpi: 152 }, '6dpmm', '2x1'],
    [{ dpi: 600 }, '24dpmm', '2x1'],
    [{ widthMm: 101.6, heightMm: 152.4 }, '8dpmm', '4x6'],
    [{ widthMm: 10, heightMm: 99.9 }, '8dpmm', '0.394x3.933'],
    [{ widthMm: 1000, heightMm: 33.333333 }, '8dpmm', '39.37x1.312'],
  ])('names the nearest head and the size in inches: %o', async (size, head, inches) => {
    await outcome({}, task('pdf', size));
    expect(standIn.received[0]?.path).toBe(`/v1/printers/${head}/labels/${inches}/`);
  });

  it("keeps the address's own path and query", async () => {
    await external({ url: `${standIn.url}/labelary/?key=k` }).render(task(), ALONE);
    expect(standIn.received[0]?.path).toBe('/labelary/v1/printers/8dpmm/labels/2x1/0/?key=k');
  });

  it('uses one connection for calls that follow each other, refused ones too', async () => {
    const one = external();
    await one.render(task(), ALONE);
    // A connection is free again a moment after its answer is complete.
    await setImmediate();
    standIn.behave = answer(404, {}, 'ERROR: no such label');
    await one.render(task(), ALONE).catch(failureOf);
    await setImmediate();
    standIn.behave = answer(200, IMAGE, PNG);
    await one.render(task(), ALONE);
    expect(new Set(standIn.received.map(({ peer }) => peer)).size).toBe(1);
  });

  it('leaves ZPL and print jobs to the workers', async () => {
    const one = external();
    const body = Buffer.from('{}');
    const print: SentTask = { kind: 'print', label: LABEL, body, records: 1, now: 0 };
    expect(Buffer.from(owned((await one.render(print, ALONE)).body)).toString()).toBe('print');
    expect(Buffer.from(owned((await one.render(task('zpl'), ALONE)).body)).toString('latin1')).toBe(
      SUBSTITUTED,
    );
    expect(standIn.received).toEqual([]);
  });

  it.each([
    [{ widthMm: 1000, heightMm: 1000, dpi: 300 }, 'too_large'],
    [{ widthMm: 1000, heightMm: 10, dpi: 600 }, 'too_large'],
    [{ dpi: 0.1 }, 'dimensions_invalid'],
  ])('is not made for a size that is refused here: %o', async (size, code) => {
    expect(await outcome({}, task('png', size))).toMatchObject({ code });
    expect(standIn.received).toEqual([]);
  });

  it('is not made when substitution fails', async () => {
    const failing = async () => fail('barcode_invalid', 'bad digits');
    expect(await outcome({ substitute: failing })).toMatchObject({ code: 'barcode_invalid' });
    expect(standIn.received).toEqual([]);
  });
});

const RENDERED = ['^GB parameter 2: Value 1 is less than minimum value 3', 'Ignored content'];

describe('a good answer', () => {
  it('is handed on with the warnings', async () => {
    const warnings = '303|1|^GB|2|Value 1 is less than minimum value 3|591|3|||Ignored content';
    standIn.behave = answer(200, { 'content-type': 'Image/PNG; q=1', 'x-warnings': warnings }, PNG);
    expect(await outcome()).toEqual({
      body: new Uint8Array(PNG),
      warnings: warningsIn(RENDERED),
      unresolved: 4,
    });
    notes = warningsIn(['a', 'b', 'c']);
    onTestFinished(() => void (notes = NO_WARNINGS));
    expect(await outcome()).toEqual({
      body: new Uint8Array(PNG),
      warnings: warningsIn([...RENDERED, 'a', 'b', 'c']),
      unresolved: 4,
    });
  });

  it.each([
    [203, 406, 203],
    [203, 405, 204],
    [203, 407, 204],
    [200, 400, 200],
    [200, 406, 203],
    [300, 600, 300],
    [300, 610, 305],
  ])('at %i dpi may be %i x %i dots', async (dpi, width, height) => {
    standIn.behave = answer(200, IMAGE, png(width, height));
    expect(await outcome({}, task('png', { dpi }))).toMatchObject({ body: expect.any(Uint8Array) });
  });
});

const slowly =
  (first: string | Buffer): Behaviour =>
  (response) => {
    response.writeHead(200, IMAGE);
    response.write(first);
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  };

/** Writes an answer's bytes as they are, then closes the connection. */
const raw =
  (text: string, body: Buffer = Buffer.alloc(0)): Behaviour =>
  (response) =>
    void response.socket?.end(Buffer.concat([Buffer.from(text), body]));

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n';
const CUT_PNG = PNG.subarray(0, -5);
const HUGE = 32 * 1024 * 1024 + 1;

describe('a renderer that misbehaves', () => {
  it.each<[string, Behaviour]>([
    ['never answers', () => {}],
    ['sends headers and no more', (response) => response.writeHead(200, IMAGE).flushHeaders()],
    ['drips a body without end', slowly(PNG)],
  ])('and %s is a timeout', async (_name, behaviour) => {
    standIn.behave = behaviour;
    expect(await outcome({ timeoutMs: 150 })).toMatchObject({ code: 'renderer_timeout' });
  });

  it('has one deadline for headers and body together', async () => {
    standIn.behave = (response) => {
      setTimeout(() => response.writeHead(200, IMAGE).flushHeaders(), 200);
      setTimeout(() => response.end(PNG), 400);
    };
    expect(await outcome({ timeoutMs: 300 })).toMatchObject({ code: 'renderer_timeout' });
  });

  it.each<[string, Behaviour, string]>([
    ['closes the connection', raw(''), 'broke off'],
    ['resets the connection', (response) => void response.socket?.resetAndDestroy(), 'broke off'],
    [
      'resets it in the body',
      (response) => {
        response.writeHead(200, IMAGE).write(CUT_PNG, () => response.socket?.resetAndDestroy());
      },
      'broke off',
    ],
    ['talks something else', raw('SSH-2.0-OpenSSH_9.2\r\n'), 'broke off'],
    [
      'cuts a body of known length',
      raw(`${HEAD}content-length: ${PNG.length}\r\n\r\n`, CUT_PNG),
      'broke off',
    ],
    ['cuts a chunked body', raw(`${HEAD}transfer-encoding: chunked\r\n\r\n1000\r\n`, CUT_PNG), 'broke off'],
    ['cuts a body that ends with the connection', raw(`${HEAD}\r\n`, CUT_PNG), 'damaged PNG'],
    ['sends headers without end', raw(`${HEAD}x-warnings: ${'1|'.repeat(50_000)}`), 'broke off'],
    ['sends nothing', answer(200, IMAGE), 'damaged PNG'],
    ['sends text as a PNG', answer(200, IMAGE, 'ERROR: ^FDa=b'), 'damaged PNG'],
    [
      'compresses what nobody asked it to',
      answer(200, { ...IMAGE, 'content-encoding': 'gzip' }, Buffer.from([31, 139, 8])),
      'damaged PNG',
    ],
    ['sends an image of another size', answer(200, IMAGE, png(404, 203)), '404 x 203 dots'],
    ['sends an image turned by 90 degrees', answer(200, IMAGE, png(203, 406)), '203 x 406 dots'],
    ['sends an HTML page', answer(200, { 'content-type': 'text/html' }, '<html>^FDa=b'), 'image/png'],
    ['sends a PDF for a PNG', answer(200, { 'content-type': 'application/pdf' }, PDF), 'image/png'],
    ['does not say what it sends', answer(200, {}, PNG), 'image/png'],
    ['redirects', answer(302, { location: '/elsewhere', ...IMAGE }, PNG), 'status 302'],
    ['redirects for good', answer(308, { location: '/elsewhere' }), 'status 308'],
    ['has no content', answer(204, IMAGE), 'status 204'],
    ...[400, 401, 404, 413, 415, 429, 500, 502, 503, 504].map((status): [string, Behaviour, string] => [
      `answers ${status}`,
      answer(status, { 'content-type': 'text/plain' }, 'ERROR: ^FDa=b'),
      `status ${status}`,
    ]),
    [
      'says in advance that it sends too much',
      (response) => {
        response.writeHead(200, { ...IMAGE, 'content-length': HUGE }).write(Buffer.alloc(HUGE));
      },
      'more than',
    ],
    [
      'sends too much',
      (response) => {
        response.writeHead(200, IMAGE).write(Buffer.alloc(HUGE));
      },
      'more than',
    ],
  ])('and %s has failed', async (_name, behaviour, reason) => {
    standIn.behave = behaviour;
    const result = await outcome();
    expect(result).toMatchObject({ code: 'renderer_failed', message: expect.stringContaining(reason) });
    // With hidden members and causes.
    expect(inspect(result, { depth: 5, showHidden: true })).not.toMatch(/a=b|SSH/);
    expect(standIn.received).toHaveLength(1);
  });

  it.each<[string, Buffer]>([
    ['is no PDF', PNG],
    ['begins late', Buffer.concat([Buffer.from('\n'), PDF])],
    ['was cut', PDF.subarray(0, 9)],
    ['has its end mark too early', Buffer.concat([PDF, Buffer.alloc(1024)])],
  ])('and sends a PDF that %s has failed', async (_name, body) => {
    standIn.behave = answer(200, { 'content-type': 'application/pdf' }, body);
    expect(await outcome({}, task('pdf'))).toMatchObject({
      code: 'renderer_failed',
      message: expect.stringContaining('damaged PDF'),
    });
  });

  it('and is not there has failed, with a cause for the operator', async () => {
    const url = standIn.url;
    await standIn.stop();
    const result = await outcome({ url });
    await standIn.start();
    expect(result).toMatchObject({
      code: 'renderer_failed',
      cause: { message: expect.stringContaining('ECONNREFUSED') },
    });
  });
});

describe('a client that leaves', () => {
  it('ends the call, which counts as no failure', async () => {
    let closed: () => void = () => {};
    const connectionClosed = new Promise<void>((resolve) => (closed = resolve));
    standIn.behave = (response) => response.on('close', closed);
    const one = external();
    const client = new AbortController();
    const pending = one.render(task(), clientOf(client));
    await standIn.arrived(1);
    client.abort(new Error('gone'));
    await expect(pending).rejects.toThrow('gone');
    await connectionClosed;
    expect(one.outcomes).toMatchObject({ given_up: 1, failed: 0, timed_out: 0 });
    expect(one.running).toBe(0);
  });

  it('in the middle of the body ends the call too', async () => {
    standIn.behave = slowly(PNG.subarray(0, 10));
    const client = new AbortController();
    const pending = external().render(task(), clientOf(client));
    await standIn.arrived(1);
    setTimeout(() => client.abort(new Error('gone')), 50);
    await expect(pending).rejects.toThrow('gone');
  });

  it('before the call spares it', async () => {
    const client = new AbortController();
    client.abort(new Error('gone'));
    await expect(external().render(task(), clientOf(client))).rejects.toThrow('gone');
    expect(standIn.received).toEqual([]);
  });
});

describe('bounds', () => {
  it('refuses an image beyond the concurrency at once, before any work, and no other task', async () => {
    standIn.behave = () => {};
    const one = external({ concurrency: 2 });
    const client = new AbortController();
    const pending = [one.render(task(), clientOf(client)), one.render(task(), clientOf(client))];
    await standIn.arrived(2);
    await expect(one.render(task(), ALONE)).rejects.toMatchObject({
      failure: { code: 'busy', retryAfterSeconds: 1 },
    });
    expect(await one.render(task('zpl'), ALONE)).toMatchObject({ body: expect.any(Uint8Array) });
    expect([one.running, one.outcomes.busy]).toEqual([2, 1]);
    client.abort();
    await Promise.allSettled(pending);
    standIn.behave = answer(200, IMAGE, PNG);
    expect(await one.render(task(), ALONE)).toMatchObject({ body: expect.any(Uint8Array) });
  });

  const codes = (results: object[]) => results.map((result) => ('code' in result ? result.code : 'ok'));
  /** A label of an account, by its number. */
  const labelOf = (account: number, id = 'label') =>
    task('png', {}, { accountId: `account-${account}`, id: `${id}-${account}` });

  it('fails fast once several accounts have failed five times, and finds out soon that the renderer is back', async () => {
    standIn.behave = answer(503, {});
    const one = external({ pauseMs: 100 });
    const results = [];
    for (let i = 0; i < 7; i++) results.push(await one.render(labelOf(i % 3), ALONE).catch(failureOf));
    expect(codes(results)).toEqual(Array(7).fill('renderer_failed'));
    expect(standIn.received).toHaveLength(5);
    expect([one.breaker, one.outcomes.shed]).toEqual(['open', 2]);

    standIn.behave = answer(200, IMAGE, PNG);
    await expect.poll(() => one.breaker, { interval: 5 }).toBe('half-open');
    expect(await one.render(labelOf(0), ALONE)).toMatchObject({ body: expect.any(Uint8Array) });
    expect(one.breaker).toBe('closed');
    expect(one.outcomes).toMatchObject({ rendered: 1, failed: 5, shed: 2 });
  });

  it('calls again for the labels of one account, however many have failed', async () => {
    standIn.behave = answer(500, {});
    const one = external({ pauseMs: 60_000 });
    for (let i = 0; i < 9; i++) await one.render(labelOf(0, `bad-${i % 2}`), ALONE).catch(failureOf);
    expect([standIn.received.length, one.outcomes.shed, one.breaker]).toEqual([9, 0, 'closed']);
    standIn.behave = answer(200, IMAGE, PNG);
    expect(await one.render(labelOf(0, 'bad-0'), ALONE)).toMatchObject({ body: expect.any(Uint8Array) });
  });

  it('serves a neighbour of an account that has every place with a slow label', async () => {
    const slow: Renderer = async (given) => ({
      body: Buffer.from(given.label.accountId === 'account-0' ? 'slow' : SUBSTITUTED, 'latin1'),
      warnings: NO_WARNINGS,
      unresolved: 0,
    });
    standIn.behave = (response, request) => {
      if (request.headers['content-length'] !== '4') answer(200, IMAGE, PNG)(response, request);
    };
    const one = external({ timeoutMs: 600_000, substitute: slow });
    const hog = new AbortController();
    const calls = Array.from({ length: 40 }, () => one.render(labelOf(0), clientOf(hog)).catch(failureOf));
    await standIn.arrived(32);
    const neighbour = await Promise.all(
      Array.from({ length: 8 }, () => one.render(labelOf(1), ALONE).catch(failureOf)),
    );
    expect(codes(neighbour)).toEqual(Array(8).fill('ok'));
    for (let i = 0; i < 4; i++)
      expect(await one.render(labelOf(1), ALONE)).toMatchObject({ warnings: NO_WARNINGS });
    expect(one.outcomes).toMatchObject({ busy: 8, rendered: 12, given_up: 0 });
    // Fewer than eight where the neighbour's first call has ended before its next one has waited long enough.
    const { displaced } = one.outcomes;
    expect(displaced).toBeGreaterThanOrEqual(1);
    expect(displaced).toBeLessThanOrEqual(8);
    hog.abort(new FailureError(failure('internal')));
    expect(codes(await Promise.all(calls)).filter((code) => code === 'busy')).toHaveLength(8 + displaced);
    expect([one.running, one.outcomes.given_up]).toEqual([0, 32 - displaced]);
  });

  it.each([302, 401, 429, 500])(
    'fails fast after answers of %i, which no label is to blame for',
    async (status) => {
      standIn.behave = answer(status, {});
      const one = external({ pauseMs: 60_000 });
      for (let i = 0; i < 6; i++) await one.render(labelOf(i % 3), ALONE).catch(failureOf);
      expect(standIn.received).toHaveLength(5);
    },
  );

  it.each<[string, Behaviour]>([
    ['refuses', answer(400, {})],
    ['draws in another size', answer(200, IMAGE, png(1, 1))],
  ])('does not fail fast because of labels that the renderer %s', async (_name, behaviour) => {
    standIn.behave = behaviour;
    const one = external();
    for (let i = 0; i < 6; i++) await one.render(task(), ALONE).catch(failureOf);
    expect(standIn.received).toHaveLength(6);
    expect([one.breaker, one.outcomes.refused]).toEqual(['closed', 6]);
  });
});
