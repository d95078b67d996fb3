/**
 * For HTTP servers of tests. They end no connection by themselves: after Node's five seconds that could meet a request
 * of a client that is slow, or waits.
 */
export const KEPT_ALIVE = { keepAliveTimeout: 0 };
