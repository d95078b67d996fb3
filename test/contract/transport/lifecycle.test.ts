import { Agent, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openTransport } from '../../../src/http/transport/driver.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { RawClient, within } from './raw-client.ts';
import { echo, serve } from './served.ts';

/** Containers often have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

const GET = 'GET / HTTP/1.1\r\nHost: labels.test\r\n\r\n';

function open(driver: 'uws' | 'node') {
  const options = {
    handler: echo,
    onError: () => {},
    onMalformed: () => {},
    maxBodyBytes: 10,
    requestDeadlineMs: PATIENCE_MS,
  };
  return openTransport(driver, options, () => {});
}

describe.each(DRIVERS)('the life of a listener on %s', (driver) => {
  it('takes a free port for port 0, and says which', async () => {
    const transport = open(driver);
    const listening = await transport.listen('127.0.0.1', 0);
    expect(listening.host).toBe('127.0.0.1');
    expect(listening.port).toBeGreaterThan(0);
    expect(transport.driver).toBe(driver);
    await transport.close(0);
  });

  it.each(DRIVERS)('refuses a port that another listener (%s) has, and names it', async (other) => {
    const first = await serve(other, echo);
    const second = open(driver);
    await expect(second.listen('127.0.0.1', first.port)).rejects.toThrow(`127.0.0.1:${first.port}`);
    await second.close(0);
    const client = await RawClient.sending(first.port, GET);
    expect((await client.answer())?.status).toBe(200);
  });

  it('gives the port back when it closes', async () => {
    const port = await freePort();
    for (const transport of [open(driver), open(driver)]) {
      expect((await transport.listen('127.0.0.1', port)).port).toBe(port);
      await transport.close(0);
    }
  });

  it.runIf(hasIpv6)('listens on IPv6, with the usual form of addresses', async () => {
    const transport = openTransport(
      driver,
      {
        handler: (exchange) => exchange.send(200, [], exchange.remoteAddress),
        onError: () => {},
        onMalformed: () => {},
        maxBodyBytes: 10,
        requestDeadlineMs: PATIENCE_MS,
      },
      () => {},
    );
    const { port } = await transport.listen('::', 0);
    for (const host of ['::1', '127.0.0.1']) {
      const client = await RawClient.connect(port, host);
      client.write(GET);
      expect(String((await client.answer())?.body)).toBe(host);
    }
    await transport.close(0);
  });

  it('serves beside 200 idle connections, and closes them', async () => {
    const { port, transport } = await serve(driver, echo);
    const idle = await Promise.all(Array.from({ length: 200 }, () => RawClient.connect(port)));
    const client = await RawClient.sending(port, GET);
    expect((await client.answer())?.status).toBe(200);
    await within(transport.close(600_000));
    await within(Promise.all(idle.map(({ closed }) => closed)));
  });

  it('finishes what is under way before it closes, and takes nothing new', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const { port, transport } = await serve(driver, async (exchange) => {
      begun += 1;
      await released;
      exchange.send(200, [], 'done');
    });
    const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.sending(port, GET)));
    await expect.poll(() => begun).toBe(20);
    const closing = transport.close(600_000);
    expect(transport.close(600_000)).toBe(closing);
    await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED');
    release();
    for (const client of clients) {
      const answer = await client.answer();
      expect(String(answer?.body)).toBe('done');
      expect(answer?.headers['connection']).toBe('close');
      expect(await client.ends()).toBe(true);
    }
    await within(closing);
  });

  it('lets a large answer out before it closes', async () => {
    const bytes = Buffer.alloc(16 * 1024 * 1024, 'x');
    const { port, transport } = await serve(driver, (exchange) => exchange.send(200, [], bytes));
    const client = await RawClient.connect(port);
    client.socket.pause();
    await client.flush(GET);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closing = transport.close(600_000);
    client.socket.resume();
    expect((await client.answer())?.body).toHaveLength(bytes.length);
    await within(closing);
  });

  it('answers requests that come on open connections while it closes, as their last', async () => {
    const { port, transport } = await serve(driver, echo);
    const clients = await Promise.all(Array.from({ length: 10 }, () => RawClient.sending(port, GET)));
    for (const client of clients) expect((await client.answer())?.headers['connection']).not.toBe('close');
    const closing = transport.close(600_000);
    for (const client of clients) client.write(GET);
    for (const client of clients) {
      expect(await client.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
      expect(await client.ends()).toBe(true);
    }
    await within(closing);
  });

  it('cuts what is still under way after the grace', async () => {
    let begun = false;
    const { port, transport } = await serve(driver, () => {
      begun = true;
      return new Promise(() => {});
    });
    const client = await RawClient.sending(port, GET);
    await expect.poll(() => begun).toBe(true);
    await within(transport.close(30));
    expect(await client.answer()).toBeNull();
  });

  it('breaks off no answer when it closes under load', async () => {
    const { port, transport } = await serve(driver, async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      await echo(exchange);
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const outcomes: string[] = [];
    let stop = false;
    const worker = async (): Promise<void> => {
      // oxlint-disable-next-line no-unmodified-loop-condition -- the test sets it while these run
      while (!stop) {
        const outcome = await post(port, agent);
        outcomes.push(outcome);
        if (outcome !== '200 label') return;
      }
    };
    const workers = Array.from({ length: 20 }, worker);
    await expect.poll(() => outcomes.length).toBeGreaterThan(200);
    await within(transport.close(600_000));
    stop = true;
    await within(Promise.all(workers));
    agent.destroy();
    // A connection can end before a request on it is read; an answer that began is whole.
    const odd = outcomes.filter(
      (text) => text !== '200 label' && text !== 'ECONNREFUSED' && text !== 'ECONNRESET',
    );
    expect(odd).toEqual([]);
  });
});

/** Status and body, the code of a failure before the answer, or `truncated`. */
function post(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({ port, agent, method: 'POST' }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += String(chunk);
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${body}`));
      answer.on('error', () => resolve('truncated'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EPIPE' ? 'ECONNRESET' : `${error.code}`),
    );
    sent.end('label');
  });
}
