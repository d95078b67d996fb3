import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatenClient, type PlatenClientOptions, RefusedError } from '../../src/api-client/platen-client.ts';
import { SlidingWindow } from '../../src/budget/window.ts';
import { KEY, LABEL_ID, page } from './scripted-server.ts';

const MINUTE = 60_000;
/** Units a minute. */
const BUDGET = 60;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** Time passes until the work is done. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => {});
  while (!state.isDone) {
    await vi.advanceTimersToNextTimerAsync();
    // Bodies of answers are read in turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return settled;
}

/** The error of a call that takes long, and the milliseconds after which it came. */
async function failureOf(call: Promise<unknown>): Promise<{ error: RefusedError; afterMs: number }> {
  const from = performance.now();
  const error = await inTime(call.catch((reason: unknown) => reason));
  if (!(error instanceof RefusedError)) throw new Error(`not refused: ${String(error)}`);
  return { error, afterMs: performance.now() - from };
}

function refusal(status: number, code: string, headers: Record<string, string>): Response {
  const body = JSON.stringify({ error: `Refused: ${code}.` });
  return new Response(body, { status, headers: { 'x-svc-error-code': code, ...headers } });
}

/** Without anything of the service's. */
const ofGateway = (status: number, retryAfter = '20'): Response =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });

const listed = (headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(page), { headers: { 'content-type': 'application/json', ...headers } });

const printed = (headers: Record<string, string>): Response =>
  new Response('^XA^XZ', {
    headers: {
      'content-type': 'application/vnd.printer-zpl',
      'x-svc-output-format': 'vector',
      ...headers,
    },
  });

interface Answering {
  readonly client: PlatenClient;
  /** When requests were answered, and by which status. */
  readonly answered: { readonly at: number; readonly status: number }[];
}

/** A client, and what answers its requests after 50 ms. */
function answering(
  answer: (request: { readonly path: string; readonly records: number }) => Response,
  options: Partial<PlatenClientOptions> = {},
): Answering {
  const answered: Answering['answered'] = [];
  const send: typeof fetch = async (input, init) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { records?: object[] }) : {};
    const response = answer({
      path: typeof input === 'string' ? input : '',
      records: body.records?.length ?? 1,
    });
    answered.push({ at: performance.now(), status: response.status });
    return response;
  };
  const url = 'https://labels.example/label-api';
  return { client: new PlatenClient({ url, key: KEY, fetch: send, ...options }), answered };
}

/** Answers as the service does that has this budget for the client. */
function withBudget(options: Partial<PlatenClientOptions> = {}, window = new SlidingWindow()): Answering {
  return answering(({ path, records }) => {
    const now = performance.now();
    const units = path.endsWith('/print') ? 5 + records : 1;
    const passes = window.fits(units, BUDGET, now);
    if (passes) window.add(units, now);
    const { remaining, resetSeconds } = window.state(BUDGET, now);
    const headers = {
      'ratelimit-policy': `"account";q=${BUDGET};w=60, "key";q=${2 * BUDGET};w=60`,
      ratelimit: `"account";r=${remaining};t=${resetSeconds}`,
    };
    if (passes) return units === 1 ? listed(headers) : printed(headers);
    const retryAfter = String(window.retryAfterSeconds(units, BUDGET, now));
    return refusal(429, 'budget_exceeded', { 'retry-after': retryAfter, ...headers });
  }, options);
}

const patient = { maxWaitMs: 60 * MINUTE, timeoutMs: 60 * MINUTE };
const refused = ({ answered }: Pick<Answering, 'answered'>): number =>
  answered.filter(({ status }) => status === 429).length;
const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

