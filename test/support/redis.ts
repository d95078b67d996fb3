import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A private Redis on a free port, with its files in a temporary directory. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** The server's process, to stop, continue or kill. */
  readonly process: ChildProcess;
  /** Runs one command on a connection of its own. */
  command(name: string, ...parameters: (string | number)[]): Promise<unknown>;
  /** Ends the server as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, after it was killed. */
  restart(): Promise<void>;
  /** Kills it and removes its files. */
  stop(): Promise<void>;
}

/**
 * Whether there is a `redis-server`; if not, a line says that these tests are skipped, and with
 * REQUIRE_SERVICES=1 it is an error.
 */
export function redisIsInstalled(): boolean {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0) return true;
  const reason = 'no redis-server: install it to run these tests';
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  console.log(`skipped: ${reason}`);
  return false;
}

/** Starts a server that keeps nothing on disk, with these settings. */
export async function startRedis(settings: readonly string[] = [], port?: number): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'platen-redis-'));
  const chosen = port ?? (await freePort());
  const usual = ['--port', `${chosen}`, '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  usual.push('--repl-diskless-sync-delay', '0');
  const command: RedisServer['command'] = async (name, ...parameters) => {
    const client = new Redis(chosen, '127.0.0.1', { retryStrategy: null, lazyConnect: true });
    // The failure arrives as the rejection.
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.call(name, ...parameters);
    } finally {
      client.disconnect();
    }
  };
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [...usual, ...settings], { stdio: 'ignore' });
    while (child.exitCode === null) {
      try {
        await command('PING');
        return child;
      } catch {
        await delay(20);
      }
    }
    throw new Error(`redis-server ended with code ${child.exitCode}`);
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}`,
    get process() {
      return server;
    },
    command,
    kill,
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Three nodes that form one cluster and share its slots evenly. */
export async function startCluster(): Promise<RedisServer[]> {
  const nodes: RedisServer[] = [];
  const busPorts: number[] = [];
  for (let i = 0; i < 3; i++) {
    const busPort = await freePort();
    busPorts.push(busPort);
    const settings = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`];
    settings.push('--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no');
    nodes.push(await startRedis(settings));
  }
  for (const [index, node] of nodes.entries()) {
    const [from, to] = [Math.ceil((16384 * index) / 3), Math.ceil((16384 * (index + 1)) / 3) - 1];
    await node.command('CLUSTER', 'ADDSLOTSRANGE', from, to);
    await node.command('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    if (index > 0) await nodes[0]?.command('CLUSTER', 'MEET', '127.0.0.1', node.port, busPorts[index] ?? 0);
  }
  for (const node of nodes) {
    const info = async () => String(await node.command('CLUSTER', 'INFO'));
    while (!/cluster_state:ok[^]*cluster_known_nodes:3/.test(await info())) await delay(50);
  }
  return nodes;
}
