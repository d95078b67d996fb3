import { PNG_SIGNATURE } from '../encode/png.ts';
import type { RequestedLabel } from '../labelary/label-path.ts';
import { DPI_OF_HEAD, dotsOf, MM_PER_INCH } from '../units.ts';

/** The signature, and the header chunk's length and type, which must come first. */
const PNG_START = Buffer.concat([PNG_SIGNATURE, Buffer.from('0000000d49484452', 'hex')]);
/** The chunk that ends every PNG. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
/** Readers look for a PDF's end mark in its last kilobyte. */
const PDF_TAIL_BYTES = 1024;

/** The fault of bytes that should be this label's image, or null; completes "the renderer …". */
export function artifactFault(label: RequestedLabel, bytes: Uint8Array): string | null {
  const artifact = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return label.format === 'png' ? pngFault(label, artifact) : pdfFault(artifact);
}

function pngFault(label: RequestedLabel, png: Buffer): string | null {
  const startsWell = png.subarray(0, PNG_START.length).equals(PNG_START);
  if (!startsWell || !png.subarray(-PNG_END.length).equals(PNG_END)) return 'sent a damaged PNG';
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const { dotsPerMm, size } = label;
  // A renderer may use the head's dots per mm exactly.
  const fits = [size.dpi, DPI_OF_HEAD[dotsPerMm], dotsPerMm * MM_PER_INCH].some(
    (dpi) => isSide(width, size.widthMm, dpi) && isSide(height, size.heightMm, dpi),
  );
  return fits ? null : `sent an image of ${width} x ${height} dots, which is not the label's size`;
}

/** Whether a side has the dots of its length; renderers may round by one dot. */
function isSide(dots: number, mm: number, dpi: number): boolean {
  return Math.abs(dots - dotsOf(mm, dpi)) <= 1;
}

function pdfFault(pdf: Buffer): string | null {
  const whole = pdf.indexOf('%PDF-') === 0 && pdf.subarray(-PDF_TAIL_BYTES).includes('%%EOF');
  return whole ? null : 'sent a damaged PDF';
}
