import type { Registry } from 'prom-client';
import type { LentBytes } from './borrowed-bytes.ts';
import type { Config } from './config.ts';
import { malformedLog } from './http/malformed-log.ts';
import { origin } from './http/origin.ts';
import { openTransport } from './http/transport/driver.ts';
import type { Transport, TransportOptions } from './http/transport/transport.ts';
import { LIMITS } from './limits.ts';
import type { RenderPoolOptions } from './pool/options.ts';
import { RenderPool } from './pool/pool.ts';
import type { Rendered } from './pool/task-result.ts';
import { errorLog } from './telemetry/error-log.ts';
import type { Logger, LogSink } from './telemetry/log.ts';
import { createRegistry } from './telemetry/metrics.ts';
import type { OpsParts, OpsServer } from './telemetry/ops-server.ts';
import { poolLog } from './telemetry/pool-log.ts';
import { poolMetrics } from './telemetry/pool-metrics.ts';

/** Starts the operators' listener, which differs for one of several processes on a port. */
export type StartOps = (parts: OpsParts) => Promise<OpsServer>;

/** A server that listens. */
export interface RunningServer {
  /** The address of its root, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  readonly opsUrl: string;
  /**
   * Turns readiness off, finishes what is in flight within the grace (milliseconds; the configured one if none
   * is given), then stops every part, the operators' listener last.
   */
  close(graceMs?: number): Promise<void>;
}

/** The settings that every server has. */
export type ServerConfig = Pick<
  Config,
  | 'httpDriver'
  | 'host'
  | 'port'
  | 'listeners'
  | 'poolThreads'
  | 'poolQueue'
  | 'memoryMaxMb'
  | 'shutdownGraceMs'
  | 'opsHost'
  | 'opsPort'
>;

/** The tasks of a pool, and how they cross to its threads. */
export interface PoolKind<T, R extends Rendered<LentBytes>>
  extends Pick<RenderPoolOptions<T, R>, 'packer' | 'workerUrl'> {
  /** All that `kindOf` returns. */
  readonly kinds: readonly string[];
  /** The kind by which the time of a task is counted. */
  readonly kindOf: (task: T) => string;
}

/**
 * The most work of each thread, running and waiting: some sixty labels of 4 x 6 inch at 203 dpi, or four surfaces of
 * the most pixels; sixteen times the ZPL of the longest label.
 */
const WORK_PER_THREAD = { pixels: 4 * LIMITS.renderPixels, units: 16 * LIMITS.zplUnits };

/**
 * The parts of every server of this program: the operators' listener, the pool, the listener. Whoever builds a server
 * starts them in this order; what was started last is stopped first.
 */
export class ServerFrame {
  readonly registry: Registry = createRegistry();
  readonly log: Logger;
  readonly onError: (error: unknown) => void;
  readonly #config: ServerConfig;
  readonly #sink: LogSink;
  readonly #stop: (() => Promise<void>)[] = [];
  /** Why no request would be served, or null. */
  #unready: string | null = 'starting: the API does not listen yet';
  #opsPort = 0;

  constructor(config: ServerConfig, sink: LogSink) {
    this.#config = config;
    this.#sink = sink;
    this.log = sink.log;
    this.onError = errorLog(sink.log);
  }

  /** Has something stopped before all that was started earlier. */
  onStop(stop: () => Promise<void>): void {
    this.#stop.push(stop);
  }

  /**
   * Starts the operators' listener. First and, because stopping goes backwards, last of what runs: it shows how the
   * other parts start and stop.
   *
   * @param partsReady rejects with the reason why a part cannot serve.
   */
  async startOps(startOps: StartOps, partsReady: () => Promise<unknown>): Promise<void> {
    const ops = await startOps({
      host: this.#config.opsHost,
      port: this.#config.opsPort,
      metrics: async () => this.registry,
      ready: async () => {
        if (this.#unready !== null) throw new Error(this.#unready);
        await partsReady();
      },
    });
    this.#opsPort = ops.port;
    this.onStop(() => ops.close());
  }

  /** Makes the pool, with its metrics and its log. It is to be closed by the caller. */
  makePool<T, R extends Rendered<LentBytes>>({
    kinds,
    kindOf,
    ...options
  }: PoolKind<T, R>): RenderPool<T, R> {
    const { poolThreads, poolQueue, memoryMaxMb } = this.#config;
    const counts = poolMetrics(this.registry, kinds);
    const lines = poolLog(this.log);
    return new RenderPool<T, R>({
      threads: poolThreads,
      queue: poolQueue,
      perThread: WORK_PER_THREAD,
      memoryMaxBytes: memoryMaxMb === 0 ? Infinity : memoryMaxMb * 2 ** 20,
      ...options,
      events: {
        onDone: (task, waitMs, workMs) => counts.onDone(kindOf(task), waitMs, workMs),
        onRefused(reason, concerned) {
          counts.onRefused(reason);
          lines.onRefused(reason, concerned);
        },
        onReplaced: (reason, error, concerned) => {
          counts.onReplaced(reason);
          lines.onReplaced(reason, concerned);
          if (error !== undefined) this.onError(error);
        },
      },
    });
  }

  /** Makes the HTTP server of the configured driver, which does not listen yet. */
  makeTransport(options: Omit<TransportOptions, 'onError' | 'onMalformed'>): Transport {
    const { log, onError } = this;
    const reports = { onError, onMalformed: malformedLog(log) };
    return openTransport(this.#config.httpDriver, { ...options, ...reports }, (message) => log.warn(message));
  }

  /**
   * Listens; from then on the server is ready.
   *
   * @param path of the service below the root, for the log.
   */
  async listen(transport: Transport, path: string): Promise<RunningServer> {
    const { config, log, stop } = { config: this.#config, log: this.log, stop: this.#stop };
    const { host, port } = await transport.listen(config.host, config.port, config.listeners > 1);
    let grace = config.shutdownGraceMs;
    stop.push(() => transport.close(grace));
    this.#unready = null;
    const root = origin(host, port);
    const opsUrl = origin(config.opsHost, this.#opsPort);
    const { driver } = transport;
    log.info({ host, port, url: root + path, ops_url: opsUrl, ops_port: this.#opsPort, driver }, 'listening');
    this.#sink.flush();
    return {
      origin: root,
      port,
      opsUrl,
      close: async (graceMs = grace) => {
        this.#unready = 'shutting down';
        grace = graceMs;
        log.info({ in_flight: transport.inFlight }, 'stopping');
        this.#sink.flush();
        await this.stop();
        log.info('stopped');
        this.#sink.flush();
      },
    };
  }

  /** Stops all that was started. */
  async stop(): Promise<void> {
    for (let stop = this.#stop.pop(); stop !== undefined; stop = this.#stop.pop()) await stop();
  }
}
