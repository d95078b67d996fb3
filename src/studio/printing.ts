import { BatchStopped, BatchUsage } from '../batch/batch-failure.ts';
import { openPrinter, type Printer } from '../batch/printer/printer.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { type SystemPrinters, systemPrinters } from './system-printers.ts';

/** A printer at a raw port, or a queue of the system. */
export type PrinterChoice =
  | { readonly kind: 'raw'; readonly address: string }
  | { readonly kind: 'system'; readonly name: string };

/** The result of printing. */
export interface Printed {
  /** Rows that the printer has read, or that the system has taken. */
  readonly taken: number;
  /** Whether the row after these may or may not be printed. Nothing is sent after it. */
  readonly isDoubtful: boolean;
  /** Lines for people: why a row is doubtful, and labels that the printer has yet to print. */
  readonly notes: readonly string[];
}

/** The time to wait for a printer that cannot print, and for its labels. Milliseconds. */
const PATIENCE = { readyMs: 20_000, finishMs: 15_000, silenceMs: 10_000, systemMs: 30_000 };

/** Progress of printing: how many rows the printer has read, and the result at the end. */
export type PrintProgress = Pick<Printed, 'taken'> | Printed;

/** Prints labels of the page, one request after the other. Nothing is ever sent twice. */
export class Printing {
  #last: Promise<unknown> = Promise.resolve();
  readonly #patience: typeof PATIENCE;
  readonly #system: SystemPrinters;

  /** Tests give other parameters. */
  constructor(patience: Partial<typeof PATIENCE> = {}, platform: NodeJS.Platform = process.platform) {
    this.#patience = { ...PATIENCE, ...patience };
    this.#system = systemPrinters(platform, this.#patience.systemMs);
  }

  /** The queues of the system. */
  async systemPrinters(): Promise<readonly string[]> {
    return await this.#system.list();
  }

  /**
   * Sends a job for each row, and reports progress after each one. Once the signal is aborted, no job is begun.
   *
   * @throws RequestRefusal before anything is sent: for a malformed address, and for a printer that cannot print or
   *   cannot be reached.
   */
  async *print(
    jobs: readonly Uint8Array[],
    choice: PrinterChoice,
    signal: AbortSignal,
  ): AsyncGenerator<PrintProgress> {
    const before = this.#last;
    let end = (): void => {};
    this.#last = new Promise<void>((resolve) => (end = resolve));
    try {
      await before;
      if (choice.kind === 'system') yield* this.#toQueue(jobs, choice.name, signal);
      else yield* this.#toPort(jobs, choice.address, signal);
    } finally {
      end();
    }
  }

  async *#toPort(
    jobs: readonly Uint8Array[],
    address: string,
    signal: AbortSignal,
  ): AsyncGenerator<PrintProgress> {
    const notes: string[] = [];
    let reason: string | null = null;
    const watcher = {
      waiting: (why: string | null) => (reason = why ?? reason),
      note: (line: string) => void notes.push(line),
    };
    const { silenceMs, readyMs, finishMs } = this.#patience;
    const printer = opened(() => openPrinter({ address, watcher, patience: { silenceMs } }));
    let taken = 0;
    const result = (isDoubtful: boolean, ...more: readonly string[]): Printed => ({
      taken,
      isDoubtful,
      notes: [...notes, ...more],
    });
    try {
      for (const job of jobs) {
        if (signal.aborted) return;
        const ready = AbortSignal.timeout(readyMs);
        try {
          await printer.ready(ready);
        } catch (error) {
          const why = ready.aborted ? (reason ?? 'the printer does not answer') : (error as Error).message;
          if (taken === 0) throw new RequestRefusal(503, `${why}; nothing was sent`);
          return yield result(false, why);
        }
        const sent = await printer.send(job, new AbortController().signal);
        if (sent === 'doubtful') return yield result(true);
        taken++;
        if (sent === 'open') {
          const open =
            'the printer still waits for the end of a label (^XZ): check the data of ^GF, ~DG and ~DY';
          return yield result(false, open);
        }
        yield { taken };
      }
      await finished(printer, finishMs, () =>
        notes.push(`not all is printed yet (${reason ?? 'the printer is still printing'})`),
      );
      yield result(false);
    } finally {
      printer.close();
    }
  }

  async *#toQueue(jobs: readonly Uint8Array[], name: string, signal: AbortSignal): AsyncGenerator<Printed> {
    if (!(await this.#system.list()).includes(name)) {
      throw new RequestRefusal(422, `the system has no printer ${JSON.stringify(name)}`);
    }
    if (signal.aborted) return;
    const handed = await this.#system.handOver(name, Buffer.concat(jobs));
    switch (handed.kind) {
      case 'taken':
        return yield { taken: jobs.length, isDoubtful: false, notes: [`handed over to the queue ${name}`] };
      case 'refused':
        throw new RequestRefusal(503, `the queue ${name} did not take the labels: ${handed.why}`);
      case 'doubtful':
        return yield { taken: 0, isDoubtful: true, notes: [`the queue ${name}: ${handed.why}`] };
      default:
        handed satisfies never;
    }
  }
}

function opened(open: () => Printer): Printer {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof BatchUsage)) throw error;
    throw new RequestRefusal(422, 'give the printer as HOST, HOST:PORT or [IPv6]:PORT');
  }
}

/** Waits until the printer has printed its labels, for at most `maxMs`. */
async function finished(printer: Printer, maxMs: number, onLate: () => void): Promise<void> {
  const signal = AbortSignal.timeout(maxMs);
  try {
    await printer.finish(signal);
  } catch (error) {
    if (!signal.aborted && !(error instanceof BatchStopped)) throw error;
    onLate();
  }
}
