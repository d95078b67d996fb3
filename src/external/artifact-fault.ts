import type { RequestedLabel } from '../labelary/label-path.ts';
import { dotsOf, MM_PER_INCH } from '../units.ts';

/** The signature, and the header chunk's length and type, which must come first. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** The chunk that ends every PNG. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
/** Readers look for a PDF's end mark in its last kilobyte. */
const PDF_TAIL_BYTES = 1024;

/** The resolution that heads are sold as, in dots per inch; a renderer may also take its dots per mm exactly. */
const NOMINAL_DPI = { 6: 152, 8: 203, 12: 300, 24: 600 } as const;

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
  const fits = [size.dpi, NOMINAL_DPI[dotsPerMm], dotsPerMm * MM_PER_INCH].some(
    (dpi) => isSide(width, size.widthMm, dpi) && isSide(height, size.heightMm, dpi),
  );
  return fits ? null : `sent an image of ${width} x ${height} dots, which is not the label's size`;
}

/** One dot of difference is how renderers round. */
function isSide(dots: number, mm: number, dpi: number): boolean {
  return Math.abs(dots - dotsOf(mm, dpi)) <= 1;
}

function pdfFault(pdf: Buffer): string | null {
  const whole = pdf.indexOf('%PDF-') === 0 && pdf.subarray(-PDF_TAIL_BYTES).includes('%%EOF');
  return whole ? null : 'sent a damaged PDF';
}
