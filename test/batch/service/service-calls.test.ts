import { once, setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listRequest, renderRequest } from '../../../src/api-client/api-requests.ts';
import { BatchStopped, BatchUsage } from '../../../src/batch/batch-failure.ts';
import { fetchLabel } from '../../../src/batch/service/saved-label.ts';
import { ServiceCalls } from '../../../src/batch/service/service-calls.ts';
import { type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { type Behaviour, breaks, page, refuses, useFront } from './front.ts';

const api = useService({}, useDatabase());
const front = useFront(api);

const never = new AbortController().signal;
setMaxListeners(0, never);
const list = listRequest({});

/** Calls through the front, and the lines that people see meanwhile. */
async function callsOf(shop?: TestAccount): Promise<{ calls: ServiceCalls; told: (string | null)[] }> {
  const told: (string | null)[] = [];
  const watcher = { waiting: (what: string | null) => void told.push(what), note: () => {} };
  const { key } = shop ?? (await api.account());
  return { calls: new ServiceCalls({ url: front.url, key, concurrency: null, watcher }), told };
}

/** The first requests meet these, the later ones the service. */
function script(...behaviours: readonly Behaviour[]): void {
  const rest = [...behaviours];
  front.does(() => rest.shift() ?? null);
}

describe('a request of a batch', () => {
  it.each([
    ['a broken connection', breaks, /^No answer came from http/],
    ['the page of a proxy', page(502), /^Something other than the service answered.*502/],
    ['a failure of the service', refuses(500, 'internal'), /^500: Refused: internal\.$/],
    [
      'a service without room',
      refuses(503, 'busy', { 'retry-after': '1' }),
      /^503: Refused: busy\., [12] s$/,
    ],
    [
      'a budget that others used up',
      refuses(429, 'budget_exceeded', { 'retry-after': '1' }),
      /^429: budget, [12] s$/,
    ],
  ])('is sent again after %s, which is reported until it is over', async (_, fault, what) => {
    script(fault, fault);
    const { calls, told } = await callsOf();
    expect((await calls.send(list, never)).data).toEqual([]);
    expect(told.filter((text) => text !== null)).toEqual([
      expect.stringMatching(what),
      expect.stringMatching(what),
    ]);
    expect(told.at(-1)).toBeNull();
    expect(front.asked.map(({ status }) => status === 200)).toEqual([false, false, true]);
  });

  it.each([
    ['a page with status 200', page(200), /Something other than the service answered/],
    ['a page of a firewall', page(403), /Something other than the service answered/],
    [
      'a redirect',
      (response) => void response.writeHead(301, { location: 'https://x.example/' }).end(),
      /redirect to https:\/\/x\.example/,
    ],
    [
      'an answer that is larger than any',
      (response) => void response.end(Buffer.alloc(34_000_000)),
      /larger than/,
    ],
    ['an unknown key', refuses(401, 'key_unknown'), /Make a new key .*--resume/],
    ['an account without a plan', refuses(403, 'entitlement_inactive'), /Pro plan/],
    ['a deleted label', refuses(404, 'label_not_found'), /It was deleted/],
    ['a label without ZPL', refuses(409, 'zpl_not_saved'), /Save the label with ZPL first/],
  ] satisfies [string, Behaviour, RegExp][])(
    'stops the batch at once after %s',
    async (_, fault, message) => {
      script(fault, fault);
      const { calls } = await callsOf();
      const error = await calls.send(list, never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BatchStopped);
      expect((error as Error).message).toMatch(message);
      expect((error as Error).message).not.toContain('\n');
      expect(front.asked).toHaveLength(1);
    },
  );

  it.each([429, 503])('waits as long as a gateway asks for by a %i', async (status) => {
    script(page(status, { 'retry-after': '2' }));
    const { calls, told } = await callsOf();
    const from = performance.now();
    expect((await calls.send(list, never)).data).toEqual([]);
    expect(performance.now() - from).toBeGreaterThanOrEqual(2000);
    expect(told[0]).toMatch(new RegExp(`^Something other than the service answered.*${status}.*, [23] s$`));
  });

  it('is sent fewer at once while a gateway has no room', async () => {
    const { calls } = await callsOf();
    expect(calls.concurrency).toBe(2);
    script(page(503, { 'retry-after': '1' }));
    await calls.send(list, never);
    expect(calls.concurrency).toBe(1);
  });

  const decades = /wait of 24855 days 3 hours,/;
  it.each([
    ['3660', /wait of 1 hour 1 minute,/],
    ['2147484', /wait of 24 days 21 hours,/],
    ['9'.repeat(400), decades],
    ['Fri, 31 Dec 9999 23:59:59 GMT', decades],
  ])('stops the batch at once when a wait of more than an hour is asked for: %s', async (text, wait) => {
    const headers = { 'retry-after': text };
    for (const [status, fault] of [
      [429, refuses(429, 'guard_exceeded', headers)],
      [503, refuses(503, 'busy', headers)],
      [429, page(429, headers)],
      [503, page(503, headers)],
    ] as const) {
      const before = front.asked.length;
      script(fault, fault);
      const { calls } = await callsOf();
      const error = await calls.send(list, never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BatchStopped);
      const { message } = error as Error;
      expect(message).toMatch(wait);
      expect(message).toContain(`${front.url} answers ${status} and asks for a `);
      expect(message).toMatch(/run the command again after that wait$/);
      expect(front.asked.length - before).toBe(1);
    }
  });

  it.each(['1e400', '-5', 'NaN', '0', '1.5'])(
    'is sent again after some time of its own when nothing that makes sense is asked for: %s',
    async (text) => {
      script(...[1, 2].map(() => refuses(503, 'busy', { 'retry-after': text })));
      const { calls } = await callsOf();
      const from = performance.now();
      await calls.send(list, never);
      expect(performance.now() - from).toBeGreaterThanOrEqual(250);
      expect(front.asked).toHaveLength(3);
    },
  );

  it('is never made with an address, a key or an id that cannot be right', async () => {
    const shop = await api.account();
    const { key } = shop;
    const watcher = { waiting: () => {}, note: () => {} };
    const made = (options: object) =>
      new ServiceCalls({ url: front.url, key, concurrency: null, watcher, ...options });
    expect(() => made({ url: 'labels.example' })).toThrow(BatchUsage);
    expect(() => made({ key: 'svc_1' })).toThrow('key must be svc_ and 48 lower-case hexadecimal digits');
    const fetching = fetchLabel(made({}), 'shelf.zpl', never);
    await expect(fetching).rejects.toThrow(new BatchUsage('labelId must be a UUID of version 1 to 5'));
    expect(front.asked).toEqual([]);
  });

  it('is given up when it fails three times while another is answered', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    front.does(({ path }) => (path.endsWith('/render') ? refuses(500, 'internal') : null));
    const { calls } = await callsOf(shop);
    const render = calls.send(renderRequest(id, 'zpl', '{}'), never);
    await expect(render).rejects.toMatchObject({ name: 'RefusedError', status: 500 });
    expect(front.asked.filter(({ status }) => status === 500)).toHaveLength(3);
  });

  it('ends with the reason of its signal while it waits', async () => {
    front.does(() => refuses(503, 'busy', { 'retry-after': '60' }));
    const { calls, told } = await callsOf();
    const controller = new AbortController();
    const sent = calls.send(list, controller.signal);
    await expect.poll(() => told.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    expect(told.at(-1)).toBeNull();
  });
});

it('keeps no connection open once the calls are closed', async () => {
  const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connections = () => promisify(server.getConnections.bind(server))();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { key } = await api.account();
  const watcher = { waiting: () => {}, note: () => {} };
  const calls = new ServiceCalls({ url, key, concurrency: null, watcher });
  await expect(calls.send(list, never)).rejects.toThrow(BatchStopped);
  expect(await connections()).toBe(1);
  await calls.close();
  await expect.poll(connections).toBe(0);
  server.close();
});

describe('the number of requests under way', () => {
  const many = (calls: ServiceCalls, count: number) =>
    Promise.all(Array.from({ length: count }, () => calls.send(list, never)));

  it('begins with two, and grows when these were answered', async () => {
    const { calls } = await callsOf();
    expect(calls.concurrency).toBe(2);
    await many(calls, 8);
    expect(calls.concurrency).toBe(3);
    await many(calls, 50);
    expect(front.mostUnderWay).toBeGreaterThan(2);
    expect(front.mostUnderWay).toBeLessThanOrEqual(32);
  });

  it('goes down where the service has no room for more', async () => {
    let answered = 0;
    front.does(() => {
      if (answered === 4) return refuses(503, 'busy', { 'retry-after': '1' });
      answered++;
      return null;
    });
    const { calls } = await callsOf();
    const sent = many(calls, 8);
    await expect.poll(() => calls.concurrency).toBe(1);
    front.does(() => null);
    await sent;
  });

  it('is never greater than the user says', async () => {
    const shop = await api.account();
    const watcher = { waiting: () => {}, note: () => {} };
    const calls = new ServiceCalls({ url: front.url, key: shop.key, concurrency: 1, watcher });
    await many(calls, 20);
    expect(front.mostUnderWay).toBe(1);
  });
});
