import { type LentBytes, owned } from './borrowed-bytes.ts';
import { openBudgets } from './budget/open.ts';
import type { Config } from './config.ts';
import { costOf } from './engine/cost.ts';
import type { Artifact, Renderer, SentTask } from './engine/task.ts';
import { TaskPacker } from './engine/task-batch.ts';
import type { ExternalRenderer } from './external/external-renderer.ts';
import { clientIp } from './http/client-ip.ts';
import { malformedLog } from './http/malformed-log.ts';
import { origin } from './http/origin.ts';
import { Pages } from './http/pages/pages.ts';
import { pipeline } from './http/pipeline.ts';
import { requestLog } from './http/request-log.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { openTransport } from './http/transport/driver.ts';
import { LIMITS } from './limits.ts';
import { onFirstUse } from './on-first-use.ts';
import { RenderPool } from './pool/pool.ts';
import { KeyUses } from './store/key-uses.ts';
import { openStore } from './store/open.ts';
import { ReadCache } from './store/read-cache.ts';
import type { SqlStore } from './store/sql-store.ts';
import type { Store } from './store/store.ts';
import { errorLog } from './telemetry/error-log.ts';
import { type LogSink, openLog } from './telemetry/log.ts';
import { createRegistry } from './telemetry/metrics.ts';
import { type OpsParts, type OpsServer, startOpsServer } from './telemetry/ops-server.ts';
import { showParts } from './telemetry/part-metrics.ts';
import { poolLog } from './telemetry/pool-log.ts';
import { poolMetrics } from './telemetry/pool-metrics.ts';

/** Threads that are started from now on hold the fonts of a folder. */
async function holdFontsIn(folder: string): Promise<void> {
  const [{ fontsIn }, { holdFonts }] = await Promise.all([
    import('./raster/font/held/font-folder.ts'),
    import('./engine/printer-fonts.ts'),
  ]);
  holdFonts(fontsIn(folder));
}

/** A running service. */
export interface Service {
  /** The address of the API, base path included. */
  readonly url: string;
  readonly port: number;
  readonly opsUrl: string;
  readonly store: Store;
  /**
   * Turns readiness off, finishes what is in flight within the grace (milliseconds; the configured one if none
   * is given), then stops every part, the operators' listener last.
   */
  close(graceMs?: number): Promise<void>;
}

/**
 * The most work of each thread, running and waiting: some sixty labels of 4 x 6 inch at 203 dpi, or four surfaces of
 * the most pixels; sixteen times the ZPL of the longest label.
 */
const WORK_PER_THREAD = { pixels: 4 * LIMITS.renderPixels, units: 16 * LIMITS.zplUnits };

/**
 * Builds every real part, connects them, and starts to listen. What was started is stopped if a later part fails.
 * `startOps` is how operators reach it, which differs for one of several listeners. `open` gives the store, which
 * whoever starts the program may have begun to open before the rest was loaded; it is asked once operators have their
 * listener, so that a second service on the same ports makes no database. The store is closed with the service.
 */
