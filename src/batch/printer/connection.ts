import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { withDeadline } from '../../api-client/deadline.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { PrinterAddress } from './address.ts';
import { type HostStatus, HostStatusReader } from './host-status.ts';

/** The connection cannot be used any more. The message says why, in words that follow the printer's name. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Time for a connection: a printer that is switched off does not refuse it. */
const CONNECT_MS = 5000;
/** Bytes without an answer that end the connection. An answer to `~HS` has about 85. */
const GARBAGE_MAX = 4096;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'breaks the connection',
  EPIPE: 'breaks the connection',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'out of reach',
  ENETUNREACH: 'out of reach',
  ETIMEDOUT: 'out of reach',
};

/**
 * One connection to a printer, with at most one open question, which is sent after everything else: its answer shows
 * that the printer has read all bytes. An answer without a question ends the connection.
 */
export class PrinterConnection {
  readonly #socket: Socket;
  readonly #name: string;
  readonly #reader = new HostStatusReader();
  #asked: { answered(status: HostStatus): void; lost(reason: Error): void } | null = null;
  #lost: Error | null = null;

  private constructor(socket: Socket, name: string) {
    this.#socket = socket;
    this.#name = name;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('end', () => this.giveUp(new ConnectionLost('closes the connection')));
    socket.on('error', (error) => this.giveUp(lostBy(error)));
    socket.on('close', () => this.giveUp(new ConnectionLost('closes the connection')));
  }

  /** Connects. Throws a `ConnectionLost` if that fails or takes some seconds, or the signal's reason. */
  static async open({ host, port, name }: PrinterAddress, signal: AbortSignal): Promise<PrinterConnection> {
    const socket = createConnection({ host, port, noDelay: true, keepAlive: true });
    try {
      await withDeadline(
        CONNECT_MS,
        signal,
        () => new ConnectionLost('out of reach'),
        (deadline) => {
          deadline.signal.addEventListener('abort', () => socket.destroy(deadline.signal.reason));
          return once(socket, 'connect');
        },
      );
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      throw lostBy(error);
    }
    return new PrinterConnection(socket, name);
  }

  /** Why the connection can no longer be used; null while it can. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** Resolves once the system has the bytes, which must not change until then. Rejects when the connection is lost. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) reject(this.#lost);
      else this.#socket.write(bytes, (error) => (error ? reject(this.#lost ?? lostBy(error)) : resolve()));
    });
  }

  /**
   * Asks for the status, which the printer sends when it has read all bytes. Without an answer in time the connection
   * is lost. Rejects then, or with the signal's reason.
   */
  ask(timeoutMs: number, signal?: AbortSignal): Promise<HostStatus> {
    const late = (): Error => new ConnectionLost('does not answer');
    return withDeadline(
      timeoutMs,
      signal,
      late,
      (deadline) =>
        new Promise((answered, lost) => {
          if (this.#lost !== null) return lost(this.#lost);
          this.#asked = { answered, lost };
          deadline.signal.addEventListener('abort', () => this.giveUp(deadline.signal.reason));
          this.#socket.write('~HS');
        }),
    );
  }

  /** Closes the connection at once. Bytes that the system has may still reach the printer. */
  giveUp(reason: Error): void {
    this.#lost ??= reason;
    this.#socket.destroy();
    this.#asked?.lost(this.#lost);
    this.#asked = null;
  }

  #read(bytes: Uint8Array): void {
    const [status, ...unasked] = this.#reader.read(bytes);
    if (status !== undefined) {
      if (this.#asked === null || unasked.length > 0) {
        this.giveUp(
          new BatchStopped(
            `Printer ${this.#name} sends its status more often than it is asked, so the labels that it has read are unknown. Check whether another program asks it too.`,
          ),
        );
      } else {
        this.#asked.answered(status);
        this.#asked = null;
      }
    }
    if (this.#reader.bytesWithoutAnswer > GARBAGE_MAX) {
      this.giveUp(
        new BatchStopped(
          `Printer ${this.#name} does not answer as a Zebra printer does when it is asked for its status (~HS). Check that --printer names the raw port of a printer that understands ZPL.`,
        ),
      );
    }
  }
}

function lostBy(error: unknown): ConnectionLost {
  if (error instanceof ConnectionLost) return error;
  const { code = 'connection lost' } = error as NodeJS.ErrnoException;
  return new ConnectionLost(REASONS[code] ?? code, { cause: error });
}
