import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Dots, dotsOfPng, isBlackAt, isBlank } from '../dots.ts';
import { PreviewFault } from '../printer-preview.ts';

/** Has a printer draw a stream; see `PrinterPreview`. */
export interface PreviewSource {
  draw(zpl: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** A part of the printer's canvas that fields may be drawn on. Dots. */
export interface ProbeArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fields that were laid out on an area. */
export interface ProbeFields {
  readonly zpl: string;
}

/** A preview of fields. */
export interface ProbePicture<Fields extends ProbeFields> {
  readonly fields: Fields;
  /** Whether a dot is black, by its place on the label. */
  readonly isBlack: (x: number, y: number) => boolean;
}

/** The canvas of a 4 inch printer, the usual one; of another printer, the size of its picture is the canvas. Dots. */
const WIDTH = 832;
const HEIGHT = 1218;
/** The shortest side of a printer's picture. Dots. */
const SIDE_MIN = 200;

/** The mark above and below the fields: a pattern of each preview's own. */
const MARK = { x: 8, y: 4, bytes: 16, rows: 4 } as const;
/** Rows at the top and the bottom that are the marks'. */
const MARGIN = 16;

const ATTEMPTS = 4;
const PAUSE_MS = 500;

/**
 * Requests previews of fields from a printer, one after the other. Each sets everything that lasts from one label to
 * the next, and has a mark before its first field and after its last one, which proves that it is complete and ours.
 */
export class Prober {
  readonly #printer: PreviewSource;
  readonly #pauseMs: number;
  #width = WIDTH;
  #height = HEIGHT;
  #isSizeKnown = false;
  #previews = 0;

  /** @param pauseMs before a second attempt; twice as long before each further one. */
  constructor(printer: PreviewSource, pauseMs: number = PAUSE_MS) {
    this.#printer = printer;
    this.#pauseMs = pauseMs;
  }

  /** The number of requested previews. */
  get previews(): number {
    return this.#previews;
  }

  get area(): ProbeArea {
    return { x: 0, y: MARGIN, width: this.#width, height: this.#height - 2 * MARGIN };
  }

  /**
   * Has the printer draw fields. They are laid out a second time if the printer's canvas turns out to be smaller.
   *
   * @throws PreviewFault where the printer has no preview of them; the signal's reason once it is aborted.
   */
  async draw<Fields extends ProbeFields>(
    layOut: (area: ProbeArea) => Fields,
    signal: AbortSignal,
  ): Promise<ProbePicture<Fields>> {
    for (let attempt = 1; ; attempt++) {
      const fields = layOut(this.area);
      const mark = randomBytes(MARK.bytes);
      // A mark begins and ends with ink.
      mark[0] = 0xff;
      mark[MARK.bytes - 1] = 0xff;
      try {
        this.#previews++;
        const png = await this.#printer.draw(Buffer.from(this.#stream(fields, mark), 'latin1'), signal);
        const dots = dotsOfPng(png);
        const left = this.#offset(dots, mark);
        this.#isSizeKnown = true;
        if (left !== null) return { fields, isBlack: (x, y) => isBlackAt(dots, left + x, y) };
      } catch (error) {
        if (!(error instanceof PreviewFault) || !error.mayPass || attempt === ATTEMPTS) throw error;
        await setTimeout(this.#pauseMs * 2 ** (attempt - 1), undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
    }
  }

  #stream({ zpl }: ProbeFields, mark: Buffer): string {
    const drawn = (y: number): string => {
      const bytes = MARK.bytes * MARK.rows;
      return `^FO${MARK.x},${y}^GFA,${bytes},${bytes},${MARK.bytes},${mark.toString('hex').toUpperCase().repeat(MARK.rows)}^FS`;
    };
    const size = `^PW${this.#width}^LL${this.#height}`;
    const marks = [drawn(MARK.y), drawn(this.#height - MARK.y - MARK.rows)];
    return `^XA^MUD${size}^LT0^PMN^PON^JMA${RESET}${marks[0]}${zpl}${RESET}${marks[1]}^XZ`;
  }

  /** The column of the picture at which the label begins; null if the canvas turned out to be smaller. */
  #offset(dots: Dots, mark: Buffer): number | null {
    const size = `${dots.width} x ${dots.rows} dots`;
    if (dots.width < SIDE_MIN || dots.rows < SIDE_MIN) {
      throw new PreviewFault(`its preview has ${size}, too few for samples`);
    }
    if (isBlank(dots)) throw new PreviewFault('its preview is blank: it found nothing to draw');
    const place = placeOfMark(dots, mark, MARK.y);
    if (place === null) {
      throw new PreviewFault(
        'its preview shows something else: another program asks it for previews at the same time',
        true,
      );
    }
    const left = place - MARK.x;
    const width = Math.min(this.#width, dots.width - Math.max(0, left));
    const height = Math.min(this.#height, dots.rows);
    if (width < this.#width || height < this.#height) {
      if (this.#isSizeKnown) throw new PreviewFault(`its preview now has ${size}, less than before`);
      this.#width = width;
      this.#height = height;
      return null;
    }
    if (placeOfMark(dots, mark, this.#height - MARK.y - MARK.rows) !== place) {
      throw new PreviewFault('its preview is not whole: the mark at the end is missing', true);
    }
    return left;
  }
}

/** Lasting settings, as probes expect them; size and orientation of the canvas are set before. */
export const RESET = '^LH0,0^LS0^LRN^FWN,0^CI28^CFA,9,5^BY2,3,10^CVN^MCY^PA0,0,0,0';

function placeOfMark(dots: Dots, mark: Buffer, y: number): number | null {
  for (let x = 0; x + 8 * MARK.bytes <= dots.width; x++) if (isMarkAt(dots, mark, x, y)) return x;
  return null;
}

function isMarkAt(dots: Dots, mark: Buffer, x: number, y: number): boolean {
  for (let row = 0; row < MARK.rows; row++) {
    for (const [at, byte] of mark.entries()) {
      for (let bit = 0; bit < 8; bit++) {
        if (isBlackAt(dots, x + 8 * at + bit, y + row) !== ((byte & (0x80 >> bit)) !== 0)) return false;
      }
    }
  }
  return true;
}
