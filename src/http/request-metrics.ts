import { Counter, type Registry } from 'prom-client';
import { LightHistogram } from '../telemetry/light-histogram.ts';
import type { RequestEntry, RequestLog } from './request-log.ts';

import { STAGES, type Stage } from './stopwatch.ts';

/** Counts and times every request. The counts are copied to prom-client when they are collected: its calls are slow. */
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
  return ({ route, status, reason, watch }) => {
    let statuses = requests.get(route);
    if (statuses === undefined) requests.set(route, (statuses = new Map()));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (reason !== null) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
      return;
    }
    watch.ms.forEach((ms, at) => {
      if (ms > 0) stages.observe(STAGES[at] as Stage, ms / 1000);
    });
    stages.observe('total', watch.total() / 1000);
  };
}
