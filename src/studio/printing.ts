import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { BatchStopped, BatchUsage } from '../batch/batch-failure.ts';
import { openPrinter, type Printer } from '../batch/printer/printer.ts';
import { RequestRefusal } from '../request-refusal.ts';

/** A printer at a raw port, or a queue of the system. */
export type PrinterChoice =
  | { readonly kind: 'raw'; readonly address: string }
  | { readonly kind: 'system'; readonly name: string };

/** The result of printing. */
export interface Printed {
  /** Rows that the printer has read, or that the system has taken. */
  readonly taken: number;
  /** Whether the row behind these may be printed or not. Nothing is sent behind it. */
  readonly isDoubtful: boolean;
  /** Lines for people: why a row is doubtful, and labels that the printer has yet to print. */
  readonly notes: readonly string[];
}

/** A printer that cannot print is waited for so long, and its labels as well. Milliseconds. */
const PATIENCE = { readyMs: 20_000, finishMs: 15_000, silenceMs: 10_000, systemMs: 10_000 };

const run = promisify(execFile);

/** Prints labels of the page, one request after the other. Nothing is ever sent twice. */
export class Printing {
  #last: Promise<unknown> = Promise.resolve();
  readonly #patience: typeof PATIENCE;

  /** @param patience for tests. */
  constructor(patience: Partial<typeof PATIENCE> = {}) {
    this.#patience = { ...PATIENCE, ...patience };
  }

  /** The queues of CUPS; none where it is missing. */
  async systemPrinters(): Promise<readonly string[]> {
    try {
      const { stdout } = await run('lpstat', ['-e'], { timeout: this.#patience.systemMs });
      return stdout.split('\n').filter((name) => name !== '');
    } catch {
      return [];
    }
  }

  /**
   * Sends a job for each row.
   *
   * @throws RequestRefusal while nothing was sent: an address that is none, a printer that cannot print, or that is out
   * of reach.
   */
  print(jobs: readonly Uint8Array[], choice: PrinterChoice): Promise<Printed> {
    const work = () =>
      choice.kind === 'raw' ? this.#toPort(jobs, choice.address) : this.#toQueue(jobs, choice.name);
    const printed = this.#last.then(work, work);
    this.#last = printed.catch(() => {});
    return printed;
  }

  async #toPort(jobs: readonly Uint8Array[], address: string): Promise<Printed> {
    const notes: string[] = [];
    let reason: string | null = null;
    const watcher = {
      waiting: (why: string | null) => (reason = why ?? reason),
      note: (line: string) => void notes.push(line),
    };
    const { silenceMs, readyMs, finishMs } = this.#patience;
    const printer = opened(() => openPrinter({ address, watcher, patience: { silenceMs } }));
    let taken = 0;
    try {
      for (const job of jobs) {
        const ready = AbortSignal.timeout(readyMs);
        try {
          await printer.ready(ready);
        } catch (error) {
          const why = ready.aborted ? (reason ?? 'the printer does not answer') : (error as Error).message;
          if (taken === 0) throw new RequestRefusal(503, `${why}; nothing was sent`);
          return { taken, isDoubtful: false, notes: [...notes, why] };
        }
        const sent = await printer.send(job, new AbortController().signal);
        if (sent === 'doubtful') return { taken, isDoubtful: true, notes };
        taken++;
        if (sent === 'open') {
          const open =
            'the printer still waits for the end of a label (^XZ): check the data of ^GF, ~DG and ~DY';
          return { taken, isDoubtful: false, notes: [...notes, open] };
        }
      }
      await finished(printer, finishMs, () =>
        notes.push(`not all is printed yet (${reason ?? 'it is at work'})`),
      );
      return { taken, isDoubtful: false, notes };
    } finally {
      printer.close();
    }
  }

  async #toQueue(jobs: readonly Uint8Array[], name: string): Promise<Printed> {
    if (!(await this.systemPrinters()).includes(name)) {
      throw new RequestRefusal(422, `the system has no printer ${JSON.stringify(name)}`);
    }
    const failure = await handOver(name, Buffer.concat(jobs), this.#patience.systemMs);
    if (failure !== null) throw new RequestRefusal(503, `lp did not take the labels: ${failure}`);
    return { taken: jobs.length, isDoubtful: false, notes: [`handed over to the queue ${name}`] };
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

/** Waits until the printer has printed what it has, for some time. */
async function finished(printer: Printer, mostMs: number, onLate: () => void): Promise<void> {
  const signal = AbortSignal.timeout(mostMs);
  try {
    await printer.finish(signal);
  } catch (error) {
    if (!signal.aborted && !(error instanceof BatchStopped)) throw error;
    onLate();
  }
}

/** Gives bytes to a queue of CUPS as they are. Returns why it did not take them; null if it did. */
async function handOver(name: string, bytes: Uint8Array, mostMs: number): Promise<string | null> {
  const lp = spawn('lp', ['-d', name, '-o', 'raw', '-t', 'Platen Studio'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: mostMs,
  });
  let words = '';
  lp.stderr.on('data', (text: Buffer) => (words = (words + text.toString()).slice(0, 500)));
  // The program may end before it has read all; its status says why.
  lp.stdin.on('error', () => {}).end(bytes);
  const [status] = (await once(lp, 'close').catch((error: unknown) => [(error as Error).message])) as [
    unknown,
  ];
  return status === 0 ? null : words.trim() || `it ended with ${String(status)}`;
}
