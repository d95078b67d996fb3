import { createServer } from 'node:net';
import { readConfig } from '../../config.ts';
import { origin } from '../../http/origin.ts';
import { type Environment, type Finding, failed, ok } from './check.ts';

/** For another program's answer. Milliseconds. */
const TIMEOUT_MS = 2000;

/** Whether the service could listen, or does already. */
export async function ports(env: Environment): Promise<readonly Finding[]> {
  const { host, port, opsHost, opsPort } = readConfig(env, ['host', 'port', 'opsHost', 'opsPort']);
  return Promise.all([
    listenerFinding('port', ['HOST', 'PORT'], host, port),
    listenerFinding('ops port', ['OPS_HOST', 'OPS_PORT'], opsHost, opsPort),
  ]);
}

async function listenerFinding(
  name: string,
  [hostName, portName]: readonly [string, string],
  host: string,
  port: number,
): Promise<Finding> {
  const trouble = await whyNotListening(host, port);
  const place = origin(host, port);
  switch (trouble) {
    case null:
      return ok(name, port === 0 ? `any free one on ${host}` : `${place} is free`);
    case 'EADDRINUSE':
      return (await answersAsPlaten(host, port))
        ? ok(name, `a running Platen serves ${place}`)
        : failed(name, `${place} is taken by another program`, `stop it, or set ${portName} to another port`);
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
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
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
