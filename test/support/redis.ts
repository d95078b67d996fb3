import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RedisPatience } from '../../src/budget/redis-client.ts';
import { freePort } from './free-port.ts';
import { isInstalled } from './installed.ts';

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

/** The patience with which tests ask budgets for their counts, for a busy machine. */
export const PATIENT: RedisPatience = { connectMs: 20_000, commandMs: 20_000, silenceMs: 20_000 };

export function redisIsInstalled(): boolean {
  return isInstalled('redis-server');
}

/** Starts a server that keeps nothing on disk, with these settings, on this port or a free one. */
export async function startRedis(
  settings: readonly string[] = [],
  port?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'platen-redis-'));
  const chosen = port ?? (await freePort());
  const usual = ['--port', `${chosen}`, '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  usual.push('--repl-diskless-sync-delay', '0');
  const command: RedisServer['command'] = async (name, ...parameters) => {
    const client = new Redis(chosen, '127.0.0.1', { retryStrategy: null, lazyConnect: true });
    // The rejection reports the failure.
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.call(name, ...parameters);
    } finally {
      client.disconnect();
    }
  };
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [...usual, ...settings], {
      stdio: 'ignore',
      env: { ...process.env, ...env },
    });
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

/** A server that may become a node of a Redis Cluster, with the port on which the other nodes reach it. */
export async function startClusterNode(
  env?: Readonly<Record<string, string>>,
): Promise<{ node: RedisServer; busPort: number }> {
  const busPort = await freePort();
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`];
  settings.push('--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no');
  return { node: await startRedis(settings, undefined, env), busPort };
}

/** Three nodes that form one cluster and share its slots evenly, each with its environment. */
export async function startCluster(
  envs: readonly Readonly<Record<string, string>>[] = [],
): Promise<RedisServer[]> {
  const nodes: RedisServer[] = [];
  const busPorts: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { node, busPort } = await startClusterNode(envs[i]);
    nodes.push(node);
    busPorts.push(busPort);
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
