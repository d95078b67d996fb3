import { LineBudget } from '../telemetry/line-budget.ts';
import type { Logger } from '../telemetry/log.ts';
import type { MalformedRequest } from './transport/transport.ts';

/** Anybody can send malformed requests: enough lines to see who does. */
const LINES_A_SECOND = 5;

/** Writes which requests were refused because they are malformed. Their clients are at fault, so it is no error. */
export function malformedLog(log: Logger): (request: MalformedRequest) => void {
  const budget = new LineBudget(LINES_A_SECOND);
  return ({ requestId, remoteAddress, reason }) => {
    const leftOut = budget.take(performance.now());
    if (leftOut === null) return;
    log.info(
      { request_id: requestId, client: remoteAddress, reason, sampled_out: leftOut || undefined },
      'a malformed request was refused',
    );
  };
}
