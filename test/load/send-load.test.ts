import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { PlannedRequest, RequestOutcome } from '../../src/load/request-plan.ts';
import { type LoadPlan, sendLoad } from '../../src/load/send-load.ts';
import { eventually } from '../support/eventually.ts';
import { isInstalled } from '../support/installed.ts';
import { KEY, LABEL_ID, useImitatedService } from './imitated-service.ts';

const service = useImitatedService();

function* requests(): Generator<PlannedRequest, never> {
  for (let number = 0; ; number++)
    yield { kind: 'zpl', labelId: LABEL_ID, path: '/label-api/labels/x/render', body: String(number) };
}

async function fired(plan: Partial<LoadPlan>, onOutcome: (outcome: RequestOutcome) => void = () => {}) {
  const outcomes: RequestOutcome[] = [];
  const { signal } = new AbortController();
  const most = { connections: 4, rate: null, seconds: 0.5, p99BoundMs: 250 };
  const whole = { key: KEY, ...most, requests: requests(), signal, ...plan };
  const result = await sendLoad({ url: new URL(service.url), ...whole }, (outcome) => {
    outcomes.push(outcome);
    onOutcome(outcome);
  });
  return { outcomes, ...result };
}

/** Fires until so many requests have come to something, however long that takes. */
async function firedUntil(count: number, plan: Partial<LoadPlan>) {
  const stop = new AbortController();
  let finished = 0;
  return fired({ ...plan, seconds: 600, signal: stop.signal }, () => {
    if (++finished === count) stop.abort();
  });
}

const statuses = (outcomes: readonly RequestOutcome[]): readonly (number | null)[] => [
  ...new Set(outcomes.map(({ status }) => status)),
];

it('sends each request once, with the key, and tells what came of it', async () => {
  const keys = new Set<string | undefined>();
  service.answers(({ answer }) => {
    keys.add(answer.req.headers['x-api-key']?.toString());
    answer.setHeader('Server-Timing', 'auth;dur=1.5').end('x'.repeat(100_000));
  });
  const { outcomes } = await fired({ rate: 40 });
  expect(service.received.map(({ body }) => Number(body)).toSorted((a, b) => a - b)).toEqual([
    ...outcomes.keys(),
  ]);
  expect(statuses(outcomes)).toEqual([200]);
  expect(outcomes[0]?.headers.get('server-timing')).toBe('auth;dur=1.5');
  expect([...keys]).toEqual([KEY]);
});

it('spreads the requests of a rate over the time: they do not come in one go', async () => {
  // Unless the machine stands still meanwhile.
  await eventually(async () => {
    const before = service.received.length;
    const { outcomes, unsent } = await fired({ rate: 20, connections: 20, seconds: 1 });
    expect(outcomes.length + unsent).toBeGreaterThanOrEqual(19);
    const [first, last] = [service.received[before]?.at ?? 0, service.received.at(-1)?.at ?? 0];
    expect(last - first).toBeGreaterThan(500);
  });
});

it('counts how long a request that is due waits for a free connection', async () => {
  service.answers(({ answer }) => void setTimeout(() => answer.end(), 300));
  const began = performance.now();
  const { outcomes, unsent } = await firedUntil(2, { rate: 20, connections: 1 });
  const [first = Number.NaN, second = Number.NaN] = outcomes.map(({ waitMs }) => waitMs);
  // The first one waits for a busy machine at most, not for its answer; the second one is due 50 ms after it.
  expect(first).toBeLessThanOrEqual((service.received[0]?.at ?? 0) - began);
  expect(second - first).toBeGreaterThan(200);
  expect(unsent).toBeGreaterThan(5);
});

it('sends the next request when one is answered, where there is no rate', async () => {
  let underWay = 0;
  let most = 0;
  service.answers(({ answer }) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      answer.end();
    }, 20);
  });
  const { outcomes } = await firedUntil(9, { connections: 3 });
  expect(most).toBe(3);
  expect(outcomes.length).toBeGreaterThan(3);
});

it('waits for the last answers before it ends', async () => {
  const stop = new AbortController();
  service.answers(({ answer }) => {
    if (service.received.length === 2) stop.abort();
    setTimeout(() => answer.end(), 400);
  });
  const { outcomes } = await fired({ connections: 2, seconds: 600, signal: stop.signal });
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
});

it('does not give up an answer that takes less than the service may', async () => {
  service.answers(({ answer }) => void setTimeout(() => answer.end(), 5100));
  const { outcomes } = await fired({ connections: 1, seconds: 0.1 });
  expect(statuses(outcomes)).toEqual([200]);
});

it('goes on after a connection that broke in the middle of an answer', async () => {
  service.answers(({ body, socket, answer }) => {
    if (body !== '1') answer.end('whole');
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf');
  });
  const { outcomes } = await firedUntil(4, { rate: 20, connections: 1 });
  const lost = outcomes.filter(({ status }) => status === null);
  expect(lost.map(({ request }) => request.body)).toEqual(['1']);
  expect(outcomes.at(-1)?.status).toBe(200);
  expect(outcomes.length).toBeGreaterThan(3);
});

it('ends early when it is stopped', async () => {
  const stop = new AbortController();
  const plan = { seconds: 600, connections: 1, signal: stop.signal };
  const { outcomes, seconds } = await fired(plan, ({ request }) => {
    if (request.body === '5') stop.abort();
  });
  expect(outcomes.length).toBeLessThan(10);
  expect(seconds).toBeLessThan(600);
  expect((await fired(plan)).outcomes).toEqual([]);
});

it('ends with the error that its listener throws', async () => {
  const throwing = fired({ seconds: 600 }, () => {
    throw new Error('enough');
  });
  await expect(throwing).rejects.toThrow('enough');
});

it('says so when the service goes away', async () => {
  const url = new URL(service.url);
  url.port = '9';
  await expect(fired({ url, seconds: 600 })).rejects.toThrow(/is unreachable .*ECONNREFUSED/);
});

it('pauses before it connects again, so that a service can start again meanwhile', async () => {
  const stop = new AbortController();
  const times: number[] = [];
  const server = createTcpServer((socket) => {
    socket.resetAndDestroy();
    if (times.push(performance.now()) === 4) stop.abort();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await fired({ url, connections: 1, seconds: 600, signal: stop.signal });
  const [first = Number.NaN, , , last = Number.NaN] = times;
  // Three pauses of 20 ms, each after a reset, of which timers may end a part of a millisecond early.
  expect(last - first).toBeGreaterThan(57);
});

it.skipIf(!isInstalled('openssl'))('sends nothing to a server whose certificate is not trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-load-'));
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '1', '-subj', '/CN=localhost'];
  spawnSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', keyPath, '-out', certPath]);
  let requests = 0;
  const server = createServer({ key: readFileSync(keyPath), cert: readFileSync(certPath) }, (_, answer) => {
    requests++;
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`);
  await expect(fired({ url, seconds: 600 })).rejects.toThrow(/certificate of localhost:\d+ is not trusted/);
  expect(requests).toBe(0);
  server.close();
  rmSync(folder, { recursive: true });
});
