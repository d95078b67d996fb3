import { pause } from '../../api-client/pause.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { Watcher } from '../stages.ts';
import { type PrinterAddress, printerAddress } from './address.ts';
import { ConnectionLost, PrinterConnection } from './connection.ts';
import { type HostStatus, hindrance } from './host-status.ts';

/** The longest waits for a printer, in milliseconds. */
interface Patience {
  /** The pause between two questions for its status. */
  readonly askAgainMs: number;
  /** The wait for an answer if nothing was sent before. */
  readonly answerMs: number;
  /** The longest time without an answer. */
  readonly silenceMs: number;
  /** The wait for bytes that are being sent, once the batch has to end. */
  readonly leaveMs: number;
}

const PATIENCE: Patience = { askAgainMs: 1000, answerMs: 15_000, silenceMs: 60_000, leaveMs: 2000 };
/** The slowest usual connection: a print server with a serial line of 9600 baud. */
const SLOWEST_BYTES_A_SECOND = 960;
/** Bytes that are sent at once: few enough to notice that a slow printer still takes some. */
const SLICE_BYTES = 16_384;

/** The outcome of sending: see {@link Printer.send}. */
export type Sent = 'taken' | 'open' | 'doubtful';

/** A printer at a raw port (9100), which is asked for its status by `~HS`. */
export interface Printer {
  /**
   * Resolves when the printer answers that it can print. Waits as long as it answers, and shows the reason. Throws
   * `BatchStopped` after a minute without an answer; the signal's reason once it is aborted.
   */
  ready(signal: AbortSignal): Promise<void>;
  /**
   * Waits until the printer is ready, and sends the bytes, which must leave the prefix of control commands unchanged.
   * `taken`: an answer shows that the printer has read all bytes. `open`: it has, but waits for the end of a label, and
   * would lose the next bytes in it. `doubtful`: it may have read some or all bytes, which must never be sent again.
   *
   * @param signal shortens the wait for the answer to seconds once bytes were sent
   * @throws as `ready` does, with nothing sent
   */
  send(bytes: Uint8Array, signal: AbortSignal): Promise<Sent>;
  /** Resolves when the printer says that it has printed all labels, or with a note when it makes no more progress. */
  finish(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Makes a printer, without connecting to it. Throws a `BatchUsage` for a malformed address. */
export function openPrinter(options: {
  readonly address: string;
  readonly watcher: Watcher;
  readonly patience?: Partial<Patience>;
}): Printer {
  return new RawPortPrinter(printerAddress(options.address), options.watcher, {
    ...PATIENCE,
    ...options.patience,
  });
}

class RawPortPrinter implements Printer {
  readonly #address: PrinterAddress;
  readonly #watcher: Watcher;
  readonly #patience: Patience;
  #connection: PrinterConnection | null = null;
  /** The time of the last answer that it can print. */
  #readyAt = Number.NEGATIVE_INFINITY;
  #hasSent = false;
  #isShown = false;

  constructor(address: PrinterAddress, watcher: Watcher, patience: Patience) {
    this.#address = address;
    this.#watcher = watcher;
    this.#patience = patience;
  }

  async ready(signal: AbortSignal): Promise<void> {
    await this.#readyConnection(signal);
  }

  async send(bytes: Uint8Array, signal: AbortSignal): Promise<Sent> {
    const connection = await this.#readyConnection(signal);
    const { silenceMs, leaveMs } = this.#patience;
    let leaving: NodeJS.Timeout | undefined;
    const leave = (): void => {
      leaving = setTimeout(() => connection.giveUp(signal.reason), leaveMs);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#hasSent = true;
    try {
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        await this.#patiently('takes nothing more', connection.write(bytes.subarray(at, at + SLICE_BYTES)));
      }
      const readingMs = (bytes.length / SLOWEST_BYTES_A_SECOND) * 1000;
      const status = await this.#patiently('no answer yet', connection.ask(silenceMs + readingMs));
      this.#heard(status);
      return status.partialFormat && (await this.#isFormatOpen(connection, signal)) ? 'open' : 'taken';
    } catch (error) {
      connection.giveUp(error as Error);
      if (connection.lost instanceof ConnectionLost) {
        this.#watcher.note(
          `printer ${this.#address.name}: ${connection.lost.message}, with labels on the way`,
        );
      }
      return 'doubtful';
    } finally {
      signal.removeEventListener('abort', leave);
      clearTimeout(leaving);
    }
  }

  async finish(signal: AbortSignal): Promise<void> {
    if (!this.#hasSent) return;
    const { askAgainMs, silenceMs } = this.#patience;
    let fewest = Number.POSITIVE_INFINITY;
    let wentOnAt = performance.now();
    for (;;) {
      const status = await this.#status(signal);
      let why: string;
      if (status instanceof ConnectionLost) why = status.message;
      else {
        const left = status.formats + status.labelsLeft;
        if (left === 0) break;
        const hindered = hindrance(status) ?? (status.labelWaiting ? 'a label waits to be taken' : null);
        if (left < fewest || hindered !== null) wentOnAt = performance.now();
        fewest = Math.min(fewest, left);
        why = hindered ?? `${left} left to print`;
      }
      if (performance.now() - wentOnAt >= silenceMs) {
        this.#watcher.note(
          `printer ${this.#address.name} has taken all labels, but no longer answers (${why}): check whether the last ones came out.`,
        );
        break;
      }
      this.#show(why);
      await pause(askAgainMs, signal);
    }
    this.#show(null);
  }

  close(): void {
    this.#connection?.giveUp(new ConnectionLost('closed'));
  }

  /** A connection on which the printer has just answered that it can print. */
  async #readyConnection(signal: AbortSignal): Promise<PrinterConnection> {
    const { askAgainMs, silenceMs } = this.#patience;
    signal.throwIfAborted();
    const known = this.#connection;
    if (known?.lost === null && performance.now() - this.#readyAt < askAgainMs) return known;
    let heardAt = performance.now();
    for (;;) {
      const status = await this.#status(signal);
      if (status instanceof ConnectionLost) {
        if (performance.now() - heardAt >= silenceMs) throw this.#unheard(status);
        this.#show(status.message);
      } else {
        heardAt = performance.now();
        const connection = this.#connection;
        if (this.#heard(status) === null && connection?.lost === null) {
          this.#show(null);
          return connection;
        }
        this.#show(hindrance(status));
      }
      await pause(askAgainMs, signal);
    }
  }

  /** Notes whether the printer can print. Returns why not, or null. */
  #heard(status: HostStatus): string | null {
    const why = hindrance(status);
    this.#readyAt = why === null ? performance.now() : Number.NEGATIVE_INFINITY;
    return why;
  }

  /** Asks for the status, on a new connection if there is none. */
  async #status(signal: AbortSignal): Promise<HostStatus | ConnectionLost> {
    const known = this.#connection;
    if (known?.lost instanceof BatchStopped) throw known.lost;
    try {
      const connection = known?.lost === null ? known : await this.#connect(signal);
      return await connection.ask(this.#patience.answerMs, signal);
    } catch (error) {
      if (error instanceof ConnectionLost) return error;
      throw error;
    }
  }

  async #connect(signal: AbortSignal): Promise<PrinterConnection> {
    const connection = await PrinterConnection.open(this.#address, signal);
    this.#connection = connection;
    // A connection that broke within a label may have left the label's beginning in the printer, and the next label
    // would be printed over it. A label that another program is sending gets a moment to end.
    const { partialFormat } = await connection.ask(this.#patience.answerMs, signal);
    if (partialFormat && (await this.#isFormatOpen(connection, signal))) await connection.write('~JX');
    return connection;
  }

  /** Whether the printer still waits for the end of a label, a moment after it said so. */
  async #isFormatOpen(connection: PrinterConnection, signal: AbortSignal): Promise<boolean> {
    await pause(this.#patience.askAgainMs, signal);
    return (await connection.ask(this.#patience.answerMs, signal)).partialFormat;
  }

  #unheard({ message }: ConnectionLost): BatchStopped {
    const seconds = Math.round(this.#patience.silenceMs / 1000);
    return new BatchStopped(
      `Printer ${this.#address.name} has not answered for ${seconds} s (${message}). Check that it is switched on and on the network, has paper and ribbon (some do not answer without), and whether another program keeps its port; then go on with --resume.`,
      { saysResume: true },
    );
  }

  /** Awaits some work, and shows `what` if it takes long. */
  async #patiently<Result>(what: string, work: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.#show(what), this.#patience.askAgainMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#show(null);
    }
  }

  #show(what: string | null): void {
    if (what !== null) this.#watcher.waiting(`printer ${this.#address.name}: ${what}`);
    else if (this.#isShown) this.#watcher.waiting(null);
    this.#isShown = what !== null;
  }
}
