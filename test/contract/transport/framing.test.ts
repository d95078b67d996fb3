import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/transport/transport.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { MALFORMED_CHUNKS } from './malformed-chunks.ts';
import { RawClient } from './raw-client.ts';
import { echo, serve } from './served.ts';

const HOST = 'Host: labels.test\r\n';
const CHUNKED = `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

/** Takes note of every request and of the bodies that came whole within this time. */
async function witness(driver: 'uws' | 'node', bodyTimeoutMs = 100) {
  const paths: string[] = [];
  const bodies: string[] = [];
  const { port } = await serve(driver, async (exchange: Exchange) => {
    paths.push(exchange.path);
    const body = await exchange.body(65_536, bodyTimeoutMs);
    if (body.kind === 'read') bodies.push(String(body.bytes));
    exchange.send(body.kind === 'read' ? 200 : 408, [], '');
  });
  return { port, paths, bodies };
}

const answersIn = (text: Buffer): number => String(text).split('HTTP/1.1 ').length - 1;

describe.each(DRIVERS)('requests whose end is in doubt, on %s', (driver) => {
  it.each(MALFORMED_CHUNKS)('serves nothing after chunks with %s, however they come', async (_, chunks) => {
    const { port, paths, bodies } = await witness(driver);
    const text = CHUNKED + chunks;
    const cuts = Array.from({ length: chunks.length }, (_, at) => CHUNKED.length + at);
    await Promise.all([
      // At once; in two parts; and when the answer has come.
      ...[text.length, ...cuts].map(async (at) => {
        const client = await RawClient.connect(port);
        await client.flush(text.slice(0, at));
        await pause(10);
        client.write(text.slice(at) + SMUGGLED);
        expect(await client.ends()).toBe(true);
        expect(answersIn(client.rest)).toBeLessThanOrEqual(1);
      }),
      (async () => {
        const client = await RawClient.sending(port, text);
        await expect.poll(() => answersIn(client.rest)).toBe(1);
        client.write(SMUGGLED.repeat(2));
        expect(await client.ends()).toBe(true);
        expect(answersIn(client.rest)).toBe(1);
      })(),
    ]);
    expect(paths).not.toContain('/smuggled');
    // The parser of uWebSockets.js cannot be made to refuse these, nor to show them: see docs/operations.md.
    if (driver === 'node') expect(bodies).toEqual([]);
  });

  it('reads chunks wherever they are cut, and what follows only where their end is certain', async () => {
    const { port, paths, bodies } = await witness(driver, PATIENCE_MS);
    const text = `${CHUNKED}1\r\n{\r\n00001\r\n}\r\n000\r\n\r\n`;
    await Promise.all(
      Array.from({ length: text.length }, async (_, at) => {
        const client = await RawClient.connect(port);
        await client.flush(text.slice(0, at));
        await pause(10);
        client.write(text.slice(at));
        expect((await client.answer())?.status).toBe(200);
        client.write(SMUGGLED);
        if (driver === 'uws') expect(await client.answer()).toBeNull();
        else expect((await client.answer())?.status).toBe(200);
      }),
    );
    expect(bodies.filter((body) => body === '{}')).toHaveLength(text.length);
    expect(paths.filter((path) => path === '/smuggled')).toHaveLength(driver === 'uws' ? 0 : text.length);
  });

  it('answers clients that stream, request after request', async () => {
    const { port } = await serve(driver, echo);
    for (const text of ['one', 'two', 'three']) {
      const body = new Blob([text, ' parts']).stream();
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, duplex: 'half' });
      expect(await answer.text()).toBe(`${text} parts`);
    }
  });

  it('sends a large answer to chunks whole, and serves nothing after it where their end is in doubt', async () => {
    const paths: string[] = [];
    const large = Buffer.alloc(3_000_000, 'label ');
    const { port, transport } = await serve(driver, async (exchange) => {
      paths.push(exchange.path);
      await exchange.body(65_536, PATIENCE_MS);
      exchange.send(200, [], large);
    });
    const client = await RawClient.sending(port, `${CHUNKED}2\r\n{}\r\n0\r\n\r\n`);
    client.socket.pause();
    await pause(50);
    client.socket.resume();
    expect((await client.answer())?.body.equals(large)).toBe(true);
    client.write(SMUGGLED);
    // By then uWebSockets.js would have served it.
    if (driver === 'uws') await pause(300);
    await expect.poll(() => paths).toEqual(driver === 'uws' ? ['/'] : ['/', '/smuggled']);
    client.destroy();
    await expect.poll(() => transport.inFlight).toBe(0);
  });

  it('lets a client see an answer that is ready before its chunks are, and one that waits for it', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(401, [], 'no'));
    const sends = await RawClient.sending(port, `${CHUNKED}2\r\n{`);
    await pause(50);
    sends.write('}\r\n0\r\n\r\n');
    expect((await sends.answer())?.status).toBe(401);
    const waits = await RawClient.sending(port, CHUNKED);
    expect((await waits.answer())?.status).toBe(401);
  });

  it('forgets an answer whose client goes before its chunks are sent', async () => {
    const { port, transport, errors } = await serve(driver, (exchange) => exchange.send(401, [], 'no'));
    const client = await RawClient.connect(port);
    await client.flush(CHUNKED);
    await expect.poll(() => transport.inFlight).toBe(driver === 'uws' ? 1 : 0);
    client.destroy();
    await expect.poll(() => transport.inFlight).toBe(0);
    expect(errors).toEqual([]);
  });

  it('survives an answer to chunks that cannot be written, and reports it', async () => {
    const { port, errors } = await serve(driver, async (exchange) => {
      await exchange.body(65_536, PATIENCE_MS);
      exchange.send(200, [], (exchange.path === '/' ? 7 : '') as string);
    });
    const client = await RawClient.sending(port, `${CHUNKED}2\r\n{}\r\n0\r\n\r\n`);
    expect(await client.answer()).toBeNull();
    expect(errors).toHaveLength(1);
    expect((await (await RawClient.sending(port, SMUGGLED)).answer())?.status).toBe(200);
  });
});

describe.each(DRIVERS)('malformed requests on %s', (driver) => {
  it.each([
    ['a key twice', 'X-Api-Key: a\r\nX-Api-Key: b\r\n', ''],
    ['a key twice, with a body', 'X-Api-Key: a\r\nX-Api-Key: b\r\nContent-Length: 3\r\n', 'abc'],
    ['a coding that is not known', 'Transfer-Encoding: identity\r\n', 'zz'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '3\r\nabc\r\n0\r\n\r\n'],
    ['bad chunks', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'],
    ['a name with a space', 'X A: 1\r\n', ''],
    ['a name with a bracket', 'X(A): 1\r\n', ''],
    ['a value with a bare LF', 'X-A: 1\nX-B: 2\r\n', ''],
  ])('answers %s once, whatever follows', async (_, headers, body) => {
    const { port } = await witness(driver);
    const text = `POST / HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
    for (const next of ['', '\0\r\n\r\n', 'zz\r\n\r\n', SMUGGLED, 'GET /smuggled HTTP/1.0\r\n\r\n']) {
      const client = await RawClient.sending(port, text + next);
      expect(await client.ends()).toBe(true);
      expect(answersIn(client.rest)).toBeLessThanOrEqual(1);
      const slower = await RawClient.connect(port);
      slower.write(text);
      await slower.begins();
      slower.write(next);
      expect(await slower.ends()).toBe(true);
      expect(answersIn(slower.rest)).toBe(1);
    }
  });

  it.each([
    'GET / HTTP/1.0\r\n',
    'GET / HTTP/2.0\r\n',
    'GET http://labels.test/ HTTP/1.1\r\n',
    'CONNECT labels.test:443 HTTP/1.1\r\n',
  ])('answers %j once, whatever follows', async (line) => {
    const { port, paths } = await witness(driver);
    for (const next of ['', 'zz\r\n\r\n', SMUGGLED]) {
      const client = await RawClient.sending(port, `${line}${HOST}\r\n${next}`);
      expect(await client.ends()).toBe(true);
      expect(String(client.rest)).toMatch(driver === 'uws' ? /^HTTP\/1.1 505 / : /^HTTP\/1.1 400 /);
      expect(answersIn(client.rest)).toBe(1);
    }
    expect(paths).toEqual([]);
  });
});

