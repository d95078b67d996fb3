import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { origin } from '../http/origin.ts';
import type { RunningServer, ServerConfig } from '../server-frame.ts';
import { supervisorMetrics, together } from '../telemetry/listener-metrics.ts';
import type { LogSink } from '../telemetry/log.ts';
import { startOpsServer } from '../telemetry/ops-server.ts';
import { Listener } from './listener.ts';

/**
 * Starts `config.listeners` processes that serve one port, and answers operators for all of them. Resolves when
 * all listen; rejects if one does not, with none left.
 */
export async function startListeners(
  config: ServerConfig,
  { log, flush }: LogSink,
): Promise<Pick<RunningServer, 'opsUrl' | 'close'> & { readonly url: string }> {
  const port = await claimPort(config.host, config.port);
  const metrics = supervisorMetrics(() => listeners.filter(({ isUp }) => isUp).length);
  const stopping = new AbortController();
  const listeners: Listener[] = [];
  const ops = await startOpsServer({
    host: config.opsHost,
    port: config.opsPort,
    async metrics() {
      const own = { listener: 'supervisor', samples: await metrics.registry.getMetricsAsJSON() };
      // A listener that is being replaced must not hide the samples of the rest.
      const theirs = listeners.map(async (listener) => ({
        listener: String(listener.number),
        samples: await listener.ask('metrics').catch(() => []),
      }));
      return together([own, ...(await Promise.all(theirs))]);
    },
    async ready() {
      if (stopping.signal.aborted) throw new Error('shutting down');
      if (listeners.length < config.listeners) throw new Error('starting');
      await Promise.all(listeners.map((listener) => listener.ask('ready')));
    },
  });
  const env = {
    PORT: String(port),
    OPS_PORT: String(ops.port),
    POOL_THREADS: String(Math.max(1, Math.floor(config.poolThreads / config.listeners))),
    POOL_QUEUE: String(Math.ceil(config.poolQueue / config.listeners)),
    MEMORY_MAX_MB: String(Math.ceil(config.memoryMaxMb / config.listeners)),
  };
  for (let number = 1; number <= config.listeners; number++) {
    listeners.push(
      new Listener({
        number,
        env,
        stop: stopping.signal,
        onLost(status) {
          metrics.replaced.inc();
          log.error({ listener: number, status }, 'a listener ended and is replaced');
        },
      }),
    );
  }
  const stop = async (signal: NodeJS.Signals): Promise<(number | string)[]> => {
    stopping.abort();
    for (const listener of listeners) listener.kill(signal);
    const statuses = await Promise.all(listeners.map(({ ended }) => ended));
    await ops.close();
    return statuses;
  };
  // However this process ends, no listener may outlive it and keep the port.
  process.once('exit', () => {
    for (const listener of listeners) listener.kill('SIGKILL');
  });
  try {
    const [url = ''] = await Promise.all(listeners.map((listener) => listener.start()));
    const opsUrl = origin(config.opsHost, ops.port);
    log.info({ url, ops_url: opsUrl, listeners: listeners.length }, 'all listeners serve');
    flush();
    return {
      url,
      opsUrl,
      async close() {
        log.info('stopping all listeners');
        flush();
        const statuses = await stop('SIGTERM');
        if (statuses.some((status) => status !== 0 && status !== 'SIGTERM')) {
          throw new Error(`listeners ended with ${statuses.join(', ')}`);
        }
      },
    };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

/**
 * Finds the port that the listeners share.
 *
 * @param port 0 for any that is free
 * @throws Error when a program listens there: listeners that share a port would share it with another service too.
 */
async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
  const claimed = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return claimed;
}