describe('calls of one client', () => {
  it('are all answered and none refused, as many as there are, once the budget is known', async () => {
    const service = withBudget(patient);
    await inTime(service.client.listLabels());
    await inTime(times(200, () => service.client.listLabels()));
    expect(service.answered).toHaveLength(201);
    expect(refused(service)).toBe(0);
    // 60 in each minute.
    expect(performance.now()).toBeLessThan(3.2 * MINUTE);
  });

  it('are all answered where the budget is not known at the start', async () => {
    const service = withBudget(patient);
    await inTime(times(200, () => service.client.listLabels()));
    expect(performance.now()).toBeLessThan(4.5 * MINUTE);
  });

  it('wait for what a print costs, and waste nothing', async () => {
    const service = withBudget(patient);
    const records = Array.from({ length: 25 }, () => ({}));
    await inTime(service.client.listLabels());
    const prints = times(8, () => service.client.print(LABEL_ID, { records }));
    await inTime(Promise.all([prints, times(59, () => service.client.listLabels())]));
    expect(refused(service)).toBe(0);
    // 300 units.
    expect(performance.now()).toBeLessThan(5.1 * MINUTE);
  });

  it('wait until enough has come back, not only something', async () => {
    const service = withBudget(patient);
    await inTime(service.client.listLabels());
    await vi.advanceTimersByTimeAsync(30_000);
    await inTime(times(BUDGET - 1, () => service.client.listLabels()));
    await inTime(service.client.print(LABEL_ID));
    expect(refused(service)).toBe(0);
    expect(performance.now()).toBeLessThan(1.6 * MINUTE);
  });

  it('share the budget with those of other clients', async () => {
    const window = new SlidingWindow();
    const services = [withBudget(patient, window), withBudget(patient, window)] as const;
    const all = services.map(({ client }) => times(60, () => client.listLabels()));
    await inTime(Promise.all(all));
    expect(services.map(({ answered }) => answered.length - refused({ answered }))).toEqual([60, 60]);
    expect(performance.now()).toBeLessThan(2.2 * MINUTE);
  });

  it('go out one after the other as they were made', async () => {
    const service = withBudget(patient);
    await inTime(times(BUDGET, () => service.client.listLabels()));
    const order: string[] = [];
    const print = service.client.print(LABEL_ID).then(() => order.push('print'));
    const list = service.client.listLabels().then(() => order.push('list'));
    await inTime(Promise.all([print, list]));
    expect(order).toEqual(['print', 'list']);
  });

  it('are not held up by what was known long ago', async () => {
    const service = withBudget();
    await inTime(times(BUDGET, () => service.client.listLabels()));
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const from = performance.now();
    await inTime(times(BUDGET, () => service.client.listLabels()));
    expect(performance.now() - from).toBeLessThan(1000);
  });

  it('are not held up where no budget is reported', async () => {
    const service = answering(() => listed());
    await inTime(times(100, () => service.client.listLabels()));
    expect(performance.now()).toBeLessThan(1000);
  });

  it('are sent at once, and refused, when they would wait too long', async () => {
    const service = withBudget({ maxWaitMs: 5000 });
    await inTime(times(BUDGET, () => service.client.listLabels()));
    const { error, afterMs } = await failureOf(service.client.listLabels());
    expect(error).toMatchObject({ status: 429, code: 'budget_exceeded', retryAfterSeconds: 60 });
    expect(afterMs).toBeLessThan(1000);
  });

  it('are refused at once when they cost more than the whole budget', async () => {
    const service = withBudget();
    const records = Array.from({ length: BUDGET }, () => ({}));
    await inTime(times(BUDGET, () => service.client.listLabels()));
    const { error, afterMs } = await failureOf(service.client.print(LABEL_ID, { records }));
    expect(error).toMatchObject({ status: 429, code: 'budget_exceeded' });
    expect(afterMs).toBeLessThan(1000);
  });

  it('wait only for what they are refused for, without pacing', async () => {
    const service = withBudget({ pacing: false });
    await inTime(times(BUDGET + 1, () => service.client.listLabels()));
    expect(refused(service)).toBe(1);
    expect(performance.now()).toBeGreaterThanOrEqual(MINUTE);
  });

  it('leave the queue when they are aborted, and let others pass', async () => {
    const service = withBudget();
    await inTime(times(BUDGET, () => service.client.listLabels()));
    const controller = new AbortController();
    const first = service.client.print(LABEL_ID, {}, controller);
    const second = service.client.listLabels();
    controller.abort(new Error('no more'));
    await expect(first).rejects.toThrow('no more');
    await inTime(second);
    expect(service.answered).toHaveLength(61);
  });
});

