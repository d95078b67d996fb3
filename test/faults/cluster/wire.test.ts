import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MALFORMED_CHUNKS } from '../../contract/transport/malformed-chunks.ts';
import { RawClient } from '../../contract/transport/raw-client.ts';
import { serve } from '../../contract/transport/served.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { type Balancer, haproxyIsInstalled, startBalancer } from './balancer.ts';

const HOST = 'Host: labels.test\r\n';
const next = (path: string): string => `GET ${path}/next HTTP/1.1\r\n${HOST}\r\n`;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${HOST}`;
const post = (path: string): string => `POST ${path} HTTP/1.1\r\n${HOST}`;
const CODING = 'Transfer-Encoding: chunked\r\n';

/**
 * Requests that the native parser lets through, or leaves without an answer for ten seconds, each on a path of its own.
 */
const HIDDEN = [
  ...MALFORMED_CHUNKS.map(
    ([name, chunks]) => [name, (path: string) => `${post(path)}${CODING}\r\n${chunks}`] as const,
  ),
  ['an extension', (path: string) => `${post(path)}${CODING}\r\n2;a=b\r\n{}\r\n0;c\r\n\r\n`] as const,
  ['an empty name', (path: string) => `${get(path)}: x\r\n\r\n`] as const,
  ['one before a length', (path: string) => `${post(path)}: x\r\nContent-Length: 2\r\n\r\n{}`] as const,
  ['one before a coding', (path: string) => `${post(path)}: x\r\n${CODING}\r\n2\r\n{}\r\n0\r\n\r\n`] as const,
  ['a bare CR in a value', (path: string) => `${get(path)}X-A: 1\rX-B: 2\r\n\r\n`] as const,
  ['a bare CR before the request', (path: string) => `\r${get(path)}\r\n`] as const,
  ['a PROXY preamble', (path: string) => `\r\n\r\n\0\r\nQUIT\n\x20\0\0\0${get(path)}\r\n`] as const,
].map(([name, text], at) => [name, `/${100 + at}`, text] as const);

describe.skipIf(!haproxyIsInstalled()).each(DRIVERS)('the deployed load balancer before %s', (driver) => {
  let balancer: Balancer;
  let seen: string[] = [];

  beforeEach(async () => {
    const { port } = await serve(driver, async (exchange) => {
      const body = await exchange.body(65_536, 10_000);
      if (exchange.path.endsWith('z')) return exchange.send(200, [], '');
      seen.push(`${exchange.path} ${body.kind === 'read' ? String(body.bytes) : body.kind}`);
      exchange.send(200, [], '');
    });
    balancer = await startBalancer([{ port, opsPort: port }]);
    seen = [];
  });
  afterEach(() => balancer.stop());

  it('refuses what the native parser lets through, or passes it on in a form that has one reading', async () => {
    await Promise.all(
      HIDDEN.map(async ([name, path, text]) => {
        const client = await RawClient.sending(balancer.port, text(path) + next(path));
        const first = await client.answer();
        if (first?.status === 200) {
          expect((await client.answer())?.status, name).toBe(200);
          expect(
            seen.filter((one) => one.startsWith(path)),
            name,
          ).toEqual([`${path} {}`, `${path}/next `]);
        } else {
          expect(first?.status, name).toBe(400);
          expect(await client.ends(), name).toBe(true);
          expect(
            seen.filter((one) => one.startsWith(path)),
            name,
          ).toEqual([]);
        }
      }),
    );
  });
});
