/**
 * What a server may take to accept a connection: TLS across regions and a busy pooler take most of a second. After a loss
 * of packets one is tried again a second later, and then two, so that a server that returns is connected again within two
 * seconds only if an attempt lasts no longer than this. Milliseconds.
 */
const CONNECT_TIMEOUT_MS = 3000;

/** What all connections to the PostgreSQL at `url` have in common; `name` is what its operators see of one. */
export function pgConnection(url: string, name: string) {
  return {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}
