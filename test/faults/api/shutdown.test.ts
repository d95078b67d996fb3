import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { RawClient, within } from '../../contract/transport/raw-client.ts';
import { DRIVERS } from '../../support/drivers.ts';
import { useDatabase, useDirectory } from '../../support/service.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));
/** Throws where nothing catches it, when the test says so. */
const SABOTAGE =
  'data:text/javascript,process.on("SIGUSR2", () => { setTimeout(() => { throw new Error("sabotage"); }); ' +
  'setTimeout(() => { throw new Error("more sabotage"); }, Number(process.env.SECOND_MS)).unref(); });';

interface Serving {
  readonly process: ChildProcess;
  readonly port: number;
  readonly opsUrl: string;
  /** Lines of its standard error, so far. */
  readonly log: readonly string[];
  /** Its exit code, once all of the log is there. */
  exit(): Promise<number | null>;
}

/** The setting that says where a service's database is. */
type Place = Readonly<Record<string, string>>;

/** Texts that clients send. */
interface Requests {
  /** A request for an image that takes the worker a while, one that takes it little, and one that it does not see. */
  readonly slow: string;
  readonly light: string;
  readonly quick: string;
  /** The light one without its end. */
  readonly unfinished: string;
}

const children: ChildProcess[] = [];
/** Slow requests at a time that no machine refuses: the one thread has one, and one waits for it. */
const SLOW = 2;

/** Saves a label, and gives the requests for it. */
async function requestsFor(place: Place): Promise<Requests> {
  const store = await storeOf(place);
  const account = await store.createAccount('Shop', 'pro');
  const { value: key } = await store.createKey(account.id, 'full');
  const [label] = await store.importLabels(account.id, [
    {
      name: 'Slow',
      size: { widthMm: 250, heightMm: 250, dpi: 203 },
      outputFormat: 'vector',
      zpl: `^XA${'^FO0,0^GE1900,1900,1900^FS'.repeat(200)}^XZ`,
      dynamicTokens: [],
      fieldTransforms: [],
      teamId: null,
    },
  ]);
  await store.close();
  const head = `HTTP/1.1\r\nHost: platen.test\r\nx-api-key: ${key}\r\n`;
  const rendering = (body: string): string =>
    `POST /label-api/labels/${label?.id}/render ${head}` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const light = rendering('{"format":"zpl"}');
  return {
    slow: rendering('{"format":"png"}'),
    light,
    quick: `GET /label-api/labels/${label?.id} ${head}\r\n`,
    unfinished: light.slice(0, -4),
  };
}

const storeOf = (place: Place): Promise<Store> =>
  openStore({
    databaseUrl: place['DATABASE_URL'] ?? null,
    dataDir: place['DATA_DIR'] ?? '',
    onError: console.error,
  });

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** `platen serve` in a process of its own. */
async function serving(place: Place, env: Readonly<Record<string, string>>): Promise<Serving> {
  const child = spawn(process.execPath, ['--import', SABOTAGE, PROGRAM, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      OPS_PORT: '0',
      POOL_THREADS: '1',
      RATE_UNITS_PER_MINUTE: '1000000',
      CREDENTIAL_PRECHECKS_PER_MINUTE: '1000000',
      // The longest that there is: a busy machine comes to a request that is held up before its time is over.
      BODY_TIMEOUT_MS: '7500',
      SECOND_MS: '60000',
      ...place,
      ...env,
    },
  });
  children.push(child);
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error(`serve ended: ${log.join('\n')}`))),
  ]);
  const { url, ops_url: opsUrl } = JSON.parse(String(line)) as { url: string; ops_url: string };
  return { process: child, port: Number(new URL(url).port), opsUrl, log, exit: () => within(ended) };
}

/**
 * Asks on one connection until the server says that it ends; to `outcomes` goes every request's status, `lost` for one
 * without.
 */
