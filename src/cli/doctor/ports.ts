import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { readConfig } from '../../config.ts';
import { origin } from '../../http/origin.ts';
import { reachStore } from '../../store/admin-client.ts';
import { holderOf } from '../../store/directory-lock.ts';
import { type CheckResult, type Environment, failed, ok, warning } from './check.ts';

/** For the answer of who listens: a Platen on a busy machine may be slow. Milliseconds. */
const TIMEOUT_MS = 10_000;

/** Whether the service could listen, or does already. */
export async function ports(env: Environment): Promise<readonly CheckResult[]> {
  const { host, port, opsHost, opsPort, databaseUrl, dataDir } = readConfig(env, [
    'host',
    'port',
    'opsHost',
    'opsPort',
    'databaseUrl',
    'dataDir',
  ]);
  // Instances that share PostgreSQL look alike.
  const isOurs = async () => databaseUrl !== null || (await isServed(resolve(dataDir)));
  return Promise.all([
    listenerFinding('port', ['HOST', 'PORT'], host, port, isOurs),
    listenerFinding('ops port', ['OPS_HOST', 'OPS_PORT'], opsHost, opsPort, isOurs),
  ]);
}

async function listenerFinding(
  name: string,
  [hostName, portName]: readonly [string, string],
  host: string,
  port: number,
  isOurs: () => Promise<boolean>,
): Promise<CheckResult> {
  const trouble = await whyNotListening(host, port);
  const place = origin(host, port);
  switch (trouble) {
    case null:
      return ok(name, port === 0 ? `any free one on ${host}` : `${place} is free`);
    case 'EADDRINUSE':
      if (!(await answersAsPlaten(host, port))) {
        return failed(
          name,
          `${place} is taken by another program`,
          `stop it, or set ${portName} to another port`,
        );
      }
      return (await isOurs())
        ? ok(name, `a running Platen serves ${place}`)
        : warning(name, `another Platen serves ${place}`, `a second one needs another ${portName}`);
    case 'EACCES':
      return failed(name, `${place} may not be used by this user`, `set ${portName} to a port from 1024 on`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return failed(name, `${host} is no address of this machine`, `correct ${hostName}`);
    default:
      return failed(
        name,
        `${place} cannot be listened on (${trouble})`,
        `correct ${hostName} and ${portName}`,
      );
  }
}

/** The system's code of the error, or null where it can. */
function whyNotListening(host: string, port: number): Promise<string | null> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => settle(code ?? 'unknown'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(null)));
  });
}

/** Whether a running service has the embedded database of this directory. The check that opens it does not count. */
async function isServed(directory: string): Promise<boolean> {
  const holder = existsSync(directory) ? await holderOf(directory) : null;
  const store = holder === null || holder.socketPath === null ? null : await reachStore(holder.socketPath);
  await store?.close();
  return store !== null;
}

/** Both of its listeners answer `/healthz` alike. */
async function answersAsPlaten(host: string, port: number): Promise<boolean> {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const response = await fetch(`${origin(reached, port)}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}
