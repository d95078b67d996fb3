import { setFlagsFromString } from 'node:v8';
import type { Config } from '../config.ts';
import { answerSupervisor, listenerNumber, tellListening } from '../listeners/supervised.ts';
import type { RunningServer, ServerConfig, StartOps } from '../server-frame.ts';
import type { LogSink } from '../telemetry/log.ts';
import type { OpsParts } from '../telemetry/ops-server.ts';
import { CommandFailure } from './failure.ts';
import { answer, type Io } from './io.ts';
import { nodeAdvice } from './node-release.ts';
import { stopRequested } from './stop-signal.ts';

/** How long requests in flight may take after an uncaught error. */
const CRASH_GRACE_MS = 1000;
/** After the grace the workers' tasks are not waited for; the database stops well within this. */
const PARTS_STOP_MS = 5000;

/** A server that serves, as its program sees it. */
export type Serving = Pick<RunningServer, 'opsUrl' | 'close'> & { readonly url: string };

/**
 * Starts a server in this process. The program takes the operators' port meanwhile; what was started is to be stopped
 * where `binding` rejects.
 */
export type StartServer = (sink: LogSink, binding: Promise<StartOps>) => Promise<Serving>;

/** A server as a program runs it. */
export interface ServerProgram<C extends ServerConfig & Pick<Config, 'logLevel'>> {
  readonly config: C;
  /** Loads what starts it. */
  readonly load: () => Promise<StartServer>;
  /** The line for people once it serves. */
  readonly greeting: (url: string) => string;
}

/**
 * Runs a server until the program is stopped: in this process by itself, or as one of several listeners, or as
 * the supervisor of them.
 */
export async function runServer<C extends ServerConfig & Pick<Config, 'logLevel'>>(
  program: ServerProgram<C>,
  json: boolean,
  io: Io,
): Promise<void> {
  const { config } = program;
  const stop = stopRequested();
  // Loaded once the settings are known to be good: bad ones are reported at once.
  const listener = listenerNumber(io.env);
  const isSupervisor = listener === null && config.listeners > 1;
  if (!isSupervisor) tuneCollector();
  const loading = isSupervisor ? null : program.load();
  const { openLog } = await import('../telemetry/log.ts');
  const { described } = await import('../telemetry/error-log.ts');
  const sink = openLog(config.logLevel, listener);
  // The supervisor of several processes advises once for all.
  if (listener === null) adviseOnNode(sink);
  const server = await start(config, loading, sink, listener);
  const crash = uncaught((error) => sink.log.fatal({ err: described(error) }, 'uncaught error, stopping'));
  if (listener === null) {
    answer(io, json, { url: server.url, ops_url: server.opsUrl }, () => program.greeting(server.url));
  } else {
    tellListening(server.url);
  }
  const crashed = (await Promise.race([stop, crash])) === 'crash';
  const graceMs = crashed ? CRASH_GRACE_MS : config.shutdownGraceMs;
  setTimeout(() => {
    sink.log.error('a part did not stop in time');
    process.exit(1);
  }, graceMs + PARTS_STOP_MS).unref();
  await server.close(graceMs);
  if (crashed) throw new CommandFailure('stopped by an uncaught error, which the log has; this is a bug');
}

/** Sets how V8 collects garbage, before there are threads. */
function tuneCollector(): void {
  // Each thread has a heap of its own, where little survives. Several threads that search one heap together cost more
  // than they save if much survives: without them a ZPL render took 125 µs of the process's time instead of 173. With
  // as little as survives now, they make no difference (decision 16).
  setFlagsFromString('--no-parallel-scavenge');
  // Objects that survive the first small collections would from then on be allocated in V8's old generation, with
  // everything that they refer to (decision 16).
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** One line where this Node.js is not one to stay with. */
function adviseOnNode({ log }: LogSink): void {
  const advice = nodeAdvice();
  if (advice !== null) log.warn(advice.text);
}

/** This process by itself, or one of several listeners, or the supervisor of them. */
async function start(
  config: ServerConfig,
  loading: Promise<StartServer> | null,
  sink: LogSink,
  listener: number | null,
): Promise<Serving> {
  if (loading === null) {
    const { startListeners } = await import('../listeners/supervisor.ts');
    return startListeners(config, sink);
  }
  const binding = listener === null ? bindOps(config) : Promise.resolve(answerSupervisor);
  binding.catch(() => {});
  const startServer = await loading;
  return startServer(sink, binding);
}

/**
 * Takes the operators' port before there is a service, and a database: a second service, started by mistake, ends here.
 * Operators who ask before the service can tell wait for it.
 */
async function bindOps({ opsHost, opsPort }: ServerConfig): Promise<StartOps> {
  const { startOpsServer } = await import('../telemetry/ops-server.ts');
  let tell: (parts: OpsParts) => void = () => {};
  const given = new Promise<OpsParts>((resolve) => {
    tell = resolve;
  });
  const ops = await startOpsServer({
    host: opsHost,
    port: opsPort,
    metrics: async () => (await given).metrics(),
    ready: async () => (await given).ready(),
  });
  return async (parts) => {
    tell(parts);
    return ops;
  };
}

/**
 * Resolves at the first error that nothing caught, rejected promises among them; the second ends the process.
 * A restart by a supervisor is surer than going on in an unknown state. No request can cause such an error: the
 * transport answers errors of handlers with 500.
 */
function uncaught(report: (error: unknown) => void): Promise<'crash'> {
  return new Promise((resolve) => {
    process.once('uncaughtException', (error) => {
      process.once('uncaughtException', () => process.exit(1));
      report(error);
      resolve('crash');
    });
  });
}
