/**
 * The time for a server to accept a connection: TLS across regions and a busy pooler take most of a second. Lost
 * packets are repeated a second later, and then after two more; so a server that returns is connected within two
 * seconds only if an attempt lasts no longer than this. Milliseconds.
 */
const CONNECT_TIMEOUT_MS = 3000;

/** Options of all connections to the PostgreSQL at `url`; `name` is their name in its lists of connections. */
export function pgConnection(url: string, name: string) {
  return {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}
