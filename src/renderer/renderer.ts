import type { Config } from '../config.ts';
import { clientIp } from '../http/client-ip.ts';
import { BODY_BYTES_MAX } from '../labelary/labelary-api.ts';
import { FORMAT_TYPES } from '../labelary/labelary-request.ts';
import { LIMITS } from '../limits.ts';
import { type RunningServer, type ServerConfig, ServerFrame, type StartOps } from '../server-frame.ts';
import type { LogSink } from '../telemetry/log.ts';
import { showParts } from '../telemetry/part-metrics.ts';
import { CallRate } from './call-rate.ts';
import { PageThread } from './page-thread.ts';
import { digestOf, rendererHandler, rendererRefusal } from './renderer-handler.ts';
import { type RendererPool, startRendererPool } from './renderer-pool.ts';

/** Settings of the renderer. */
export interface RendererConfig
  extends ServerConfig,
    Pick<Config, 'bodyTimeoutMs' | 'trustedProxies' | 'logLevel'> {
  /** Keys, one of which each call needs; null if calls need none. */
  readonly keys: readonly string[] | null;
  /** Calls a second of each key, or of each address if there are no keys; null for no limit. */
  readonly callsPerSecond: number | null;
  /** Whether the studio's page is served, without a key. */
  readonly hasPlayground: boolean;
}

/** The longest times of calls: of a page of a PDF from its turn on, and of the whole call. Milliseconds. */
export interface CallTimes {
  readonly pageMs: number;
  readonly callMs: number;
}

const CALL_TIMES: CallTimes = { pageMs: 5000, callMs: LIMITS.requestMs };

/** The kinds by which a thread's time is counted: formats of labels, and uploads. */
const KINDS = [...Object.keys(FORMAT_TYPES), 'graphic', 'font'];

/**
 * Starts a renderer of Labelary's API: the listener, the pool and the operators' port of the service, without its
 * database, accounts and labels. Nothing is stored. If a part fails to start, the parts before it are stopped.
 */
export async function startRenderer(
  config: RendererConfig,
  sink: LogSink,
  startOps: StartOps,
  { pool, ready, observe }: RendererPool = startRendererPool(config),
  { pageMs, callMs }: CallTimes = CALL_TIMES,
): Promise<RunningServer> {
  const frame = await ServerFrame.open(config, sink);
  try {
    frame.onStop(() => pool.close());
    observe(frame.poolEvents(KINDS, (task) => (task.kind === 'labels' ? task.request.format : task.kind)));
    await frame.startOps(startOps, async () => {});
    const playground = config.hasPlayground ? (await import('./playground.ts')).openPlayground() : null;
    if (playground !== null) frame.onStop(() => playground.close());
    const pages = new PageThread(pageMs);
    frame.onStop(() => pages.stop());
    const clientOf = clientIp(config.trustedProxies);
    const transport = frame.makeTransport({
      handler: rendererHandler({
        work: (task, cost, exchange) =>
          task.kind === 'page' ? pages.draw(task, cost.account, exchange) : pool.render(task, cost, exchange),
        refuse: (account, exchange) => pool.refuse(account, exchange),
        keys: config.keys === null ? null : new Set(config.keys.map(digestOf)),
        rate: config.callsPerSecond === null ? null : new CallRate(config.callsPerSecond),
        playground,
        bodyTimeoutMs: config.bodyTimeoutMs,
        clientOf,
        log: frame.requestLog(clientOf),
      }),
      refusal: rendererRefusal,
      maxBodyBytes: BODY_BYTES_MAX,
      requestDeadlineMs: callMs,
    });
    showParts(frame.registry, { transport, pool });
    await ready;
    return await frame.listen(transport, '/');
  } catch (error) {
    await frame.stop();
    throw error;
  }
}
