import type { Bitmap } from '../bitmap/bitmap.ts';
import { MM_PER_INCH } from '../units.ts';
import { type CompressedDots, compressed } from './compressed-dots.ts';

/** One label of a document, at its physical size in millimetres. */
export interface PdfPage {
  readonly bitmap: Bitmap | CompressedDots;
  readonly widthMm: number;
  readonly heightMm: number;
}

const POINTS_PER_MM = 72 / MM_PER_INCH;

/**
 * A PDF with one page a label, each filled by its dots as a 1-bit image. The same labels give the same bytes:
 * nothing in it tells the time.
 */
export function encodePdf(pages: readonly PdfPage[]): Buffer {
  const file = new PdfFile();
  // Objects 1 and 2 are the catalogue and the page tree; each page takes three more.
  const pageNumbers = pages.map((_, i) => 3 + i * 3);
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  file.add(`<</Type/Pages/Count ${pages.length}/Kids[${pageNumbers.map((n) => `${n} 0 R`).join(' ')}]>>`);
  for (const [i, page] of pages.entries()) addPage(file, page, 3 + i * 3);
  return file.finish();
}

function addPage(file: PdfFile, { bitmap, widthMm, heightMm }: PdfPage, first: number): void {
  const width = points(widthMm);
  const height = points(heightMm);
  const placement = `${width} 0 0 ${height} 0 0 cm/I Do`;
  file.add(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${first + 1} 0 R` +
      `/Resources<</XObject<</I ${first + 2} 0 R>>>>>>`,
  );
  file.add(`<</Length ${placement.length}>>\nstream\n${placement}\nendstream`);
  // The stream is that of a PNG: predictor 15 means that each row begins with a filter byte.
  const { width: columns, height: rows, stream } = 'stream' in bitmap ? bitmap : compressed(bitmap);
  file.addStream(
    `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/ColorSpace/DeviceGray/BitsPerComponent 1` +
      `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${columns}/Colors 1/BitsPerComponent 1>>`,
    stream,
  );
}

/** A length as PDF writes it: decimal, without an exponent. */
function points(millimetres: number): string {
  return String(Number((millimetres * POINTS_PER_MM).toFixed(4)));
}

/** Objects one after another, and the table of where they start. */
class PdfFile {
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

  addStream(entries: string, body: Uint8Array): void {
    this.#begin();
    this.#write(`<<${entries}/Length ${body.length}>>\nstream\n`);
    this.#parts.push(this.#text, body);
    this.#text = '';
    this.#length += body.length;
    this.#write('\nendstream\nendobj\n');
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
