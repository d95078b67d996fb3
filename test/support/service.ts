import { rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../../src/app.ts';
import { Loan } from '../../src/borrowed-bytes.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import type { LabelInput, LabelMeta, Plan } from '../../src/store/store.ts';
import { errorLog } from '../../src/telemetry/error-log.ts';
import type { LabelChanges } from '../store/label-input.ts';
import { answerCheck } from './api-description/answer-check.ts';
import { databaseDirectory } from './database-directory.ts';
import { ON_FALLBACKS, SERVICE_DRIVERS } from './drivers.ts';
import { PATIENCE_MS } from './eventually.ts';
import { sharedPostgres } from './shared-postgres.ts';

// A handler that keeps the bytes of an answer for longer than its turn sends the poison instead.
Loan.poisons = true;

export const BASE = '/label-api';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. An object is sent as JSON with its content type; text and bytes are sent unchanged, without one. */
  readonly body?: object | string | Buffer;
  readonly port?: number;
}

/** An account with both types of key, and requests in its name. Paths are relative to the API's base. */
export interface TestAccount {
  readonly id: string;
  readonly key: string;
  readonly renderKey: string;
  get(path: string, key?: string): Promise<Reply>;
  post(path: string, body: object | string | Buffer, key?: string): Promise<Reply>;
  label(input?: LabelChanges): Promise<LabelMeta>;
}

/** The whole service in this process, on free ports, with the log kept in memory. */
export interface TestService {
  readonly service: Service;
  /** Lines of the log at level `debug`. */
  readonly logs: readonly string[];
  /** Sends any request, with the path unchanged. */
  request(method: string, path: string, sending?: Sending): Promise<Reply>;
  account(plan?: Plan): Promise<TestAccount>;
  /** Strings of all requests and labels that must never be logged: keys, variable values, ZPL. */
  readonly secrets: ReadonlySet<string>;
}

type Env = Readonly<Record<string, string>>;

/**
 * The time for which an idle connection is kept: shorter than the service's, or a request could be sent just when the
 * service closes it. Without this option, Node.js 20 ignores the time that the service announces.
 */
const IDLE_MS = 5000;

/**
 * Declares a service for the tests of a suite: started before them, closed after them, with settings that replace the
 * defaults of tests. Services that share a `database`, one after another, share its content.
 */
export function useService(env: Env, database: () => Env = () => ({})): TestService {
  let service: Service | undefined;
  let base = BASE;
  const logs: string[] = [];
  const secrets = new Set<string>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const running = (): Service => {
    if (service === undefined) throw new Error('the service is not running');
    return service;
  };
  beforeAll(async () => {
    const config = readConfig({
      PORT: '0',
      OPS_PORT: '0',
      POOL_THREADS: '1',
      RATE_UNITS_PER_MINUTE: '1000000',
      CREDENTIAL_PRECHECKS_PER_MINUTE: '1000000',
      SHUTDOWN_GRACE_MS: '1000',
      HTTP_DRIVER: SERVICE_DRIVERS[0],
      ...database(),
      ...env,
    });
    base = config.basePath;
    const log = pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) });
    // On a busy machine PostgreSQL may take long to answer.
    const open = () => openStore({ ...config, onError: errorLog(log), queryTimeoutMs: PATIENCE_MS });
    service = await startService(config, { log, flush: () => {} }, undefined, open);
  });
  afterAll(async () => {
    agent.destroy();
    await service?.close();
  });

  const request = async (
    method: string,
    path: string,
    { headers, body, port = running().port }: Sending = {},
  ): Promise<Reply> => {
    const reply = await send(agent, port, method, path, headers ?? {}, body);
    if (port === running().port) answerCheck(base).check(method, path, reply);
    return reply;
  };

  const account = async (plan: Plan = 'pro'): Promise<TestAccount> => {
    const { store } = running();
    const { id } = await store.createAccount('Test', plan);
    const key = (await store.createKey(id, 'full')).value;
    const renderKey = (await store.createKey(id, 'render')).value;
    secrets.add(key).add(renderKey);
    return {
      id,
      key,
      renderKey,
      get: (path, by = key) => request('GET', BASE + path, { headers: { 'x-api-key': by } }),
      post: (path, body, by = key) => {
        for (const value of longStrings(body)) secrets.add(value);
        const headers = { 'x-api-key': by, 'content-type': 'application/json' };
        return request('POST', BASE + path, { headers, body });
      },
      async label(input = {}) {
        const saved = { ...LABEL, ...input, size: { ...LABEL.size, ...input.size } };
        const [label] = await store.importLabels(id, [saved]);
        if (label === undefined) throw new Error('nothing was imported');
        if (saved.zpl) secrets.add(saved.zpl);
        return label;
      },
    };
  };
  return {
    get service() {
      return running();
    },
    logs,
    request,
    account,
    secrets,
  };
}

/**
 * A database for the services of one test file, removed after them: in the shared PostgreSQL, or an embedded one. A
 * change by a test reaches a service on PostgreSQL a moment later, as it reaches one of several instances. A test whose
 * changes must hold at once needs `useDirectory`.
 */
export function useDatabase(): () => Env {
  const postgres = ON_FALLBACKS ? null : sharedPostgres();
  if (postgres === null) return useDirectory();
  let url = '';
  beforeAll(async () => {
    url = await postgres.makeMigrated();
  });
  return () => ({ DATABASE_URL: url });
}

/** An embedded database for the services of one test file, removed after them. */
export function useDirectory(): () => { readonly DATA_DIR: string } {
  let directory = '';
  beforeAll(async () => {
    directory = await databaseDirectory();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return () => ({ DATA_DIR: directory });
}

/** Members of a label that a test does not give. */
const LABEL: LabelInput = {
  name: 'Shelf',
  size: { widthMm: 50, heightMm: 25, dpi: 203 },
  outputFormat: 'vector',
  zpl: '^XA^FO20,20^A0N,30,30^FDHello {name}^FS^XZ',
  dynamicTokens: [],
  fieldTransforms: [],
  teamId: null,
};

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Sending['body'],
): Promise<Reply> {
  const payload = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
  const sized = payload !== undefined && headers['transfer-encoding'] === undefined;
  const length = sized ? { 'content-length': Buffer.byteLength(payload) } : {};
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } };
    const outgoing = httpRequest(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const received = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: received,
          text: received.toString('utf8'),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Strings of a body that are long enough to be recognised in a log. The id of its label may be there. */
function longStrings(body: unknown): string[] {
  if (typeof body === 'string') return body.length < 8 ? [] : [body];
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => (name === 'label_id' ? [] : longStrings(value)));
}
