import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/transport/transport.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { RawClient, within } from './raw-client.ts';
import { serve } from './served.ts';

const GET = 'GET / HTTP/1.1\r\nHost: labels.test\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: labels.test\r\nContent-Length: 5\r\n\r\nlabel';

describe.each(DRIVERS)('failures on %s', (driver) => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('a bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug'))],
    [
      'rejects later',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw new Error('a bug');
      },
    ],
    [
      'throws after it read the body',
      async (exchange: Exchange) => {
        await exchange.body(65_536, PATIENCE_MS);
        throw new Error('a bug');
      },
    ],
  ])('answers 500 for a handler that %s, and serves the next request', async (_, handler) => {
    const { port, errors } = await serve(driver, handler);
    const client = await RawClient.connect(port);
    for (const round of [1, 2]) {
      client.write(POST);
      const answer = await client.answer();
      expect(answer?.status).toBe(500);
      expect(answer?.headers['content-type']).toBe('application/json');
      expect(answer?.headers['x-svc-error-code']).toBe('internal');
      expect(String(answer?.body)).toBe('{"error":"The service failed."}');
      expect(errors).toHaveLength(round);
    }
    expect(String(errors[0])).toBe('Error: a bug');
  });

  it('reports what a handler throws after its answer, which stays the answer', async () => {
    const { port, errors } = await serve(driver, (exchange) => {
      exchange.send(200, [], 'fine');
      throw new Error('a bug');
    });
    const client = await RawClient.sending(port, GET);
    expect(String((await client.answer())?.body)).toBe('fine');
    expect(errors).toHaveLength(1);
  });

  it('survives an error report that throws', async () => {
    const { port } = await serve(
      driver,
      () => {
        throw new Error('a bug');
      },
      {
        onError: () => {
          throw new Error('another');
        },
      },
    );
    const client = await RawClient.sending(port, GET);
    expect((await client.answer())?.status).toBe(500);
  });

  it('ends the connection when an answer cannot be written, and reports why', async () => {
    const { port, errors } = await serve(driver, (exchange) => {
      exchange.send(200, [], 7 as unknown as string);
    });
    const client = await RawClient.sending(port, GET);
    expect(await client.answer()).toBeNull();
    expect(errors).toHaveLength(1);
  });

  it('answers 503 for a handler that never does, and tells it to stop', async () => {
    let stopped = false;
    const { port, errors } = await serve(
      driver,
      (exchange) => {
        exchange.signal.addEventListener('abort', () => {
          stopped = true;
        });
        if (exchange.path === '/waits') return new Promise(() => {});
        return;
      },
      { requestDeadlineMs: 40 },
    );
    for (const path of ['/waits', '/returns']) {
      stopped = false;
      const client = await RawClient.sending(port, GET.replace('/', path));
      const answer = await client.answer();
      expect(answer?.status).toBe(503);
      expect(answer?.headers).toMatchObject({ 'retry-after': '1', 'x-svc-error-code': 'busy' });
      expect(JSON.parse(String(answer?.body))).toEqual({ error: expect.any(String) });
      expect(stopped).toBe(true);
    }
    expect(errors).toHaveLength(2);
  });

  it('fires the signal once when the client goes, after which nothing can go wrong', async () => {
    let fired = 0;
    let exchange: Exchange | undefined;
    let begun = (): void => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { port, errors, transport } = await serve(driver, (given) => {
      exchange = given;
      begun();
      return new Promise((resolve) => {
        given.signal.addEventListener('abort', () => {
          fired += 1;
          given.send(200, [], 'to nobody');
          resolve();
        });
      });
    });
    const client = await RawClient.sending(port, POST);
    await within(started);
    client.destroy();
    // Closing waits for the exchange, which only its client's going ends.
    await within(transport.close(600_000));
    expect(fired).toBe(1);
    exchange?.send(200, [], 'late');
    expect(await exchange?.body(65_536, PATIENCE_MS)).toEqual({ kind: 'aborted' });
    expect([exchange?.method, exchange?.header('host'), exchange?.remoteAddress]).toEqual([
      'POST',
      'labels.test',
      '127.0.0.1',
    ]);
    expect(errors).toEqual([]);
  });

  it('knows where a client was that has gone before a request without a body was answered', async () => {
    let exchange: Exchange | undefined;
    const { port, transport } = await serve(driver, (given) => {
      exchange = given;
      return new Promise((resolve) => given.signal.addEventListener('abort', () => resolve()));
    });
    const client = await RawClient.sending(port, GET);
    await expect.poll(() => exchange).toBeDefined();
    client.destroy();
    await within(transport.close(600_000));
    expect([exchange?.gone, exchange?.remoteAddress]).toEqual([true, '127.0.0.1']);
  });

  it('ends the connection of an answer that cannot be written, and is done with it', async () => {
    const { port, errors, transport } = await serve(driver, (exchange) =>
      exchange.send(200, [], 5 as unknown as string),
    );
    const client = await RawClient.sending(port, GET);
    await within(client.closed);
    expect(transport.inFlight).toBe(0);
    expect(errors).toHaveLength(1);
  });

  it('has a signal that is already fired for those who ask late', async () => {
    let gone: AbortSignal | undefined;
    const { port } = await serve(driver, async (exchange) => {
      if ((await exchange.body(65_536, PATIENCE_MS)).kind === 'aborted') gone = exchange.signal;
    });
    const client = await RawClient.sending(port, POST.slice(0, -1));
    await new Promise((resolve) => setTimeout(resolve, 30));
    client.destroy();
    await expect.poll(() => gone?.aborted).toBe(true);
  });

  it('does not fire the signal of an exchange that was answered', async () => {
    const signals: AbortSignal[] = [];
    const { port } = await serve(driver, (exchange) => {
      signals.push(exchange.signal);
      exchange.send(200, [], 'fine');
    });
    const client = await RawClient.sending(port, GET);
    await client.answer();
    client.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });
});
