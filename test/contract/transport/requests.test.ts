import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/transport/transport.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { RawClient } from './raw-client.ts';
import { echo, serve } from './served.ts';

const HOST = 'Host: labels.test\r\n';

function describeRequest(exchange: Exchange): void {
  const { method, path, query, remoteAddress } = exchange;
  exchange.send(200, [], JSON.stringify({ method, path, query, remoteAddress }));
}

describe.each(DRIVERS)('requests on %s', (driver) => {
  it.each([
    ['GET /labels HTTP/1.1', { method: 'GET', path: '/labels', query: '' }],
    ['GET /labels?limit=5&offset=0 HTTP/1.1', { method: 'GET', path: '/labels', query: 'limit=5&offset=0' }],
    ['DELETE /a%2Fb/%7E?x=%20?y HTTP/1.1', { method: 'DELETE', path: '/a%2Fb/%7E', query: 'x=%20?y' }],
    ['PROPFIND /? HTTP/1.1', { method: 'PROPFIND', path: '/', query: '' }],
  ])('splits %s and decodes nothing', async (line, expected) => {
    const { port } = await serve(driver, describeRequest);
    const client = await RawClient.sending(port, `${line}\r\n${HOST}\r\n`);
    const answer = await client.answer();
    expect(JSON.parse(String(answer?.body))).toEqual({ ...expected, remoteAddress: '127.0.0.1' });
  });

  it('finds headers by their lower-case name, also after an await', async () => {
    const { port } = await serve(driver, async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const found = ['x-api-key', 'x-list', 'x-none', 'x-empty'].map((name) => exchange.header(name) ?? null);
      exchange.send(200, [], JSON.stringify(found));
    });
    const client = await RawClient.sending(
      port,
      `GET / HTTP/1.1\r\n${HOST}X-API-KEY:  svc_1 \r\nX-List: a\r\nx-empty:\r\nX-List: b\r\n\r\n`,
    );
    expect(JSON.parse(String((await client.answer())?.body))).toEqual(['svc_1', 'a, b', null, '']);
  });

  it('takes 5 KB of headers, and refuses 9 KB', async () => {
    const { port } = await serve(driver, describeRequest);
    const good = await RawClient.sending(port, `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(5000)}\r\n\r\n`);
    expect((await good.answer())?.status).toBe(200);
    const bad = await RawClient.sending(port, `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(9000)}\r\n\r\n`);
    const answer = await bad.answer();
    expect(answer?.status).toBe(431);
    // The other driver's parser answers by itself.
    if (driver === 'node') expect(answer?.headers['x-svc-error-code']).toBe('headers_too_large');
  });

  it('ignores an expectation that it does not know', async () => {
    const { port } = await serve(driver, echo);
    const client = await RawClient.connect(port);
    for (const text of ['one', 'two']) {
      client.write(`POST / HTTP/1.1\r\n${HOST}Expect: foo\r\nContent-Length: 3\r\n\r\n${text}`);
      const answer = await client.answer();
      expect([answer?.status, String(answer?.body)]).toEqual([200, text]);
    }
  });

  it.each(['GET /', 'HEAD /', 'GET http://labels.test/'])('refuses %s without a host', async (line) => {
    const served: string[] = [];
    const { port, errors, malformed } = await serve(driver, (exchange) => {
      served.push(exchange.path);
      exchange.send(200, [], '');
    });
    const client = await RawClient.sending(port, `${line} HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n${HOST}\r\n`);
    const answer = await client.answer(line.startsWith('HEAD'));
    expect(answer?.status).toBe(driver === 'uws' && line.includes('http:') ? 505 : 400);
    expect(await client.ends()).toBe(true);
    expect(served).toEqual([]);
    // The other driver's parser answers by itself.
    if (driver === 'uws') return;
    expect(answer?.headers).toMatchObject({
      connection: 'close',
      'content-type': 'application/json',
      'x-request-id': expect.stringMatching(/./),
      'x-svc-error-code': 'malformed_request',
    });
    const body = line.startsWith('HEAD') ? '' : '{"error":"The request is malformed: it has no Host."}';
    expect(String(answer?.body)).toBe(body);
    expect([errors.length, malformed.length]).toEqual([0, 1]);
  });

  it('answers several requests on one connection', async () => {
    const { port } = await serve(driver, echo);
    const client = await RawClient.connect(port);
    for (const text of ['one', 'two', '', 'four']) {
      client.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: ${text.length}\r\n\r\n${text}`);
      const answer = await client.answer();
      expect(String(answer?.body)).toBe(text);
      expect(answer?.headers['keep-alive']).toBe('timeout=7');
    }
  });

  // node:http answers pipelined requests in turn; uWebSockets.js does so only for those answered at once, and
  // otherwise ends the connection. Nobody may get the answer to another's request.
  it('never answers pipelined requests out of turn', async () => {
    const { port } = await serve(driver, async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, exchange.path === '/1' ? 30 : 1));
      exchange.send(200, [], exchange.path);
    });
    const client = await RawClient.sending(
      port,
      `GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}\r\n`,
    );
    const first = await client.answer();
    if (driver === 'uws') {
      expect(first).toBeNull();
    } else {
      expect(String(first?.body)).toBe('/1');
      expect(String((await client.answer())?.body)).toBe('/2');
    }
  });

  it('answers pipelined requests in turn when they are answered at once', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(200, [], exchange.path));
    const client = await RawClient.sending(
      port,
      `GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}\r\n`,
    );
    expect(String((await client.answer())?.body)).toBe('/1');
    expect(String((await client.answer())?.body)).toBe('/2');
  });
});

/** Bytes that another reader could take for a request of their own. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

describe.each(DRIVERS)('requests that could be read in two ways, on %s', (driver) => {
  // The parser of uWebSockets.js refuses some of these with a page of its own, so only the status is checked.
  it.each([
    ['two lengths that differ', 'Content-Length: 3\r\nContent-Length: 0\r\n'],
    ['two lengths alike', 'Content-Length: 3\r\nContent-Length: 3\r\n'],
    ['a list of lengths', 'Content-Length: 3, 3\r\n'],
    ['an empty length', 'Content-Length:\r\n'],
    ['a signed length', 'Content-Length: +3\r\n'],
    ['a negative length', 'Content-Length: -3\r\n'],
    ['a hexadecimal length', 'Content-Length: 0x3\r\n'],
    ['a length with a fraction', 'Content-Length: 3.0\r\n'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
    ['an identity coding', 'Transfer-Encoding: identity\r\n'],
    ['a coding before chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
    ['a coding after chunked', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a coding that only contains chunked', 'Transfer-Encoding: xchunked\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'],
    ['an empty coding', 'Transfer-Encoding:\r\n'],
    ['two hosts', 'Host: other.test\r\n'],
    ['two authorizations', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'],
    ['two keys', 'X-Api-Key: a\r\nx-api-key: b\r\n'],
    ['a space before the colon', 'Content-Length : 3\r\n'],
    ['a folded header', 'X-A: a\r\n b\r\n'],
    ['a NUL in a header', 'X-A: a\0b\r\n'],
  ])('refuses %s, and serves nothing that follows', async (_, headers) => {
    const served: string[] = [];
    const { port } = await serve(driver, (exchange) => {
      served.push(exchange.path);
      exchange.send(200, [], 'served');
    });
    for (const method of ['POST', 'HEAD', 'GET']) {
      const head = `${method} / HTTP/1.1\r\n${HOST}${headers}\r\n`;
      const alone = await RawClient.sending(port, head);
      expect((await alone.answer(method === 'HEAD'))?.status).toBe(400);
      expect(await alone.ends()).toBe(true);
      for (const body of ['', 'abc', '3\r\nabc\r\n0\r\n\r\n']) {
        const followed = await RawClient.sending(port, head + body + SMUGGLED);
        await followed.ends();
        const later = await RawClient.connect(port);
        await later.flush(head + body);
        await new Promise((resolve) => setTimeout(resolve, 5));
        later.write(SMUGGLED);
        await later.ends();
      }
    }
    expect(served).toEqual([]);
  });

  it('says in JSON what it refuses itself, and reports it', async () => {
    const { port, errors, malformed } = await serve(driver, echo);
    const client = await RawClient.sending(
      port,
      `GET / HTTP/1.1\r\n${HOST}X-Api-Key: a\r\nX-Api-Key: b\r\n\r\n`,
    );
    const answer = await client.answer();
    expect(answer?.headers['content-type']).toBe('application/json');
    expect(answer?.headers['x-svc-error-code']).toBe('malformed_request');
    expect(answer?.headers['connection']).toBe('close');
    expect(JSON.parse(String(answer?.body))).toEqual({
      error: 'The request is malformed: X-Api-Key must not be repeated.',
    });
    expect([errors.length, malformed.length]).toEqual([0, 1]);
  });

  it.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a bad field name', `GET / HTTP/1.1\r\n${HOST}X A: 1\r\n\r\n`],
    ['an absolute target', 'GET http://labels.test/a HTTP/1.1\r\nHost: labels.test\r\n\r\n'],
    ['an asterisk as target', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    ['another version', `GET / HTTP/2.0\r\n${HOST}\r\n`],
    ['an old version', `GET / HTTP/1.0\r\n${HOST}\r\n`],
  ])('refuses %s with 4xx or 505, and ends the connection', async (_, text) => {
    let served = 0;
    const { port } = await serve(driver, (exchange) => {
      served += 1;
      exchange.send(200, [], '');
    });
    const client = await RawClient.sending(port, text);
    const answer = await client.answer();
    expect(answer === null || answer.status === 400 || answer.status === 505).toBe(true);
    expect(await client.ends()).toBe(true);
    expect(served).toBe(0);
  });
});
