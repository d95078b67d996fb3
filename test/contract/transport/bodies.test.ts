import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { BodyResult } from '../../../src/http/transport/transport.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { standStill } from '../../support/stand-still.ts';
import { RawClient, within } from './raw-client.ts';
import { echo, serve } from './served.ts';

const HOST = 'Host: labels.test\r\n';

describe.each(DRIVERS)('request bodies on %s', (driver) => {
  it('reads a body by its length', async () => {
    const { port } = await serve(driver, echo);
    const text = 'a\0\xff'.repeat(1000);
    const client = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 3000\r\n\r\n${text}`,
    );
    expect((await client.answer())?.body.toString('latin1')).toBe(text);
  });

  it('reads a body in chunks', async () => {
    const { port } = await serve(driver, echo);
    const client = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n4\r\nlabe\r\n00A\r\nl and data\r\n0\r\n\r\n`,
    );
    expect(String((await client.answer())?.body)).toBe('label and data');
  });

  it.each(['', 'Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n'])(
    'reads an empty body (%j)',
    async (headers) => {
      const { port } = await serve(driver, echo);
      const end = headers.startsWith('Transfer') ? '0\r\n\r\n' : '';
      const client = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}${headers}\r\n${end}`);
      const answer = await client.answer();
      expect(answer?.status).toBe(200);
      expect(answer?.body).toHaveLength(0);
    },
  );

  it('reads a body that came before it was asked for', async () => {
    const { port } = await serve(driver, async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await echo(exchange);
    });
    const client = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nlabel`);
    expect(String((await client.answer())?.body)).toBe('label');
  });

  it('does not mind where the network cuts a request in two', async () => {
    const { port } = await serve(driver, echo);
    const requests = [
      `POST /a?b HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nlabel`,
      `POST /a?b HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\nlabel\r\n0\r\n\r\n`,
    ];
    const cuts = requests.flatMap((text) =>
      Array.from({ length: text.length - 1 }, (_, at) => [text, at + 1] as const),
    );
    const answers = await Promise.all(
      cuts.map(async ([text, at]) => {
        const client = await RawClient.connect(port);
        await client.flush(text.slice(0, at));
        await new Promise((resolve) => setTimeout(resolve, 20));
        client.write(text.slice(at));
        return `${at}: ${String((await client.answer())?.body)}`;
      }),
    );
    expect(answers).toEqual(cuts.map(([, at]) => `${at}: label`));
  });

  it('reads a body that comes a byte at a time', async () => {
    const { port } = await serve(driver, echo);
    const client = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 26\r\n\r\n`);
    const text = 'abcdefghijklmnopqrstuvwxyz';
    for (const byte of text) await client.flush(byte);
    expect(String((await client.answer())?.body)).toBe(text);
  });

  it.each([
    ['exactly as large as allowed', 65_536, 200],
    ['a byte larger', 65_537, 413],
  ])('judges a body %s, by length and in chunks', async (_, bytes, status) => {
    const { port } = await serve(driver, echo);
    const text = 'x'.repeat(bytes);
    const sized = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: ${bytes}\r\n\r\n${text}`,
    );
    expect((await sized.answer())?.status).toBe(status);
    const chunked = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    );
    expect((await chunked.answer())?.status).toBe(status);
  });

  it("keeps to the reader's own limit", async () => {
    const { port } = await serve(driver, async (exchange) => {
      exchange.send(200, [], (await exchange.body(4, PATIENCE_MS)).kind);
    });
    const client = await RawClient.connect(port);
    for (const [text, kind] of [
      ['1234', 'read'],
      ['12345', 'too_large'],
      ['12', 'read'],
    ] as const) {
      client.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: ${text.length}\r\n\r\n${text}`);
      expect(String((await client.answer())?.body)).toBe(kind);
    }
  });

  it('lets a client that uploads 1 MB see the 413', async () => {
    const { port } = await serve(driver, echo);
    for (const sized of [true, false]) {
      for (let round = 0; round < 5; round++) {
        expect(await upload(port, sized)).toBe(413);
      }
    }
  });

  it('lets a client see an answer that is sent without its body, and goes on with the connection', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(401, [], exchange.path));
    const client = await RawClient.sending(
      port,
      `POST /1 HTTP/1.1\r\n${HOST}Content-Length: 50000\r\n\r\nhalf`,
    );
    expect(String((await client.answer())?.body)).toBe('/1');
    client.write('x'.repeat(49_996));
    client.write(`POST /2 HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`);
    expect(String((await client.answer())?.body)).toBe('/2');
  });

  it('asks a client that expects it to go on', async () => {
    const { port } = await serve(driver, echo);
    const client = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
    );
    await expect.poll(() => String(client.rest)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    client.write('label');
    await expect.poll(() => String(client.rest)).toMatch(/\r\n\r\nlabel$/);
  });

  it('answers once when the rest of a body that nobody waits for is malformed', async () => {
    const { port } = await serve(driver, (exchange) => exchange.send(401, [], 'no'));
    const client = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`,
    );
    expect((await client.answer())?.status).toBe(401);
    client.write('zz\r\n');
    expect(await client.ends()).toBe(true);
    expect(client.rest).toHaveLength(0);
  });

  it('tells the handler to stop when the body turns out malformed', async () => {
    let stopped = false;
    const { port } = await serve(driver, async (exchange) => {
      exchange.signal.addEventListener('abort', () => {
        stopped = true;
      });
      await echo(exchange);
    });
    const client = await RawClient.sending(
      port,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.write('zz\r\n');
    expect(await client.ends()).toBe(true);
    expect(stopped).toBe(true);
  });

  it('gives up on a slow body when its time is over, answers, and ends the connection', async () => {
    const { port } = await serve(driver, async (exchange) => {
      exchange.send(408, [], (await exchange.body(65_536, 60)).kind);
    });
    for (const headers of [
      'Content-Length: 10\r\n\r\nhalf',
      'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ]) {
      const client = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}${headers}`);
      const answer = await client.answer();
      expect([answer?.status, String(answer?.body)]).toEqual([408, 'timeout']);
      expect(await client.ends()).toBe(true);
    }
  });

  it('counts the time of a body from its arrival', async () => {
    const { port } = await serve(driver, async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      exchange.send(200, [], (await exchange.body(65_536, 20)).kind);
    });
    const whole = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\nhalf`);
    expect(String((await whole.answer())?.body)).toBe('read');
    const half = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 8\r\n\r\nhalf`);
    expect(String((await half.answer())?.body)).toBe('timeout');
  });

  it.each(['waits for it', 'is about to ask for it'])(
    'reads a body that came in time, but while the process stood still, when the handler %s',
    async (when) => {
      let client: RawClient | undefined;
      const restComes = (): void => {
        client?.write('half');
        standStill(100);
      };
      const { port } = await serve(driver, async (exchange) => {
        const waits = when === 'waits for it';
        if (!waits) restComes();
        const body = exchange.body(65_536, 60);
        // After the clock of the body has started.
        if (waits) setImmediate(restComes);
        exchange.send(200, [], (await body).kind);
      });
      client = await RawClient.connect(port);
      client.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 8\r\n\r\nhalf`);
      expect(String((await client.answer())?.body)).toBe('read');
    },
  );

  it('says that a body was aborted when its client goes', async () => {
    let started = (): void => {};
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    let ended: (result: BodyResult) => void = () => {};
    const result = new Promise<BodyResult>((resolve) => {
      ended = resolve;
    });
    const { port } = await serve(driver, async (exchange) => {
      started();
      ended(await exchange.body(65_536, PATIENCE_MS));
      exchange.send(200, [], 'to nobody');
    });
    const client = await RawClient.sending(port, `POST / HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nhalf`);
    await within(begun);
    client.destroy();
    expect(await within(result)).toEqual({ kind: 'aborted' });
  });

  it.each(['zz\r\nabc', '-1\r\nabc', 'ffffffffffffffffff\r\nabc'])(
    'refuses bad chunks (%j) and ends the connection',
    async (chunk) => {
      const { port } = await serve(driver, echo);
      const client = await RawClient.sending(
        port,
        `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
      );
      const answer = await client.answer();
      expect(answer === null || answer.status === 400).toBe(true);
      expect(await client.ends()).toBe(true);
    },
  );
});

/** The status that an ordinary client sees of a 1 MB upload. */
function upload(port: number, sized: boolean): Promise<number> {
  const bytes = Buffer.alloc(1_000_000, 'x');
  return within(
    new Promise((resolve, reject) => {
      const sent = request({ port, method: 'POST', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', reject);
      if (sized) sent.setHeader('Content-Length', bytes.length);
      for (let at = 0; at < bytes.length; at += 50_000) sent.write(bytes.subarray(at, at + 50_000));
      sent.end();
    }),
  );
}