describe.each(DRIVERS)('a refused request on %s', (driver) => {
  it('is reported with its request id, address and reason, and is no error', async () => {
    const { port, errors, malformed } = await serve(driver, echo);
    const text = `GET / HTTP/1.1\r\n${HOST}X-Request-Id: mine-1\r\nX-Api-Key: a\r\nX-Api-Key: b\r\n\r\n`;
    const client = await RawClient.sending(port, text);
    expect((await client.answer())?.headers['x-request-id']).toBe('mine-1');
    expect(malformed).toEqual([
      { requestId: 'mine-1', remoteAddress: '127.0.0.1', reason: 'X-Api-Key must not be repeated' },
    ]);
    expect(errors).toEqual([]);
  });
});

describe('what the parser of node:http refuses', () => {
  const NUL = `GET / HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`;
  const good = (path: string): string => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;

  it('is reported with its request id, address and reason, and is no error', async () => {
    const { port, errors, malformed } = await serve('node', echo);
    const client = await RawClient.sending(port, NUL);
    const answer = await client.answer();
    expect(answer?.status).toBe(400);
    expect(await client.ends()).toBe(true);
    expect(malformed).toEqual([
      {
        requestId: answer?.headers['x-request-id'],
        remoteAddress: '127.0.0.1',
        reason: 'Parse Error: Invalid header value char',
      },
    ]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['a malformed one', NUL],
    ['one to be a proxy', `CONNECT labels.test:443 HTTP/1.1\r\n${HOST}\r\n`],
  ])('is answered after the requests before it, however long those take: %s', async (_, next) => {
    const waiting: (() => void)[] = [];
    const { port, malformed, transport } = await serve('node', async (exchange) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      exchange.send(200, [], exchange.path);
    });
    const client = await RawClient.sending(port, good('/1') + good('/2') + next + SMUGGLED);
    await expect.poll(() => waiting.length).toBe(2);
    client.write(SMUGGLED);
    await pause(20);
    expect([malformed, transport.inFlight]).toEqual([[], 2]);
    for (const go of waiting.toReversed()) go();
    const answers = [await client.answer(), await client.answer(), await client.answer()];
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 400]);
    expect(answers.map((answer) => String(answer?.body)).slice(0, 2)).toEqual(['/1', '/2']);
    expect(await client.ends()).toBe(true);
    expect([String(client.rest), waiting.length, malformed.length]).toEqual(['', 2, 1]);
  });

  it('waits for no answer whose client has gone', async () => {
    const { port, transport, malformed } = await serve('node', () => new Promise(() => {}));
    const client = await RawClient.sending(port, good('/') + NUL);
    await expect.poll(() => transport.inFlight).toBe(1);
    client.destroy();
    await expect.poll(() => transport.inFlight).toBe(0);
    expect(malformed).toEqual([]);
  });
});

// uWebSockets.js shows nothing of these either: it takes an empty name for the end of the headers, and waits for
// more after a CR that no LF follows. Both are refused by the deployment's load balancer, see test/faults/cluster.
describe('what only the parser of node:http refuses', () => {
  it.each([
    ['an empty name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    ['an empty name before a length', `POST / HTTP/1.1\r\n${HOST}: x\r\nContent-Length: 5\r\n\r\nlabel`],
    ['a bare CR in a value', `GET / HTTP/1.1\r\n${HOST}X-A: 1\rX-B: 2\r\n\r\n`],
  ])('refuses %s', async (_, text) => {
    const { port, paths } = await witness('node');
    const client = await RawClient.sending(port, text + SMUGGLED);
    expect((await client.answer())?.status).toBe(400);
    expect(await client.ends()).toBe(true);
    expect(paths).toEqual([]);
  });
});
