import pg from 'pg';
import { inTime } from '../in-time.ts';
import type { ChangeFeed, ChangeListener } from './database.ts';
import { endInTime } from './end-in-time.ts';
import { pgConnection } from './pg-connection.ts';

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
    const client = new pg.Client(pgConnection(this.#url, 'platen changes'));
    const ask = (text: string): Promise<unknown> =>
      inTime(
        client.query(text),
        BEAT_TIMEOUT_MS,
        'timeout: PostgreSQL does not answer on the connection that listens for changes',
      );
    this.#client = client;
    const changes: string[] = [];
    let lost = false;
    const lose = (error?: unknown): void => {
      if (lost) return;
      lost = true;
      listener.down();
      clearTimeout(this.#timer);
      client.end().catch(() => {});
      if (this.#closed) return;
      if (!this.#reported)
        this.#onError(error ?? new Error('PostgreSQL closed the connection that listens for changes'));
      this.#reported = true;
      this.#timer = setTimeout(() => this.subscribe(listener), RECONNECT_MS);
    };
    const beat = (): void => {
      if (lost) return;
      this.#timer = setTimeout(() => void ask('SELECT 1').then(beat, lose), BEAT_MS);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload }) => {
      // Together where many come in one turn: each call of the listener may look through all that is remembered.
      if (changes.length === 0) setImmediate(() => listener.changed(changes.splice(0)));
      changes.push(payload ?? '');
    });
    client
      .connect()
      .then(() => ask('LISTEN platen_changed'))
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
