import { randomBytes } from 'node:crypto';
import { HEADS } from '../units.ts';
import { hexPair } from '../zpl/hex.ts';

/** The printer gave no preview; the message has the reason. */
export class PreviewFault extends Error {
  override readonly name = 'PreviewFault';
  /** Whether a later request may succeed: the printer was busy, or another program used it. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false) {
    super(message);
    this.mayPass = mayPass;
  }
}

/** Facts that a printer gives about itself; null for those that it leaves out. */
export interface PrinterFacts {
  readonly model: string | null;
  readonly firmware: string | null;
  /** Resolution. */
  readonly dpi: number | null;
}

/** The time limit of an answer: seconds are usual, but a printer that is printing takes longer. */
const ANSWER_MS = 30_000;
const PAGE_BYTES_MAX = 1_048_576;
const PICTURE_BYTES_MAX = 16 * 1_048_576;

/** The picture that the page of a preview shows. */
const IMAGE = /<IMG\s+[^>]*?SRC\s*=\s*["']?([^"'\s>]+)/i;

/** Lines of the page about the configuration: a value, and its name in capitals at the end. */
const FIRMWARE = /^[ \t]*(\S+)(?:[ \t]*<-)?[ \t]+FIRMWARE[ \t]*$/m;
const RESOLUTION = /^[ \t]*(?:\d+[ \t]+)?(\d+)\/MM\b.*[ \t]RESOLUTION[ \t]*$/m;
const HEADING = /<H1>([^<]*)<BR>([^<]*)<\/H1>/i;
/** The longest line of the page that is kept. Characters. */
const FACT_MAX = 100;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/** Previews of a Link-OS printer, through its own web page. Nothing is printed. One preview at a time. */
export class PrinterPreview {
  readonly #origin: string;
  /** The name of the stream in the printer, which no other client may use. */
  readonly #name = `PL${randomBytes(3).toString('hex').toUpperCase()}`;

  /** @param origin of the printer's web page, as {@link printerOrigin} reads it */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * Has the printer draw a stream.
   *
   * @returns a PNG
   * @throws PreviewFault where the printer does not answer, or has no preview; the signal's reason once it is aborted.
   */
  async draw(zpl: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const page = await this.#ask('/zpl', PAGE_BYTES_MAX, signal, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `dev=R&oname=${this.#name}&otype=ZPL&username=&pw=&data=${percentEncoded(zpl)}&prev=Preview+Label`,
    });
    const source = IMAGE.exec(Buffer.from(page).toString('latin1'))?.[1];
    if (source === undefined)
      throw new PreviewFault('its page has no picture: the printer has no preview of labels');
    const path = withoutEntities(source);
    const url = URL.canParse(path, `${this.#origin}/`) ? new URL(path, `${this.#origin}/`) : null;
    if (url?.origin !== this.#origin) throw new PreviewFault('its page shows a picture of another host');
    const picture = await this.#ask(url.pathname + url.search, PICTURE_BYTES_MAX, signal);
    if (!Buffer.from(picture).subarray(1, 4).equals(Buffer.from('PNG'))) {
      throw new PreviewFault('its preview is not a PNG');
    }
    return picture;
  }

  /**
   * Reads the printer's page about its configuration.
   *
   * @returns nulls for a printer without this page
   * @throws the signal's reason once it is aborted.
   */
  async facts(signal: AbortSignal): Promise<PrinterFacts> {
    try {
      return factsOf(Buffer.from(await this.#ask('/config.html', PAGE_BYTES_MAX, signal)).toString('latin1'));
    } catch (error) {
      if (error instanceof PreviewFault) return factsOf('');
      throw error;
    }
  }

  async #ask(
    path: string,
    bytesMax: number,
    signal: AbortSignal,
    init: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    } = {},
  ): Promise<Uint8Array> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      // Printers that serve one connection at a time would not answer a second one before the first is closed.
      const headers = { ...init.headers, connection: 'close' };
      const answer = await fetch(this.#origin + path, {
        ...init,
        headers,
        redirect: 'manual',
        signal: inTime,
      });
      if (answer.status === 401 || answer.status === 403) {
        throw new PreviewFault(
          'its web page asks for a password, with which previews do not work: remove it, or use another printer',
        );
      }
      if (answer.status === 404)
        throw new PreviewFault('it has no page for previews: older models have none');
      if (answer.status >= 300 && answer.status < 400) {
        throw new PreviewFault('it redirects to another address, which is not followed');
      }
      if (answer.status !== 200) {
        throw new PreviewFault(`it answered with status ${answer.status}`, answer.status === 503);
      }
      return await bodyOf(answer, bytesMax);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PreviewFault) throw error;
      if (inTime.aborted) throw new PreviewFault(`it gave no answer within ${ANSWER_MS / 1000} s`, true);
      const { cause, message } = error as Error;
      throw new PreviewFault(`it does not answer: ${cause instanceof Error ? cause.message : message}`, true);
    }
  }
}

/**
 * The origin of a printer's web page: of `HOST`, `HOST:PORT` or `http://HOST[:PORT]`; null for anything else.
 */
export function printerOrigin(text: string): string | null {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, origin, pathname, search, username } = new URL(address);
  const isPlain = protocol === 'http:' && pathname === '/' && search === '' && username === '';
  return isPlain ? origin : null;
}

function factsOf(page: string): PrinterFacts {
  const text = withoutEntities(page);
  const dotsPerMm = Number(RESOLUTION.exec(text)?.[1]);
  return {
    model: fact(HEADING.exec(page)?.[2]),
    firmware: fact(FIRMWARE.exec(text)?.[1]),
    dpi: HEADS.find((head) => head.dotsPerMm === dotsPerMm)?.dpi ?? null,
  };
}

/** A line of a printer's page, without characters that control a terminal. */
function fact(text = ''): string | null {
  const line = withoutEntities(text)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return line === '' ? null : line.slice(0, FACT_MAX);
}

function withoutEntities(html: string): string {
  return html.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

async function bodyOf({ body }: Response, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > bytesMax) throw new PreviewFault(`it sent more than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Bytes of a form, with `%XX` for all but letters and digits. */
function percentEncoded(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9]/.test(character) ? character : `%${hexPair(byte)}`;
  }).join('');
}
