import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { DRIVERS } from '../../support/drivers.ts';
import { runs } from '../../support/runs.ts';
import { BASE, type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { flooding, holding, malformedRequests, resetting } from './misbehaviour.ts';

const database = useDatabase();

/** More than the system keeps for a client that does not read. */
const LONG_ZPL = `^XA^FX${'x'.repeat(2_000_000)}^FS^XZ`;

describe.each(DRIVERS)('a service on %s', (driver) => {
  const app = useService({ HTTP_DRIVER: driver, BODY_TIMEOUT_MS: '400' }, database);
  let account: TestAccount;
  let label = '';
  let longLabel = '';
  const port = (): number => app.service.port;

  beforeAll(async () => {
    account = await app.account();
    label = `/labels/${(await account.label()).id}`;
    longLabel = `/labels/${(await account.label({ zpl: LONG_ZPL })).id}`;
  });

  const head = (): string => `HTTP/1.1\r\nHost: platen.test\r\nx-api-key: ${account.key}\r\n`;
  const renderRequest = (body: string, length = body.length): string =>
    `POST ${BASE}${label}/render ${head()}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

  /** Statuses of what a good client gets in the meantime, each once. */
  const goodTraffic = async (): Promise<number[]> => {
    const answers = Array.from({ length: 4 }, () => [
      account.get(label),
      account.post(`${label}/render`, { variables: { name: 'Good' } }),
      account.post(`${label}/render`, { format: 'png' }),
      account.post(`${label}/print`, { copies: 3 }),
    ]);
    return [...new Set((await Promise.all(answers.flat())).map(({ status }) => status))];
  };

  it('serves others beside 2000 idle connections', async () => {
    const since = performance.now();
    const idle = await holding(port(), 2000);
    const open = idle.sockets.filter((socket) => !socket.closed).length;
    // One that says nothing is ended after ten seconds.
    if (performance.now() - since < 9000) expect(open).toBe(2000);
    expect(await goodTraffic()).toEqual([200]);
    idle.end();
  });

  it('serves others beside bodies that do not come, and answers those 408', async () => {
    const slow = await holding(port(), 300, renderRequest('{', 100));
    expect(await goodTraffic()).toEqual([200]);
    const answers = await Promise.all(
      slow.sockets.map(async (socket) => {
        socket.resume();
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        return chunk.toString('latin1', 9, 12);
      }),
    );
    slow.end();
    expect(new Set(answers)).toEqual(new Set(['408']));
  });

  it('serves others beside clients that do not read, and those get all of it when they do', async () => {
    const slow = await holding(port(), 30, `GET ${BASE}${longLabel}/zpl ${head()}\r\n`);
    await pause(100);
    expect(await goodTraffic()).toEqual([200]);
    const received = await Promise.all(
      slow.sockets.map(async (socket) => {
        let bytes = 0;
        let headBytes = 0;
        for await (const chunk of socket) {
          if (bytes === 0) headBytes = (chunk as Buffer).indexOf('\r\n\r\n') + 4;
          bytes += (chunk as Buffer).length;
          if (bytes - headBytes >= LONG_ZPL.length) break;
        }
        return bytes - headBytes;
      }),
    );
    expect(new Set(received)).toEqual(new Set([LONG_ZPL.length]));
  });

  it('serves others after 1000 resets in the middle, and keeps nothing of those', async () => {
    await resetting(port(), 1000, renderRequest('{"format":"png","variables":{"name":"Gone"}}'));
    expect(await goodTraffic()).toEqual([200]);
    const gauges = async (): Promise<string[]> => {
      const text = await (await fetch(`${app.service.opsUrl}/metrics`)).text();
      return text.match(/^platen_(pool_running|pool_queued|http_in_flight) .+$/gm) ?? [];
    };
    const nothing = ['platen_http_in_flight 0', 'platen_pool_running 0', 'platen_pool_queued 0'];
    await expect
      .poll(async () => (await gauges()).toSorted(), { timeout: 30_000 })
      .toEqual(nothing.toSorted());
  });

  it('answers malformed requests as such or ends the connection, and serves others', async () => {
    const count = runs(3000);
    const [outcomes, good] = await Promise.all([
      flooding(port(), count, 16, malformedRequests(BASE, account.key)),
      goodTraffic(),
    ]);
    expect(Object.keys(outcomes).filter((outcome) => !/^(4\d\d|505|closed)$/.test(outcome))).toEqual([]);
    expect(Object.values(outcomes).reduce((sum, times) => sum + times, 0)).toBe(count);
    expect(outcomes['400']).toBeGreaterThan(count / 3);
    expect(good).toEqual([200]);
    expect(await goodTraffic()).toEqual([200]);
  });
});
