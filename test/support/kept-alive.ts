/**
 * Options of HTTP servers of tests, which never close an idle connection: Node's five seconds could end just when a
 * slow client sends its next request.
 */
export const KEPT_ALIVE = { keepAliveTimeout: 0 };
