import { describe, expect, it } from 'vitest';
import { Loan } from '../../../src/borrowed-bytes.ts';
import type { Headers } from '../../../src/http/transport/transport.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { eventually } from '../../support/eventually.ts';
import { RawClient, within } from './raw-client.ts';
import { serve } from './served.ts';

const GET = 'GET / HTTP/1.1\r\nHost: labels.test\r\n\r\n';
const HEAD = 'HEAD / HTTP/1.1\r\nHost: labels.test\r\n\r\n';

describe.each(DRIVERS)('answers on %s', (driver) => {
  it('sends status, headers and body, whole', async () => {
    const { port } = await serve(driver, (exchange) => {
      exchange.send(
        422,
        [
          ['Content-Type', 'application/json'],
          ['X-Two', 'a'],
          ['X-Two', 'b'],
        ],
        '{"error":"größer"}',
      );
    });
    const client = await RawClient.sending(port, GET);
    const answer = await client.answer();
    expect(answer?.status).toBe(422);
    expect(answer?.headers['x-two']).toBe('a, b');
    expect(answer?.headers['content-length']).toBe('20');
    expect(answer?.headers['date']).toBeDefined();
    expect(answer?.body.toString('utf8')).toBe('{"error":"größer"}');
  });

  it('sends 304 without content or its length, and goes on with the connection', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(304, [['ETag', '"a"']], ''));
    const client = await RawClient.sending(port, GET);
    const first = await client.answer();
    client.write(GET);
    const second = await client.answer();
    for (const answer of [first, second]) {
      expect(answer?.status).toBe(304);
      expect(answer?.headers['etag']).toBe('"a"');
      expect(answer?.headers).not.toHaveProperty('content-length');
      expect(answer?.headers).not.toHaveProperty('transfer-encoding');
    }
  });

  it.each([
    [200, 'OK'],
    [303, 'See Other'],
    [304, 'Not Modified'],
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [408, 'Request Timeout'],
    [409, 'Conflict'],
    [413, 'Payload Too Large'],
    [415, 'Unsupported Media Type'],
    [422, 'Unprocessable Entity'],
    [429, 'Too Many Requests'],
    [431, 'Request Header Fields Too Large'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ])('names status %i', async (status, reason) => {
    const { port } = await serve(driver, (exchange) => exchange.send(status, [], ''));
    const client = await RawClient.connect(port);
    const first = new Promise((resolve) => client.socket.once('data', (bytes) => resolve(String(bytes))));
    client.write(GET);
    expect(await within(first)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} ${reason}\r\n`));
  });

  it.each([
    ['', 65_536, 'without a body'],
    ['', 1_000_000, 'for a large answer'],
    ['Content-Length: 4\r\n', 65_536, 'with half of its body'],
    ['Transfer-Encoding: chunked\r\n', 65_536, 'in chunks that have not come'],
  ])('sends borrowed bytes as they were when they were given: %j, %i, %s', async (framing, bytes) => {
    const { port } = await serve(driver, (exchange) => {
      const memory = new Uint8Array(new SharedArrayBuffer(bytes));
      const loan = new Loan();
      exchange.send(200, [], loan.lend(memory.fill(1)));
      loan.end();
      memory.fill(2);
    });
    const body = framing.startsWith('Content') ? 'ab' : '';
    const client = await RawClient.sending(port, `POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n${body}`);
    if (framing.startsWith('Transfer')) setTimeout(() => client.write('0\r\n\r\n'), 20);
    const answer = await client.answer();
    expect(answer?.body.equals(Buffer.alloc(bytes, 1))).toBe(true);
  });

  it('sends bytes of a view, not those around it', async () => {
    const { port } = await serve(driver, (exchange) => {
      exchange.send(200, [], new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4));
    });
    const client = await RawClient.sending(port, GET);
    expect([...((await client.answer())?.body ?? [])]).toEqual([1, 2, 3]);
  });

  it('sends headers that come as lines', async () => {
    const lines = '\r\nServer-Timing: queue;dur=1.5, render;dur=2\r\nX-Url: http://a:1/\r\nX-Empty: ';
    const { port } = await serve(driver, (exchange) => exchange.send(200, [['X-Name', 'a'], lines], ''));
    const client = await RawClient.sending(port, GET);
    expect((await client.answer())?.headers).toMatchObject({
      'server-timing': 'queue;dur=1.5, render;dur=2',
      'x-url': 'http://a:1/',
      'x-empty': '',
      'x-name': 'a',
    });
  });

  it('sends Latin-1 header values as bytes', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(200, [['X-Name', 'Größe\t\xff']], ''));
    const client = await RawClient.sending(port, GET);
    expect((await client.answer())?.headers['x-name']).toBe('Größe\t\xff');
  });

  it.each(['a\r\nSet-Cookie: x=1', 'a\nb', 'a\rb', 'a\0b', 'a\u0100b', 'a\ud83d\ude00b'])(
    'throws on the header value %j, and answers 500 in its place',
    async (value) => {
      const { port, errors } = await serve(driver, (exchange) =>
        exchange.send(200, [['X-Name', value]], 'injected'),
      );
      const client = await RawClient.sending(port, GET);
      const answer = await client.answer();
      expect(answer?.status).toBe(500);
      expect(JSON.parse(String(answer?.body))).toEqual({ error: 'The service failed.' });
      expect(errors).toEqual([expect.any(TypeError)]);
    },
  );

  it.each([
    ['text', 'twelve bytes'],
    ['bytes', Buffer.alloc(12, 'x')],
  ])('answers HEAD without the body of %s, and goes on with the connection', async (_, body) => {
    const { port } = await serve(driver, async (exchange) => {
      await Promise.resolve();
      exchange.send(200, [], body);
    });
    const client = await RawClient.connect(port);
    for (let round = 0; round < 3; round++) {
      client.write(HEAD);
      const answer = await client.answer(true);
      expect(answer?.status).toBe(200);
      expect(answer?.headers['content-length']).toBe('12');
    }
    client.write(GET);
    expect((await client.answer())?.body).toHaveLength(12);
    expect(client.rest).toHaveLength(0);
  });

  it('answers HEAD at once, without a body of a megabyte', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(200, [], Buffer.alloc(1_000_000)));
    const client = await RawClient.sending(port, HEAD);
    expect((await client.answer(true))?.headers['content-length']).toBe('1000000');
    client.write(HEAD);
    expect((await client.answer(true))?.status).toBe(200);
    expect(client.rest).toHaveLength(0);
  });

  it('ignores a second answer', async () => {
    const { port } = await serve(driver, (exchange) => {
      exchange.send(200, [], 'first');
      exchange.send(500, [['X-Bad', '\n']], 'second');
    });
    const client = await RawClient.sending(port, GET);
    expect(String((await client.answer())?.body)).toBe('first');
    client.write(GET);
    expect(String((await client.answer())?.body)).toBe('first');
  });

  it('sends 32 MiB to a client that takes them slowly', async () => {
    const bytes = Buffer.alloc(32 * 1024 * 1024);
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
    const headers: Headers = [['Content-Type', 'application/octet-stream']];
    const { port } = await serve(driver, (exchange) => exchange.send(200, headers, bytes));
    const client = await RawClient.connect(port);
    const parts: Buffer[] = [];
    let received = 0;
    client.socket.removeAllListeners('data');
    client.write(GET);
    const head = await new Promise<number>((resolve) => {
      let headBytes = -1;
      client.socket.on('data', (chunk) => {
        parts.push(chunk);
        received += chunk.length;
        if (headBytes < 0) headBytes = chunk.indexOf('\r\n\r\n') + 4;
        if (received === headBytes + bytes.length) resolve(headBytes);
        client.socket.pause();
        setTimeout(() => client.socket.resume(), parts.length % 64 === 0 ? 5 : 0);
      });
    });
    expect(Buffer.concat(parts).subarray(head).equals(bytes)).toBe(true);
    client.destroy();
  });
});

describe('answers to clients that take nothing', () => {
  // Both drivers wait while this one waits: about ten seconds, which is the time they give such a client.
  it.each([[DRIVERS]])('cuts the connection on %s', async (drivers) => {
    await Promise.all(
      drivers.map(async (driver) => {
        const { port, transport } = await serve(driver, (exchange) => {
          exchange.send(200, [], Buffer.alloc(32 * 1024 * 1024));
        });
        const client = await RawClient.connect(port);
        client.socket.pause();
        client.write(GET);
        await new Promise((resolve) => setTimeout(resolve, 100));
        // Nothing but the cut ends the exchange, for which a transport that closes waits.
        await within(transport.close(600_000));
        client.destroy();
      }),
    );
  });

  it.each(DRIVERS)('gives up the oldest of them where they are too much, on %s', async (driver) => {
    const { port, transport, errors } = await serve(
      driver,
      (exchange) => exchange.send(200, [], Buffer.alloc(16_000_000, 7)),
      { unsentBytesMax: 20_000_000 },
    );
    const idle = await RawClient.connect(port);
    idle.socket.pause();
    idle.write(GET);
    await eventually(() => expect(transport.inFlight).toBe(1));
    expect((await (await RawClient.sending(port, GET)).answer())?.body).toHaveLength(16_000_000);
    idle.socket.resume();
    expect(await idle.answer()).toBeNull();
    expect(errors).toHaveLength(1);
  });
});
