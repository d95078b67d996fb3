import { Counter, type Registry } from 'prom-client';
import { LightHistogram } from '../telemetry/light-histogram.ts';
import type { RequestEntry, RequestLog } from './request-log.ts';
import { type RequestStage, STAGES } from './stopwatch.ts';

/** Keys with a series of their own, the first ones that ask; all others are counted together. */
const KEYS_SHOWN = 1000;

/**
 * Counts and times every request, by route, reason, stage and key. The counts are copied to prom-client when they are
 * collected: its calls are slow.
 */
export function requestMetrics(registry: Registry): RequestLog {
  const requests = new Map<RequestEntry['route'], Map<number, number>>();
  const refused = new Map<string, number>();
  const stages = new LightHistogram(
    registry,
    'platen_http_stage_seconds',
    'Time of requests answered 200, by the stages that they reached',
    'stage',
    [...STAGES, 'total'],
  );
  new Counter({
    name: 'platen_http_requests_total',
    help: 'Requests by route and status; 499 for clients that left before their answer',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, statuses] of requests) {
        for (const [status, count] of statuses) this.inc({ route, status }, count);
      }
    },
  });
  new Counter({
    name: 'platen_http_refused_total',
    help: 'Requests that were not answered 200, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of refused) this.inc({ reason }, count);
    },
  });
  const countKey = keyMetrics(registry);
  return (entry) => {
    const { route, status, reason, watch } = entry;
    countKey(entry);
    let statuses = requests.get(route);
    if (statuses === undefined) requests.set(route, (statuses = new Map()));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (reason !== null) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
      return;
    }
    watch.ms.forEach((ms, at) => {
      if (ms > 0) stages.observe(STAGES[at] as RequestStage, ms / 1000);
    });
    stages.observe('total', watch.total() / 1000);
  };
}

/**
 * Counts the requests made with each key, those that were refused included. Keys go by their id, never by their
 * value.
 */
function keyMetrics(registry: Registry): RequestLog {
  const shown = new Map<string, { readonly accountId: string; requests: number }>();
  let others = 0;
  new Counter({
    name: 'platen_key_requests_total',
    help: `Requests by account and key, of the first ${KEYS_SHOWN} keys that asked; "other" for those after them`,
    labelNames: ['account_id', 'key_id'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [keyId, { accountId, requests }] of shown) {
        this.inc({ account_id: accountId, key_id: keyId }, requests);
      }
      if (others > 0) this.inc({ account_id: 'other', key_id: 'other' }, others);
    },
  });
  return ({ caller }) => {
    if (caller === undefined) return;
    const { accountId, keyId } = caller;
    const count = shown.get(keyId);
    if (count !== undefined) count.requests++;
    else if (shown.size < KEYS_SHOWN) shown.set(keyId, { accountId, requests: 1 });
    else others++;
  };
}
