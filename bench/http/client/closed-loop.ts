import autocannon from 'autocannon';
import type { Request } from './request.ts';

/** Figures of clients that each send their next request when they have their answer. */
export interface Fire {
  /** Answered requests a second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections lost and requests without an answer. */
  readonly errors: number;
}

/**
 * Requests spread over connections: each has its share of them and sends it over and over, one at a time, for so many
 * seconds or until there were so many answers.
 */
export async function fire(
  port: number,
  requests: readonly Request[],
  connections: number,
  until: number | { readonly answers: number },
): Promise<Fire> {
  let next = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    pipelining: 1,
    ...(typeof until === 'number' ? { duration: until } : { amount: until.answers }),
    setupClient: (client) => {
      const first = next++;
      const share = requests.filter((_, at) => at % connections === first);
      // Copies: autocannon adds to the headers that it is given.
      client.setRequests(share.map((request) => ({ ...request, headers: { ...request.headers } })));
    },
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, stats]) => [status, stats.count ?? 0] as const,
  );
  return {
    rate: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(statuses),
    errors: result.errors + result.timeouts,
  };
}