describe('a call that is refused for the time being', () => {
  /** Answers with these, then with a list. */
  const after = (responses: Response[], options: Partial<PlatenClientOptions> = {}): Answering =>
    answering(() => responses.shift() ?? listed(), options);

  it.each([
    ['429', () => refusal(429, 'guard_exceeded', { 'retry-after': '20' })],
    ['503', () => refusal(503, 'busy', { 'retry-after': '20' })],
    ['503 of a gateway', () => ofGateway(503), listed()],
    ['429 of a gateway', () => ofGateway(429), listed()],
    ['429 of a gateway to a print job', () => ofGateway(429), printed({})],
  ])('waits as long as a %s asks for, and up to a second more', async (_name, make, then = listed()) => {
    const service = after([make(), then]);
    const isPrint = then.headers.has('x-svc-output-format');
    await inTime<unknown>(isPrint ? service.client.print(LABEL_ID) : service.client.listLabels());
    const [first, second] = service.answered;
    const waited = (second?.at ?? 0) - (first?.at ?? 0) - 50;
    expect(waited).toBeGreaterThanOrEqual(20_000);
    expect(waited).toBeLessThanOrEqual(21_000);
  });

  it.each(['2016-11-22T12:00:00Z', '2036-11-22T12:00:00Z'])(
    'waits as long when it is %s here',
    async (now) => {
      vi.setSystemTime(now);
      const noon = 'Sun, 22 Nov 2026 12:00:00 GMT';
      const later = 'Sun, 22 Nov 2026 12:00:20 GMT';
      const service = after([refusal(503, 'busy', { 'retry-after': later, date: noon })]);
      const from = performance.now();
      await inTime(service.client.listLabels());
      expect(performance.now() - from).toBeGreaterThanOrEqual(20_000);
      expect(performance.now() - from).toBeLessThan(22_000);
    },
  );

  it.each(['2147484', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'fails at once with the wait that is asked for when no timer holds it: %s',
    async (text) => {
      const service = after([refusal(503, 'busy', { 'retry-after': text }), ofGateway(429, text)], patient);
      const { error, afterMs } = await failureOf(service.client.listLabels());
      expect(error.retryAfterSeconds).toBeGreaterThan(2_147_483);
      expect(afterMs).toBeLessThan(1000);
      const gateways = service.client.listLabels().catch((reason: unknown) => reason);
      expect(await inTime(gateways)).toMatchObject({
        name: 'ForeignAnswerError',
        status: 429,
        retryAfterSeconds: error.retryAfterSeconds,
      });
      expect(service.answered).toHaveLength(2);
    },
  );

  it.each([
    ['in all', { maxWaitMs: 30_000 }],
    ['before its time is up', { timeoutMs: 30_000 }],
  ])(
    'fails at once with what was asked for when that is longer than it may wait %s',
    async (_name, options) => {
      const busy = () => refusal(503, 'busy', { 'retry-after': '20' });
      const service = after([busy(), busy()], options);
      const { error, afterMs } = await failureOf(service.client.listLabels());
      expect(error).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 20 });
      expect(service.answered).toHaveLength(2);
      expect(afterMs).toBeLessThan(22_000);
    },
  );

  it('fails after as many attempts as are allowed, however short the waits', async () => {
    const busy = Array.from({ length: 9 }, () => refusal(503, 'busy', { 'retry-after': '1' }));
    const service = after(busy, { maxAttempts: 3 });
    await failureOf(service.client.listLabels());
    expect(service.answered).toHaveLength(3);
  });

  it('waits of its own accord, and longer each time, where nothing is asked for', async () => {
    const service = after(Array.from({ length: 4 }, () => refusal(503, 'busy', {})));
    await inTime(service.client.listLabels());
    expect(service.answered).toHaveLength(5);
    expect(performance.now()).toBeGreaterThan(1800);
  });
});
