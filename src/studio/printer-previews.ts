import { PreviewFault, PrinterPreview, printerOrigin } from '../link-os/printer-preview.ts';
import { RequestRefusal } from '../request-refusal.ts';

/** Previews of the printers that the user names, one preview at a time. */
export class PrinterPreviews {
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Has a printer draw a stream.
   *
   * @param printer as `platen compare` takes it
   * @returns a PNG
   * @throws RequestRefusal (400) for a malformed address, (502) if the printer has no preview.
   */
  async draw(printer: string, zpl: Uint8Array): Promise<Uint8Array> {
    const origin = printerOrigin(printer.trim());
    if (origin === null) throw new RequestRefusal(400, 'a printer is HOST or http://HOST[:PORT]');
    const { signal } = this.#stop;
    const drawn = this.#last.then(() => new PrinterPreview(origin).draw(zpl, signal));
    this.#last = drawn.catch(() => {});
    try {
      return await drawn;
    } catch (error) {
      if (error instanceof PreviewFault) throw new RequestRefusal(502, `printer: ${error.message}`);
      throw error;
    }
  }

  /** Ends the present preview. */
  stop(): void {
    this.#stop.abort(new RequestRefusal(503, 'the studio is stopping'));
  }
}
