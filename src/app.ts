import { type LentBytes, owned } from './borrowed-bytes.ts';
import { openBudgets } from './budget/open.ts';
import type { Config } from './config.ts';
import { costOf } from './engine/cost.ts';
import { holdPrinter } from './engine/hold-printer.ts';
import type { Artifact, Renderer, SentTask } from './engine/task.ts';
import { TaskPacker } from './engine/task-batch.ts';
import type { ExternalRenderer } from './external/external-renderer.ts';
import { clientIp } from './http/client-ip.ts';
import { Pages } from './http/pages/pages.ts';
import { pipeline } from './http/pipeline.ts';
import { LIMITS } from './limits.ts';
import { onFirstUse } from './on-first-use.ts';
import { RenderPool } from './pool/pool.ts';
import { poolOptions } from './pool-config.ts';
import { type RunningServer, ServerFrame, type StartOps } from './server-frame.ts';
import { KeyUses } from './store/key-uses.ts';
import { openStore } from './store/open.ts';
import { ReadCache } from './store/read-cache.ts';
import type { SqlStore } from './store/sql-store.ts';
import type { Store } from './store/store.ts';
import { errorLog } from './telemetry/error-log.ts';
import { type LogSink, openLog } from './telemetry/log.ts';
import { startOpsServer } from './telemetry/ops-server.ts';
import { showParts } from './telemetry/part-metrics.ts';
import { keepTimeOf } from './wall-clock.ts';

/** A running service. */
export interface Service extends RunningServer {
  /** The address of the API, base path included. */
  readonly url: string;
  readonly store: Store;
}

/** The kinds by which a worker's time is counted. */
const KINDS = ['zpl', 'png', 'pdf', 'print', 'tokens'];

/**
 * Builds every real part, connects them, and starts to listen. Started parts are stopped if a later one fails.
 * `startOps` is how operators reach it, which differs for one of several listeners. `open` gives the store, which
 * whoever starts the program may have begun to open before the rest was loaded; it is asked once operators have their
 * listener, so that a second service on the same ports makes no database. The store is closed with the service.
 */
export async function startService(
  config: Config,
  sink: LogSink = openLog(config.logLevel),
  startOps: StartOps = startOpsServer,
  open: () => Promise<SqlStore> = () => openStore({ ...config, onError: errorLog(sink.log) }),
): Promise<Service> {
  const frame = await ServerFrame.open(config, sink);
  const { log, onError, registry } = frame;
  try {
    await frame.startOps(startOps, () => Promise.all([store.ready(), budgets.ready()]));
    const opening = open();
    // Whatever fails first is the reason; the store's own is met where it is awaited.
    opening.catch(() => {});
    const closeStore = onFirstUse(async () => (await opening.catch(() => null))?.close());
    // Its place is behind the pool, where it is closed unless there is none yet.
    frame.onStop(closeStore);
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
    frame.onStop(async () => budgets.close());
    // Threads have what was held before they started.
    keepTimeOf(config.timeZone);
    await holdPrinter(config);
    const pool = new RenderPool<SentTask, Artifact<LentBytes>>({
      ...poolOptions(config),
      packer: () => new TaskPacker(),
      events: frame.poolEvents(KINDS, (task) => (task.kind === 'render' ? task.format : task.kind)),
    });
    frame.onStop(() => pool.close());
    frame.onStop(closeStore);
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
    frame.onStop(() => keyUses.close());
    const local: Renderer = (task, client) => pool.render(task, costOf(task), client);
    const external = await openExternal(config, local);
    if (external !== null) frame.onStop(() => external.close());

    const transport = frame.makeTransport({
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
        log: frame.requestLog(clientIp(config.trustedProxies)),
      }),
      maxBodyBytes: LIMITS.bodyBytes,
      // The renderer's own timeout has its own status, so it must come first.
      requestDeadlineMs: LIMITS.requestMs + (external === null ? 0 : config.externalRendererTimeoutMs),
    });
    showParts(registry, { transport, pool, cache, redis: budgets.redis, external });

    await poolReady;
    const running = await frame.listen(transport, config.basePath);
    store.ready().catch(onError);
    return { ...running, url: running.origin + config.basePath, store };
  } catch (error) {
    await frame.stop();
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
