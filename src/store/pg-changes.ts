import pg from 'pg';
import type { ChangeFeed, ChangeListener } from './database.ts';
import { endInTime } from './end-in-time.ts';

/**
 * A connection that hangs without closing is noticed after at most a beat and its timeout: under a second,
 * which is how long a cache may lag behind. Milliseconds.
 */
const BEAT_MS = 400;
const BEAT_TIMEOUT_MS = 500;
const RECONNECT_MS = 500;

/** Listens to `platen_changed` on a connection of its own, and connects again for as long as it is open. */
export class PgChanges implements ChangeFeed {
  /** A restored backup or a TRUNCATE notifies nobody. */
  readonly isComplete = false;
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Whether the present outage has been reported: once is enough. */
  #reported = false;

  constructor(url: string, onError: (error: unknown) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  subscribe(listener: ChangeListener): void {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'platen changes',
      keepAlive: true,
      connectionTimeoutMillis: 1000,
      query_timeout: BEAT_TIMEOUT_MS,
    });
    this.#client = client;
    let lost = false;
    const lose = (error?: unknown): void => {
      if (lost) return;
      lost = true;
      listener.down();
      clearTimeout(this.#timer);
      client.end().catch(() => {});
      if (this.#closed) return;
      if (!this.#reported) this.#onError(error ?? new Error('PostgreSQL closed the connection that listens'));
      this.#reported = true;
      this.#timer = setTimeout(() => this.subscribe(listener), RECONNECT_MS);
    };
    const beat = (): void => {
      if (lost) return;
      this.#timer = setTimeout(() => void client.query('SELECT 1').then(beat, lose), BEAT_MS);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload }) => listener.changed(payload ?? ''));
    client
      .connect()
      .then(() => client.query('LISTEN platen_changed'))
      .then(() => {
        if (lost) return;
        this.#reported = false;
        listener.up();
        beat();
      })
      .catch(lose);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#client !== undefined) await endInTime(this.#client);
  }
}
