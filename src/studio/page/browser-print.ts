import { type HostStatus, HostStatusReader, hindrance } from '../../batch/printer/host-status.ts';
import { BROWSER_PRINT_ORIGINS } from '../browser-print-origins.ts';
import type { Printed, PrintProgress } from '../printing.ts';

/** A printer as Browser Print describes it; the description is sent back unchanged. */
export interface BrowserPrinter {
  readonly name: string;
  readonly uid: string;
  readonly [member: string]: unknown;
}

/** The time to wait for answers. Milliseconds. */
const PATIENCE = { listMs: 10_000, askAgainMs: 500, answerMs: 5000, finishMs: 15_000 };

/** The Browser Print service of this machine. */
export class BrowserPrint {
  readonly #origin: string;
  readonly #patience: typeof PATIENCE;

  private constructor(origin: string, patience: typeof PATIENCE) {
    this.#origin = origin;
    this.#patience = patience;
  }

  /**
   * Finds the service and its printers.
   *
   * @throws Error where none answers.
   */
  static async find(): Promise<{
    readonly service: BrowserPrint;
    readonly printers: readonly BrowserPrinter[];
  }> {
    for (const origin of BROWSER_PRINT_ORIGINS) {
      try {
        const answer = await fetch(`${origin}/available`, { signal: AbortSignal.timeout(PATIENCE.listMs) });
        const { printer = [] } = (await answer.json()) as { readonly printer?: readonly BrowserPrinter[] };
        return { service: new BrowserPrint(origin, PATIENCE), printers: printer };
      } catch {
        // The service may be at the other origin.
      }
    }
    throw new Error(
      'Browser Print does not answer: start it on this machine, and allow this page in its settings',
    );
  }

  /**
   * Prints a job for each row, none of them twice: if the answer to a job is lost, the job may be printed or not, and
   * no further one is sent. The printer is asked for its status before and after; if it reports none, nothing waits for
   * it.
   */
  async *print(
    printer: BrowserPrinter,
    jobs: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<PrintProgress> {
    let taken = 0;
    const result = (isDoubtful: boolean, ...notes: readonly string[]): Printed => ({
      taken,
      isDoubtful,
      notes,
    });
    const before = await this.#status(printer);
    const hindered = typeof before === 'string' ? before : before === null ? null : hindrance(before);
    if (hindered !== null) throw new Error(`${printer.name}: ${hindered}; nothing was sent`);
    for await (const job of jobs) {
      if (signal.aborted) return;
      const failure = await this.#write(printer, job);
      if (failure !== null) return yield result(true, failure);
      taken++;
      yield { taken };
    }
    yield result(false, ...(await this.#remarks(printer, before === null)));
  }

  /** Notes about labels that are not printed yet. */
  async #remarks(printer: BrowserPrinter, isSilent: boolean): Promise<readonly string[]> {
    if (isSilent) return ['the printer does not report its status'];
    const end = performance.now() + this.#patience.finishMs;
    for (;;) {
      const status = await this.#status(printer);
      if (status === null || typeof status === 'string') return ['the printer no longer reports its status'];
      if (status.partialFormat) return ['the printer still waits for the end of a label (^XZ)'];
      const left = status.formats + status.labelsLeft;
      const why = hindrance(status);
      if (left === 0 && why === null) return [];
      if (why !== null || performance.now() > end) {
        return [`not all is printed yet (${why ?? `${left} left to print`})`];
      }
      await pause(this.#patience.askAgainMs);
    }
  }

  /** The printer's answer to `~HS`; null for none, and a text if the printer cannot be asked. */
  async #status(printer: BrowserPrinter): Promise<HostStatus | string | null> {
    const failure = await this.#write(printer, new TextEncoder().encode('~HS'));
    if (failure !== null) return failure;
    const reader = new HostStatusReader();
    const end = performance.now() + this.#patience.answerMs;
    try {
      while (performance.now() < end) {
        const answer = await this.#post('read', JSON.stringify({ device: printer }), this.#patience.answerMs);
        if (!answer.ok) return null;
        const found = reader.read(new TextEncoder().encode(await answer.text()));
        if (found.length > 0) return found.at(-1) ?? null;
        await pause(this.#patience.askAgainMs);
      }
    } catch {
      // A printer that is reached through a driver answers nothing.
    }
    return null;
  }

  /** Sends bytes, once. Returns the reason why the printer may not have them; null if it has. */
  async #write(printer: BrowserPrinter, bytes: Uint8Array): Promise<string | null> {
    try {
      const answer = await this.#post('write', writeBody(printer, bytes), null);
      if (answer.ok) return null;
      return `Browser Print reports: ${(await answer.text()).trim() || `status ${answer.status}`}`;
    } catch {
      return 'Browser Print did not answer';
    }
  }

  #post(path: 'read' | 'write', body: string | FormData, maxMs: number | null): Promise<Response> {
    const signal = maxMs === null ? null : AbortSignal.timeout(maxMs);
    // A body of text without a media type is sent without a preflight request.
    return fetch(`${this.#origin}/${path}`, { method: 'POST', body, signal });
  }
}

/** ASCII goes as text; other bytes as a file, which the service does not encode again. */
function writeBody(device: BrowserPrinter, bytes: Uint8Array): string | FormData {
  if (bytes.every((byte) => byte < 0x80)) {
    return JSON.stringify({ device, data: new TextDecoder().decode(bytes) });
  }
  const form = new FormData();
  form.append('json', JSON.stringify({ device }));
  form.append('blob', new Blob([new Uint8Array(bytes)]));
  return form;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
