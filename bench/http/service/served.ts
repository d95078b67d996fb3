import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = builtIn(fileURLToPath(new URL('../../..', import.meta.url)));
const ECHO = fileURLToPath(new URL('echo-server.ts', import.meta.url));

/** The program that was built in the tree of a commit. */
export function builtIn(tree: string): string {
  return join(tree, 'dist/src/cli.js');
}

/** Figures that the process reports of itself; the event loop's delay is that since it was asked before. */
export interface Vitals {
  readonly rssMiB: number;
  readonly descriptors: number;
  readonly loopP99Ms: number;
  readonly workersReplaced: number;
}

/** The built service in a process of its own. */
export interface Served {
  readonly pid: number;
  readonly port: number;
  readonly basePath: string;
  vitals(): Promise<Vitals>;
  /** Ends it as an operator would; throws with the end of its log unless it exits with 0. */
  stop(): Promise<void>;
}

/**
 * Starts `platen serve` with budgets that nobody reaches, and its log (level info, as in production) in a file
 * beside the database.
 */
export function serve(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  program = PROGRAM,
): Promise<Served> {
  const settings = {
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    RATE_UNITS_PER_MINUTE: '10000000',
    CREDENTIAL_PRECHECKS_PER_MINUTE: '10000000',
    ...env,
  };
  return start([program, 'serve'], settings, join(dataDir, 'bench.log'));
}

/** Starts `platen renderer`, with its log in a file of this folder. */
export function serveRenderer(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  return start([PROGRAM, 'renderer', '--port', '0'], env, join(folder, 'renderer.log'));
}

async function start(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  logFile: string,
): Promise<Served> {
  const child = spawn(process.execPath, [...argv, '--json'], {
    env: { ...process.env, PORT: '0', OPS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', openSync(logFile, 'w')],
  });
  const ended = end(child);
  const logTail = (): string => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  const line = await Promise.race([firstLine(child), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`the service did not start:\n${logTail()}`);
  const { url, ops_url: opsUrl } = JSON.parse(line) as { url: string; ops_url: string };
  const { port, pathname } = new URL(url);
  return {
    pid: child.pid as number,
    port: Number(port),
    basePath: pathname,
    async vitals() {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      const sum = (name: string): number =>
        [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'gm'))].reduce(
          (total, [, value]) => total + Number(value),
          0,
        );
      return {
        rssMiB: sum('process_resident_memory_bytes') / 2 ** 20,
        descriptors: sum('process_open_fds'),
        loopP99Ms: sum('nodejs_eventloop_lag_p99_seconds') * 1000,
        workersReplaced: sum('platen_pool_workers_replaced_total'),
      };
    },
    async stop() {
      child.kill('SIGTERM');
      const status = await ended;
      if (status !== 0) throw new Error(`the service ended with ${status}:\n${logTail()}`);
    },
  };
}

/** The bare server that the service is compared with; answers of these sizes in bytes. */
export async function serveEcho(getBytes: number, postBytes: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', ECHO, String(getBytes), String(postBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = end(child);
  const port = Number(await firstLine(child));
  return {
    pid: child.pid as number,
    port,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function end(child: ChildProcess): Promise<number | string | null> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal;
}

async function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line;
  return undefined;
}
