import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import type { Orientation } from '../../src/bitmap/rotate.ts';
import { magnified } from '../../src/bitmap/scale.ts';
import { encodePng } from '../../src/encode/png.ts';
import { packProfile } from '../../src/printer-profile/packed-profile.ts';
import type { RuleName } from '../../src/printer-profile/profile-rules.ts';
import { isBitmapFont } from '../../src/raster/font/bitmap-fonts.ts';
import { magnifications } from '../../src/raster/font/magnification.ts';
import { sampleOf, typefaceOf } from '../../src/raster/font/resident-fonts.ts';
import { SampledFonts } from '../../src/raster/font/sampled-fonts.ts';
import type { Typeface } from '../../src/raster/font/typeface.ts';
import { rasterize } from '../../src/raster/rasterize.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';
import { declaredSides } from '../../src/zpl/declared-sides.ts';
import type { FontChoice } from '../../src/zpl/label.ts';
import { parse } from '../../src/zpl/parse.ts';
import { commandsOf } from '../../src/zpl/tokenize.ts';
import { KEPT_ALIVE } from '../support/kept-alive.ts';

/** Settings that a printer keeps from one preview to the next. */
const KEPT = new Set(['^BY', '^CF', '^CI', '^FW', '^LH', '^LR', '^LS', '^MU', '^PW', '^LL']);

/** The canvas of the printer. Dots. */
const CANVAS = { width: 832, height: 1218 };

export interface EmulatedOptions {
  /** Rules that it follows. */
  readonly rules?: readonly RuleName[];
  /** Its head; wider labels are cut. Dots. */
  readonly headWidth?: number;
  /** How far glyphs of its font 0 stand to the left of and above where Platen's would. Dots. */
  readonly overhang?: number;
  /** Shown on its page about the configuration; without a model there is no such page. */
  readonly model?: string;
  readonly firmware?: string;
}

/**
 * A printer's web page, as facts on Link-OS printers say: a form, a page with a picture, the picture. It draws with
 * fonts of its own, each orientation anew, keeps settings between previews, and holds one object for all who ask.
 */
export class EmulatedPrinter {
  /** Streams that were sent. */
  readonly sent: string[] = [];
  /** Answers in place of the printer; true if it did. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Changes the picture that is sent. */
  change: (png: Buffer) => Buffer = (png) => png;
  /** Requests that were begun and not answered yet, at most. */
  inFlightMost = 0;
  #inFlight = 0;
  #picture: Buffer = Buffer.alloc(0);
  readonly #kept = new Map<string, string>();
  readonly #fonts: OtherFonts;
  readonly #options: EmulatedOptions;
  readonly #server = createServer(KEPT_ALIVE, (request, response) => {
    this.inFlightMost = Math.max(this.inFlightMost, ++this.#inFlight);
    response.on('close', () => this.#inFlight--);
    if (!this.intercept(request, response)) void this.#answer(request, response);
  });

  private constructor(options: EmulatedOptions) {
    this.#options = options;
    this.#fonts = new OtherFonts(options.rules ?? [], options.overhang ?? 0);
  }