export async function startService(
  config: Config,
  sink: LogSink = openLog(config.logLevel),
  startOps: (parts: OpsParts) => Promise<OpsServer> = startOpsServer,
  open: () => Promise<SqlStore> = () => openStore({ ...config, onError: errorLog(sink.log) }),
): Promise<Service> {
  const { log } = sink;
  const onError = errorLog(log);
  const stop: (() => Promise<void>)[] = [];
  /** Why no request would be served, or null. */
  let unready: string | null = 'starting: the API does not listen yet';
  try {
    const registry = createRegistry();
    // First and, because stopping goes backwards, last of what runs: it shows how the other parts start and stop.
    const ops = await startOps({
      host: config.opsHost,
      port: config.opsPort,
      metrics: async () => registry,
      ready: async () => {
        if (unready !== null) throw new Error(unready);
        await Promise.all([store.ready(), budgets.ready()]);
      },
    });
    stop.push(() => ops.close());
    const opening = open();
    // Whatever fails first is the reason; the store's own is met where it is awaited.
    opening.catch(() => {});
    const closeStore = onFirstUse(async () => (await opening.catch(() => null))?.close());
    // Its place is behind the pool, where it is closed unless there is none yet.
    stop.push(closeStore);
    const budgets = await openBudgets(
      config.redisUrls,
      {
        units: config.rateUnitsPerMinute,
        prechecks: config.credentialPrechecksPerMinute,
        unknownKeys: config.unknownKeysPerMinute,
      },
      {
        down: (error) => log.error(`Redis is out of reach: ${error.message}`),
        up: () => log.info('Redis is back'),
      },
    );
    stop.push(async () => budgets.close());
    if (config.fontsDir !== '') await holdFontsIn(config.fontsDir);
    const poolCounts = poolMetrics(registry);
    const poolLines = poolLog(log);
    const pool = new RenderPool<SentTask, Artifact<LentBytes>>({
      threads: config.poolThreads,
      queue: config.poolQueue,
      perThread: WORK_PER_THREAD,
      memoryMaxBytes: config.memoryMaxMb === 0 ? Infinity : config.memoryMaxMb * 2 ** 20,
      packer: () => new TaskPacker(),
      events: {
        ...poolCounts,
        onRefused(reason, concerned) {
          poolCounts.onRefused(reason);
          poolLines.onRefused(reason, concerned);
        },
        onReplaced(reason, error, concerned) {
          poolCounts.onReplaced(reason);
          poolLines.onReplaced(reason, concerned);
          if (error !== undefined) onError(error);
        },
      },
    });
    stop.push(() => pool.close(), closeStore);
    // The thread starts while the database does.
    const poolReady = pool.ready();
    poolReady.catch(() => {});
    const store = await opening;
    store.findTokensWith(async (label) => {
      const task: SentTask = { kind: 'tokens', label };
      const { body } = await pool.render(task, costOf(task));
      return owned(body);
    });
    const cache = new ReadCache(store, store.changes);
    const keyUses = new KeyUses(store, onError);
    stop.push(() => keyUses.close());
    const local: Renderer = (task, client) => pool.render(task, costOf(task), client);
    const external = await openExternal(config, local);
    if (external !== null) stop.push(() => external.close());

    const measureRequest = requestMetrics(registry);
    const logRequest = requestLog(log, clientIp(config.trustedProxies));
    const transport = openTransport(
      config.httpDriver,
      {
        handler: pipeline(config.apiDocs === 'on' ? new Pages(config.basePath) : null, {
          basePath: config.basePath,
          bodyTimeoutMs: config.bodyTimeoutMs,
          store,
          cache,
          keyUses,
          budget: budgets.budget,
          guard: budgets.guard,
          refuse: (accountId, client) => pool.refuse(accountId, client),
          render: external === null ? local : (task, client) => external.render(task, client),
          log(entry) {
            measureRequest(entry);
            logRequest(entry);
          },
        }),
        onError,
        onMalformed: malformedLog(log),
        maxBodyBytes: LIMITS.bodyBytes,
        // The renderer's own timeout has its own status, so it must come first.
        requestDeadlineMs: LIMITS.requestMs + (external === null ? 0 : config.externalRendererTimeoutMs),
      },
      (message) => log.warn(message),
    );
    showParts(registry, { transport, pool, cache, redis: budgets.redis, external });

    await poolReady;
    const { host, port } = await transport.listen(config.host, config.port, config.listeners > 1);
    let grace = config.shutdownGraceMs;
    stop.push(() => transport.close(grace));
    unready = null;
    store.ready().catch(onError);

    const url = origin(host, port) + config.basePath;
    const opsUrl = origin(config.opsHost, ops.port);
    log.info({ host, port, url, ops_url: opsUrl, ops_port: ops.port, driver: transport.driver }, 'listening');
    sink.flush();
    return {
      url,
      port,
      opsUrl,
      store,
      async close(graceMs = grace) {
        unready = 'shutting down';
        grace = graceMs;
        log.info({ in_flight: transport.inFlight }, 'stopping');
        sink.flush();
        await stopAll(stop);
        log.info('stopped');
        sink.flush();
      },
    };
  } catch (error) {
    await stopAll(stop);
    throw error;
  }
}

async function openExternal(
  { renderer, externalRendererUrl: url, externalRendererTimeoutMs: timeoutMs }: Config,
  substitute: Renderer,
): Promise<ExternalRenderer | null> {
  if (renderer !== 'external' || url === null) return null;
  const { ExternalRenderer } = await import('./external/external-renderer.ts');
  return new ExternalRenderer({ url, timeoutMs, substitute });
}

/** Last started, first stopped. */
async function stopAll(stop: (() => Promise<void>)[]): Promise<void> {
  for (let close = stop.pop(); close !== undefined; close = stop.pop()) await close();
}
