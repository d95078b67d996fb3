import type { CompressedDots } from '../encode/compressed-dots.ts';
import { type MediaSize, MM_PER_INCH, POINTS_PER_INCH } from '../units.ts';

const POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH;

/** A length as PDF writes it: decimal, without an exponent. */
export function points(millimetres: number): string {
  return String(Number((millimetres * POINTS_PER_MM).toFixed(4)));
}

/** The first lines of a file. The high bytes of the comment show transfer programs that the file is binary. Latin-1. */
export function fileStart(version: '1.4' | '1.5'): string {
  return `%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`;
}

/** An object that is no stream of bytes. */
export function objectText(number: number, text: string): string {
  return `${number} 0 obj\n${text}\nendobj\n`;
}

/**
 * The beginning of an object with a stream, up to the first byte of the stream; {@link STREAM_END} follows the last.
 */
export function streamStart(number: number, entries: string, length: number): string {
  return `${number} 0 obj\n<<${entries}/Length ${length}>>\nstream\n`;
}

export const STREAM_END = '\nendstream\nendobj\n';

/**
 * Entries of an image of 1 bit. Its stream is that of a PNG: predictor 15 means that each row begins with a filter
 * byte.
 */
export function imageEntries({ width, height }: Pick<CompressedDots, 'width' | 'height'>): string {
  return (
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1` +
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${width}/Colors 1/BitsPerComponent 1>>`
  );
}

/** The object with the content of a page of this size, which its image `I` fills. */
export function filledPage(number: number, { widthMm, heightMm }: MediaSize): string {
  const content = `${points(widthMm)} 0 0 ${points(heightMm)} 0 0 cm/I Do`;
  return `${streamStart(number, '', content.length)}${content}${STREAM_END}`;
}

/**
 * Objects one after another, numbered from 1, and the table of where they start. Texts are Latin-1; 1 is the catalogue.
 */
export class PdfFile {
  /** Latin-1 text, and bytes as they are; texts next to one another are one, since each is a call to be written. */
  readonly #parts: (string | Uint8Array)[] = [];
  #text = fileStart('1.4');
  #length = this.#text.length;
  readonly #offsets: number[] = [];

  add(dictionary: string): void {
    this.#write(objectText(this.#begin(), dictionary));
  }

  /** Adds the content of a page that its image fills: see {@link filledPage}. */
  addFilledPage(size: MediaSize): void {
    this.#write(filledPage(this.#begin(), size));
  }

  /** @param entries of its dictionary, but for the length. */
  addStream(entries: string, body: Uint8Array): void {
    this.#write(streamStart(this.#begin(), entries, body.length));
    this.#parts.push(this.#text, body);
    this.#text = '';
    this.#length += body.length;
    this.#write(STREAM_END);
  }

  /** Adds dots as an image of 1 bit. */
  addImage(dots: CompressedDots): void {
    this.addStream(imageEntries(dots), dots.stream);
  }

  finish(): Buffer {
    const start = this.#length;
    const count = this.#offsets.length + 1;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`);
    this.#write(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
    const file = Buffer.allocUnsafe(this.#length);
    let at = 0;
    for (const part of [...this.#parts, this.#text]) {
      if (typeof part === 'string') at += file.write(part, at, 'latin1');
      else {
        file.set(part, at);
        at += part.length;
      }
    }
    return file;
  }

  /** Notes where the next object begins, and returns its number. */
  #begin(): number {
    return this.#offsets.push(this.#length);
  }

  #write(text: string): void {
    this.#text += text;
    this.#length += text.length;
  }
}