  static async start(options: EmulatedOptions = {}): Promise<EmulatedPrinter> {
    const printer = new EmulatedPrinter(options);
    printer.#server.listen(0, '127.0.0.1');
    await once(printer.#server, 'listening');
    return printer;
  }

  /** `HOST:PORT`. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The picture of a stream, after those that were sent before. */
  draw(zpl: string): Buffer {
    const before = [...this.#kept.values()].join('');
    const stream = byteStringOf(Buffer.from(zpl.replace('^XA', `^XA${before}`), 'latin1'));
    for (const { name, params } of commandsOf(byteStringOf(Buffer.from(zpl, 'latin1')))) {
      if (KEPT.has(name)) this.#kept.set(name, name + params);
    }
    const sides = declaredSides(stream);
    const width = Math.min(sides.width ?? CANVAS.width, this.#options.headWidth ?? CANVAS.width);
    const height = sides.height ?? CANVAS.height;
    const { labels, fonts } = parse(stream, { dotsPerMm: 8, rules: this.#fonts.rules });
    if (fonts.size > 0) throw new Error('the emulated printer takes no fonts');
    const [label] = labels;
    if (label === undefined) return encodePng(Bitmap.create(width, height), 203);
    // Neither turns a preview.
    const shown = { ...label, inverted: false, mirrored: false };
    return encodePng(
      rasterize(shown, { width, height, dotsPerMm: 8 }, () => {}, { sampled: this.#fonts }),
      203,
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, firmware } = this.#options;
    if (request.url === '/config.html' && model !== undefined) {
      response.end(
        `<HTML><H1>Zebra Technologies<BR>\r\n${model}</H1><PRE>\r\n  8/MM FULL          RESOLUTION\r\n` +
          `  ${firmware} &lt;-       FIRMWARE\r\n</PRE></HTML>`,
      );
      return;
    }
    if (request.method === 'GET' && request.url === '/png?prev=Y&dev=R') {
      response.setHeader('content-type', 'image/png').end(this.change(this.#picture));
      return;
    }
    if (request.method !== 'POST' || request.url !== '/zpl') {
      response.writeHead(404).end();
      return;
    }
    const form = new Map(
      (await buffer(request))
        .toString('latin1')
        .split('&')
        .map((pair) => pair.split('=', 2) as [string, string]),
    );
    if (form.get('dev') !== 'R' || form.get('otype') !== 'ZPL' || form.get('prev') !== 'Preview+Label') {
      throw new Error(`the form is not that of a preview: ${[...form.keys()].join()}`);
    }
    const zpl = (form.get('data') ?? '').replace(/%(..)/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    this.sent.push(zpl);
    this.#picture = this.draw(zpl);
    response
      .setHeader('content-type', 'text/html')
      .end('<HTML><BODY>\r\n<IMG SRC="png?prev=Y&amp;dev=R" ALT="R:X">\r\n</BODY></HTML>');
  }
}

/** Fonts that are none of Platen's: bolder, wider, with a baseline of their own, and drawn anew in each orientation. */
class OtherFonts extends SampledFonts {
  readonly #overhang: number;
  readonly #made = new Map<string, Typeface>();

  constructor(rules: readonly RuleName[], overhang: number) {
    super({
      ...packProfile({
        printer: { name: null, model: null, firmware: null },
        dpi: 203,
        rules: {},
        sizes: [],
        advances: [],
      }),
      rules,
    });
    this.#overhang = overhang;
  }

  override typeface(choice: FontChoice, orientation: Orientation): Typeface {
    const sample = sampleOf(choice, this.dotsPerMm);
    const turn = isBitmapFont(sample.font) ? 'N' : orientation;
    const key = `other ${this.#overhang} ${turn}${sample.font}/${choice.height}/${choice.width}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const base = typefaceOf(choice, this.dotsPerMm);
    const overhang = choice.name === '0' ? this.#overhang : 0;
    const own = typefaceOf({ name: sample.font, height: sample.height, width: sample.width }, this.dotsPerMm);
    const [down, across] = isBitmapFont(sample.font)
      ? magnifications(choice.height, choice.width, sample.height, sample.width)
      : [1, 1];
    const made: Typeface = {
      ...base,
      key,
      baseline: (own.baseline - 1) * down,
      advance: (character) => (Math.round(own.advance(character) * 1.06) + 1) * across,
      draw(character) {
        const glyph = own.draw(character);
        if (glyph === null) return null;
        const { bits } = glyph;
        const bold = Bitmap.create(bits.width + 1, bits.height);
        bold.blit(bits, 0, 0, 'black');
        bold.blit(bits, 1, 0, 'black');
        // Each orientation has a dot of its own.
        if (turn !== 'N') bold.fillRect('RIB'.indexOf(turn) % bold.width, 0, 1, 1, 'xor');
        return {
          bits: magnified(bold, across, down),
          left: (glyph.left - overhang) * across,
          top: (glyph.top - overhang - (turn === 'B' ? 1 : 0)) * down,
        };
      },
    };
    this.#made.set(key, made);
    return made;
  }
}
