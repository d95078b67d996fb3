import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { isInstalled } from '../../support/installed.ts';
import { until } from './load.ts';

const DEPLOYED = new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url);

/** The addresses at which an instance serves the API, and reports whether it is ready. */
export interface Address {
  readonly port: number;
  readonly opsPort: number;
}

/** A load balancer in a process of its own. */
export interface Balancer {
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export function haproxyIsInstalled(): boolean {
  return isInstalled('haproxy');
}

/** Starts HAProxy, with the deployment's own configuration, before instances on this machine. */
export async function startBalancer(instances: readonly Address[]): Promise<Balancer> {
  const directory = mkdtempSync(join(tmpdir(), 'platen-haproxy-'));
  const path = join(directory, 'haproxy.cfg');
  const port = await freePort();
  writeFileSync(path, configuration(port, instances));
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', (bytes) => {
    told += String(bytes);
  });
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${told}`);
    // Without a route of ours: no instance is ready before its first health check.
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await until(answers, () => 'haproxy answers', 30_000);
  return {
    port,
    process: child,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The deployed configuration, for processes of one machine instead of containers. */
function configuration(port: number, instances: readonly Address[]): string {
  const servers = instances.map((one, index) => ({ ...one, name: `platen-${index + 1}` }));
  const ready = servers.map(
    ({ name, port: api, opsPort }) => `    server ${name} 127.0.0.1:${api} check port ${opsPort}\n`,
  );
  const unready = servers.map(({ name, port: api }) => `    server ${name} 127.0.0.1:${api}\n`);
  return readFileSync(DEPLOYED, 'utf8')
    .replace(/^resolvers .*\n(?: .*\n)+/m, '')
    .replaceAll(' resolvers containers init-addr none', '')
    .replace('check port 9090 ', '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/^ +server .*\n/gm, '')
    .replace(/^backend ready\n(?: .*\n)+/m, (section) => section + ready.join(''))
    .replace(/^backend unready\n(?: .*\n)+/m, (section) => section + unready.join(''));
}
