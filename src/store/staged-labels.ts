import { type SavedLabel, StoreFailure, type StorePieces } from './store.ts';

/** Labels in an answer. */
const PAGE = 100;

/**
 * Prepared labels that a connection brings in parts, until all are there to be imported in one transaction. They are kept in
 * memory, and go with the connection.
 */
export class StagedLabels {
  readonly #store: Pick<StorePieces, 'importPrepared'>;
  /** Of the unit that comes. */
  #parts: Uint8Array[] = [];
  #units: Uint8Array[] = [];
  #teamIds: string[] = [];
  #bytes = 0;
  #saved: readonly SavedLabel[] = [];

  constructor(store: Pick<StorePieces, 'importPrepared'>) {
    this.#store = store;
  }

  /** Of all that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  addPart(part: Uint8Array, isLast: boolean): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (!isLast) return;
    this.#units.push(joined(this.#parts));
    this.#parts = [];
  }

  async addTeams(ids: readonly string[]): Promise<void> {
    this.#teamIds.push(...ids);
    this.#bytes += teamBytes(ids);
  }

  /**
   * Imports what has come, which is then kept no longer, whatever becomes of it.
   *
   * @param bytes how many were sent: some of them may have gone with a connection that broke
   */
  async importInto(accountId: string, bytes: number): Promise<void> {
    const isWhole = this.#bytes === bytes && this.#parts.length === 0;
    const labels = { teamIds: this.#teamIds, units: this.#units };
    [this.#parts, this.#units, this.#teamIds, this.#bytes] = [[], [], [], 0];
    if (!isWhole)
      throw new StoreFailure('the connection to the service broke; nothing was imported: try again');
    this.#saved = await this.#store.importPrepared(accountId, labels);
  }

  /** Some of what was imported last, from this place on. */
  async savedFrom(place: number): Promise<SavedLabel[]> {
    return this.#saved.slice(place, place + PAGE);
  }
}

/** Of ids of teams, in UTF-8. */
export function teamBytes(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + Buffer.byteLength(id), 0);
}

/** In memory that crosses to the database's thread without being copied. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
