import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { withDeadline } from '../../api-client/deadline.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { PrinterAddress } from './address.ts';
import { type HostStatus, HostStatusReader } from './host-status.ts';

/** The connection is of no more use; the message says why, in words that stand behind the printer's name. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** A printer that is switched off does not refuse. */
const CONNECT_MS = 5000;
/** An answer to `~HS` has about 85 bytes. */
const MOST_GARBAGE = 4096;

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
 * One connection to a printer. It has at most one question open: an answer can only be that of the last question, which
 * was sent behind everything else, or the connection is given up. So an answer shows that all was read.
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

  /** Throws a `ConnectionLost` if there is no connection within some seconds. */
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

  /** Why it can no longer be used; null while it can. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** Resolves once the system has taken the bytes, which must stay as they are until then. Rejects when it is lost. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) reject(this.#lost);
      else this.#socket.write(bytes, (error) => (error ? reject(this.#lost ?? lostBy(error)) : resolve()));
    });
  }

  /**
   * Asks for the status, which comes when all that was written is read. Without an answer in time the connection is
   * lost.
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

  /** Closes it at once. What the system has taken may still reach the printer. */
  giveUp(reason: Error): void {
    this.#lost ??= reason;
    this.#socket.destroy();
    this.#asked?.lost(this.#lost);
    this.#asked = null;
  }

  #read(bytes: Uint8Array): void {
    const [status, ...others] = this.#reader.read(bytes);
    if (status !== undefined) {
      if (this.#asked === null || others.length > 0) {
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
    if (this.#reader.bytesWithoutAnswer > MOST_GARBAGE) {
      this.giveUp(
        new BatchStopped(
          `Printer ${this.#name} does not answer as a Zebra printer does when it is asked for its status (~HS). Look whether --printer names the raw port of one that understands ZPL.`,
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
