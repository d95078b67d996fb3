import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { openStore } from '../src/store/open.ts';
import { median, type Options, type Row, type Suite } from './harness.ts';

const CONNECTIONS = 50;
const program = fileURLToPath(new URL('../dist/src/cli.js', import.meta.url));
const echo = fileURLToPath(new URL('echo-server.ts', import.meta.url));

/** The whole path over HTTP next to a bare echo on the same native server, client and connections. */
export const http: Suite = { name: 'http', what: 'requests per second, autocannon, pipelining 1', run };

interface Shot {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function run({ quick }: Options): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  const seconds = quick ? 2 : 8;
  const rounds = quick ? 1 : 3;
  const children: ChildProcess[] = [];
  try {
    const { key, labelId, variables } = await prepare(dataDir);
    const service = start(children, [program, 'serve'], {
      DATA_DIR: dataDir,
      PORT: '0',
      OPS_PORT: '0',
      RATE_UNITS_PER_MINUTE: '100000000',
      CREDENTIAL_PRECHECKS_PER_MINUTE: '100000000',
      LOG_LEVEL: 'info',
    });
    const url = await serviceUrl(service);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const render = (format: string): Shot => ({
      url: `${url}/labels/${labelId}/render`,
      method: 'POST',
      headers,
      body: JSON.stringify({ format, variables }),
    });
    const zplBody = await (await fetch(render('zpl').url, render('zpl'))).text();
    const reference = start(children, ['--import', 'tsx', echo, String(zplBody.length)], {});
    const port = await firstLine(reference.stdout);
    const bare = { url: `http://127.0.0.1:${port}/`, headers };
    const shots: Record<string, Shot> = {
      'echo POST': { ...bare, method: 'POST', body: zplBody },
      'echo GET': { ...bare, method: 'GET' },
      'render zpl': render('zpl'),
      'GET label': { url: `${url}/labels/${labelId}`, method: 'GET', headers },
      'render png': render('png'),
      'render pdf': render('pdf'),
    };
    const samples = new Map<string, { rate: number; p50: number; p99: number }[]>();
    for (const [name, shot] of Object.entries(shots)) {
      await fire(shot, 1); // warm-up
      samples.set(name, []);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, shot] of Object.entries(shots)) samples.get(name)?.push(await fire(shot, seconds));
    }
    const rate = (name: string) => median((samples.get(name) ?? []).map((sample) => sample.rate));
    return [...samples].flatMap(([name, all]): Row[] => {
      const base = name === 'GET label' ? 'echo GET' : 'echo POST';
      return [
        {
          name,
          value: rate(name),
          unit: 'req/s',
          ...(name.startsWith('echo') ? {} : { ratio: rate(name) / rate(base), note: `of ${base}` }),
          samples: all.map((sample) => sample.rate),
        },
        { name: `${name} p50`, value: median(all.map((s) => s.p50)), unit: 'ms' },
        { name: `${name} p99`, value: median(all.map((s) => s.p99)), unit: 'ms' },
      ];
    });
  } finally {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** An account, a key and a 2 kB carrier label, put into a fresh database before the service opens it. */
async function prepare(
  dataDir: string,
): Promise<{ key: string; labelId: string; variables: Record<string, string> }> {
  const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
  try {
    const account = await store.createAccount('bench', 'pro');
    const { value } = await store.createKey(account.id, 'full');
    const zpl = readFileSync(new URL('labels/carrier.zpl', import.meta.url), 'utf8');
    const names = [...new Set([...zpl.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string))];
    const [label] = await store.importLabels(account.id, [
      {
        name: 'bench',
        width: 101.6,
        height: 152.4,
        dpi: 203,
        outputFormat: 'vector',
        zpl,
        dynamicTokens: [],
        fieldTransforms: [],
        teamId: null,
      },
    ]);
    const variables = Object.fromEntries(
      names.map((name, i) => [name, name === 'tracking' ? '1Z999AA10123456784' : `Value ${i}`]),
    );
    return { key: value, labelId: label?.id ?? '', variables };
  } finally {
    await store.close();
  }
}

function start(children: ChildProcess[], args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('the process ended before it said anything');
}

async function serviceUrl(service: { stderr: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface({ input: service.stderr })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string };
    if (entry.msg === 'listening' && entry.url !== undefined) {
      service.stderr.resume();
      return entry.url;
    }
  }
  throw new Error('the service ended before it listened');
}

async function fire(shot: Shot, seconds: number): Promise<{ rate: number; p50: number; p99: number }> {
  const result = await autocannon({
    url: shot.url,
    method: shot.method,
    headers: shot.headers ?? {},
    ...(shot.body === undefined ? {} : { body: shot.body }),
    connections: CONNECTIONS,
    pipelining: 1,
    duration: seconds,
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0)
    throw new Error(
      `${shot.url}: ${failed} of ${result.requests.total} requests failed (${result.non2xx} non-2xx)`,
    );
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
