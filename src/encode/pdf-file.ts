import { MM_PER_INCH } from '../units.ts';
import type { CompressedDots } from './compressed-dots.ts';

const POINTS_PER_MM = 72 / MM_PER_INCH;

/** A length as PDF writes it: decimal, without an exponent. */
export function points(millimetres: number): string {
  return String(Number((millimetres * POINTS_PER_MM).toFixed(4)));
}

/**
 * Objects one after another, numbered from 1, and the table of where they start. Texts are Latin-1; 1 is the catalogue.
 */
export class PdfFile {
  /** Latin-1 text, and bytes as they are; texts next to one another are one, since each is a call to be written. */
  readonly #parts: (string | Uint8Array)[] = [];
  // The comment's high bytes tell transfer programs that the file is binary.
  #text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  #length = this.#text.length;
  readonly #offsets: number[] = [];

  add(dictionary: string): void {
    this.#begin();
    this.#write(`${dictionary}\nendobj\n`);
  }

  /** @param entries of its dictionary, but for the length. */
  addStream(entries: string, body: Uint8Array): void {
    this.#begin();
    this.#write(`<<${entries}/Length ${body.length}>>\nstream\n`);
    this.#parts.push(this.#text, body);
    this.#text = '';
    this.#length += body.length;
    this.#write('\nendstream\nendobj\n');
  }

  /** Dots, as an image of 1 bit. */
  addImage({ width, height, stream }: CompressedDots): void {
    // The stream is that of a PNG: predictor 15 means that each row begins with a filter byte.
    this.addStream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1` +
        `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${width}/Colors 1/BitsPerComponent 1>>`,
      stream,
    );
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

  #begin(): void {
    this.#offsets.push(this.#length);
    this.#write(`${this.#offsets.length} 0 obj\n`);
  }

  #write(text: string): void {
    this.#text += text;
    this.#length += text.length;
  }
}
