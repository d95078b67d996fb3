import { type SavedMembers, StoreFailure, type StorePieces } from './store.ts';

/** Limit for all staged labels: the 64 MiB of a file, written as JSON and base64. */
const MAX_BYTES = 96 * 1024 * 1024;
/** Labels in an answer. */
const PAGE = 100;

/** Bytes that all connections to one store hold together. */
export interface StagingRoom {
  bytes: number;
}

/**
 * Prepared labels that a connection brings in parts, until all are there to be imported in one transaction. They are
 * kept in memory, and go with the connection.
 */
export class StagedLabels {
  readonly #store: Pick<StorePieces, 'importPrepared'>;
  readonly #room: StagingRoom;
  /** Parts of the incomplete unit. */
  #parts: Uint8Array[] = [];
  #units: Uint8Array[] = [];
  #teamIds: string[] = [];
  #bytes = 0;
  #saved: readonly SavedMembers[] = [];

  constructor(store: Pick<StorePieces, 'importPrepared'>, room: StagingRoom) {
    this.#store = store;
    this.#room = room;
  }

  /** @throws StoreFailure if there is no room, as {@link addTeams} does. */
  addPart(part: Uint8Array, isLast: boolean): void {
    this.#hold(part.length);
    this.#parts.push(part);
    if (!isLast) return;
    this.#units.push(joined(this.#parts));
    this.#parts = [];
  }

  async addTeams(ids: readonly string[]): Promise<void> {
    this.#hold(teamBytes(ids));
    this.#teamIds.push(...ids);
  }

  /**
   * Imports what has come, which is then kept no longer, whatever becomes of it.
   *
   * @param bytes how many were sent: some of them may have gone with a connection that broke
   */
  async importInto(accountId: string, bytes: number): Promise<void> {
    const held = this.#bytes;
    const isWhole = held === bytes && this.#parts.length === 0;
    const labels = { teamIds: this.#teamIds, units: this.#units };
    [this.#parts, this.#units, this.#teamIds, this.#bytes] = [[], [], [], 0];
    try {
      if (!isWhole) {
        throw new StoreFailure('the connection to the service broke; nothing was imported: try again');
      }
      this.#saved = await this.#store.importPrepared(accountId, labels);
    } finally {
      this.#room.bytes -= held;
    }
  }

  /** Some of what was imported last, from this place on. */
  async savedFrom(place: number): Promise<SavedMembers[]> {
    return this.#saved.slice(place, place + PAGE);
  }

  /** The connection is gone. */
  close(): void {
    this.#room.bytes -= this.#bytes;
    this.#bytes = 0;
  }

  #hold(bytes: number): void {
    if (this.#room.bytes + bytes > MAX_BYTES) {
      throw new StoreFailure(
        `more than ${MAX_BYTES} bytes of labels to be imported at once; nothing was imported: send fewer, or wait until ` +
          'another import has ended',
      );
    }
    this.#room.bytes += bytes;
    this.#bytes += bytes;
  }
}

/** Bytes of team ids in UTF-8. */
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
