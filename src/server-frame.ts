import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { malformedLog } from './http/malformed-log.ts';
import { origin } from './http/origin.ts';
import { type RequestLog, requestLog } from './http/request-log.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { RequestTraces } from './http/request-traces.ts';
import { openTransport } from './http/transport/driver.ts';
import type { Exchange, Transport, TransportOptions } from './http/transport/transport.ts';
import type { PoolEvents } from './pool/options.ts';
import type { PoolConfig } from './pool-config.ts';
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
export type ServerConfig = PoolConfig &
  Pick<Config, 'httpDriver' | 'host' | 'port' | 'listeners' | 'shutdownGraceMs' | 'opsHost' | 'opsPort'>;

/**
 * The parts of every server of this program: the operators' listener, the pool, the listener. They are
 * started in this order, and stopped in the reverse one.
 */
export class ServerFrame {
  readonly registry: Registry = createRegistry();
  readonly log: Logger;
  readonly onError: (error: unknown) => void;
  readonly #traces: RequestTraces;
  readonly #config: ServerConfig;
  readonly #sink: LogSink;
  readonly #stop: (() => Promise<void>)[] = [];
  /** Why no request would be served, or null. */
  #unready: string | null = 'starting: the API does not listen yet';
  #opsPort = 0;

  private constructor(config: ServerConfig, sink: LogSink, traces: RequestTraces) {
    this.#traces = traces;
    this.#config = config;
    this.#sink = sink;
    this.log = sink.log;
    this.onError = errorLog(sink.log);
  }

  static async open(config: ServerConfig, sink: LogSink): Promise<ServerFrame> {
    return new ServerFrame(config, sink, await RequestTraces.open());
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

  /**
   * The events of a pool as its metrics and its log take them.
   *
   * @param kinds all that `kindOf` returns: the kinds by which the time of tasks is counted.
   */
  poolEvents<T>(kinds: readonly string[], kindOf: (task: T) => string): PoolEvents<T> {
    const counts = poolMetrics(this.registry, kinds);
    const lines = poolLog(this.log);
    return {
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
    };
  }

  /** Counts and logs requests that are over. */
  requestLog(clientOf: (exchange: Exchange) => string): RequestLog {
    const measure = requestMetrics(this.registry);
    const write = requestLog(this.log, clientOf, (exchange) => this.#traces.of(exchange));
    return (entry) => {
      measure(entry);
      write(entry);
      this.#traces.end(entry);
    };
  }

  /** Makes the HTTP server of the configured driver, which does not listen yet. */
  makeTransport(options: Omit<TransportOptions, 'onError' | 'onMalformed'>): Transport {
    const { log, onError } = this;
    const reports = { onError, onMalformed: malformedLog(log) };
    const handler = this.#traces.traced(options.handler);
    return openTransport(this.#config.httpDriver, { ...options, handler, ...reports }, (message) =>
      log.warn(message),
    );
  }

  /**
   * Listens; from then on the server is ready.
   *
   * @param path of the service below the root, for the log.
   */
  async listen(transport: Transport, path: string): Promise<RunningServer> {
    const { log } = this;
    const config = this.#config;
    const { host, port } = await transport.listen(config.host, config.port, config.listeners > 1);
    let grace = config.shutdownGraceMs;
    this.onStop(() => transport.close(grace));
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