async function askUntilClosed(
  port: number,
  request: string,
  pauseMs: number,
  outcomes: (number | 'lost')[],
): Promise<void> {
  const client = await RawClient.connect(port);
  while (!client.socket.closed && !client.socket.readableEnded) {
    client.write(request);
    const answer = await client.answer();
    outcomes.push(answer?.status ?? 'lost');
    if (answer === null || answer.headers['connection'] === 'close') break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  client.destroy();
}

/** Waits until so many requests are under way. */
const underWay = ({ opsUrl }: Serving, count: number): Promise<void> =>
  expect
    .poll(async () => (await fetch(new URL('/metrics', opsUrl))).text())
    .toMatch(new RegExp(`^platen_http_in_flight(?:\\{.*\\})? ${count}$`, 'm'));

const messages = (log: readonly string[]): string[] => log.map((line) => JSON.parse(line).msg);

describe('SIGTERM under load', () => {
  const directory = useDirectory();
  let requests: Requests;
  beforeAll(async () => {
    requests = await requestsFor(directory());
  });

  it.each(DRIVERS)(
    'on %s loses no request, says that it is not ready, and ends with 0, a sound database and the last use of keys',
    async (driver) => {
      const begun = Date.now();
      const { slow, light, quick, unfinished } = requests;
      const {
        process: child,
        port,
        opsUrl,
        log,
        exit,
      } = await serving(directory(), { HTTP_DRIVER: driver, SHUTDOWN_GRACE_MS: '60000' });
      const outcomes = Array.from({ length: 24 }, (): (number | 'lost')[] => []);
      const clients = outcomes.map((own, at) =>
        askUntilClosed(port, at < SLOW ? slow : quick, 2 * (at % 8), own),
      );
      await expect.poll(() => Math.min(...outcomes.map(({ length }) => length))).toBeGreaterThan(1);
      // Until this one is done the others may send, however late a busy machine lets them.
      const held = await RawClient.sending(port, unfinished);
      expect((await (await RawClient.sending(port, quick)).answer())?.status).toBe(200);
      child.kill('SIGTERM');
      await expect.poll(() => messages(log)).toContain('stopping');
      const readiness = await fetch(`${opsUrl}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.text()).toContain('shutting down');
      await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED');
      await within(Promise.all(clients));
      held.write(light.slice(unfinished.length));
      const last = await held.answer();
      // A busy machine comes to it after its time for a body.
      expect([200, 408]).toContain(last?.status);
      expect(last?.headers['connection']).toBe('close');
      expect(await exit()).toBe(0);

      const statuses = new Set(outcomes.flat());
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      // A request that waits for the worker is answered too.
      for (const own of outcomes.slice(0, SLOW)) expect(own.at(-1)).toBe(200);
      expect(messages(log).at(-1)).toBe('stopped');
      const store = await storeOf(directory());
      expect(await store.listAllLabels(null)).toHaveLength(1);
      const [key] = await store.listKeys(null);
      expect(key?.lastUsedAt?.getTime()).toBeGreaterThan(begun - 60_000);
      await store.close();
    },
  );
});

describe('the end of the process', () => {
  // A service starts sooner on PostgreSQL.
  const database = useDatabase();
  let requests: Requests;
  beforeAll(async () => {
    requests = await requestsFor(database());
  });
  it('comes at once with the second signal', async () => {
    const server = await serving(database(), { SHUTDOWN_GRACE_MS: '60000' });
    const { process: child, port, log, exit } = server;
    // A client that never sends what it announced holds the first signal up.
    await RawClient.sending(port, requests.unfinished);
    await underWay(server, 1);
    await RawClient.sending(port, requests.slow);
    await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGTERM');
    await expect.poll(() => messages(log)).toContain('stopping');
    child.kill('SIGTERM');
    expect(await exit()).toBe(1);
    expect(messages(log)).not.toContain('stopped');
  });

  it('comes after the grace whatever a client does', async () => {
    const server = await serving(database(), { SHUTDOWN_GRACE_MS: '200' });
    const { process: child, port, exit } = server;
    const client = await RawClient.sending(port, requests.unfinished);
    await underWay(server, 1);
    child.kill('SIGTERM');
    expect(await client.answer()).toBeNull();
    expect(await exit()).toBe(0);
  });

  it('is a failure after an error that nothing caught, which the log has; requests under way are answered', async () => {
    const server = await serving(database(), {});
    const { process: child, port, log, exit } = server;
    // Once before, so that the second which such an end leaves is enough on a busy machine too.
    expect((await (await RawClient.sending(port, requests.light)).answer())?.status).toBe(200);
    const client = await RawClient.sending(port, requests.unfinished);
    await underWay(server, 1);
    child.kill('SIGUSR2');
    client.write(requests.light.slice(requests.unfinished.length));
    expect((await client.answer())?.status).toBe(200);
    expect(await exit()).toBe(1);
    const fatal = log
      .map((line) => line.startsWith('{') && JSON.parse(line))
      .find(({ level }) => level === 60);
    expect(fatal.err.message).toBe('sabotage');
    expect(log.filter((line) => !line.startsWith('{'))).toEqual([
      'platen serve: stopped by an uncaught error, which the log has; this is a bug',
    ]);
  });

  it('does not wait for anything after the second such error', async () => {
    const server = await serving(database(), { SECOND_MS: '20' });
    const { process: child, port, log, exit } = server;
    await RawClient.sending(port, requests.unfinished);
    await underWay(server, 1);
    child.kill('SIGUSR2');
    expect(await exit()).toBe(1);
    expect(log.join('\n')).not.toContain('"msg":"stopped"');
  });
});
