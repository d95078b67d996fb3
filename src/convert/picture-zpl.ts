import { deflateSync } from 'node:zlib';
import { FIELD_BYTES_MAX } from '../zpl/command-table/graphics.ts';
import { bandsOf, encodeRunLengths, inBase64 } from '../zpl/graphic-encode.ts';
import type { Picture } from '../zpl/printer.ts';
import { smallestZlib } from './deflate/smallest-zlib.ts';
import { inkParts, type PicturePart } from './ink-areas.ts';

/** Ways to write the dots of a picture: `ascii` is hexadecimal with run lengths. */
export type PictureEncoding = 'z64' | 'b64' | 'hex' | 'ascii';

/** Compresses dots, whose rows have `bytesPerRow` bytes. */
type Compress = (data: Uint8Array, bytesPerRow: number) => Uint8Array;

const WRITERS: Readonly<
  Record<PictureEncoding, (data: Uint8Array, bytesPerRow: number, compress: Compress) => string>
> = {
  z64: (data, bytesPerRow, compress) => inBase64('Z64', compress(data, bytesPerRow)),
  b64: (data) => inBase64('B64', data),
  hex: (data) => Buffer.from(data).toString('hex').toUpperCase(),
  ascii: (data, bytesPerRow) => encodeRunLengths(data, bytesPerRow) as string,
};

/** Options to write a picture as ZPL. */
export interface PictureZpl {
  /** Null for the shortest. */
  readonly encoding: PictureEncoding | null;
  /** The name under which the printer stores it, `R:LOGO.GRF`; null for a field. */
  readonly name: string | null;
  /** Whether a label is made that shows the picture. */
  readonly isLabel: boolean;
  /** Whether zlib alone compresses, for callers that cannot wait for the smallest. */
  readonly isQuick?: boolean;
}

/** Rows of dots. */
type Dots = Pick<Picture, 'data' | 'bytesPerRow'>;

/** Options to write the dots of a field. */
type FieldOptions = Pick<PictureZpl, 'encoding' | 'isQuick'>;

/** A `^GF` of a picture. */
export interface GraphicField {
  /** Rows of the picture above it. */
  readonly y: number;
  readonly parameters: readonly (string | number)[];
}

/** The fields of a picture in ASCII: one, or several of its bands where one would be too large. */
export function graphicFields(picture: Picture, options: FieldOptions): readonly GraphicField[] {
  const { bytesPerRow } = picture;
  return bandsOf(picture).map(({ y, data }) => ({
    y,
    parameters: parametersOf({ data, bytesPerRow }, options),
  }));
}

/** A white dot, and seven more. */
const NO_INK: PicturePart = { x: 0, y: 0, picture: { data: new Uint8Array(1), bytesPerRow: 1, rows: 1 } };

/**
 * The ZPL of a picture: a `^GF` field, a `~DG`, or a whole label of its size. A label, and a picture too large for one
 * field, gets fields with origins that have its ink alone; printers have no such limit for `~DG`.
 */
export function pictureZpl(picture: Picture, width: number, options: PictureZpl): string {
  const { name, isLabel } = options;
  const { data, bytesPerRow, rows } = picture;
  const toLabel = (shown: string): string => `^XA^PW${width}^LL${rows}${shown}^XZ\n`;
  if (name !== null) {
    const stored = `~DG${name},${data.length},${bytesPerRow},${payloadOf(picture, options)}\n`;
    return isLabel ? stored + toLabel(`^FO0,0^XG${name},1,1^FS`) : stored;
  }
  if (isLabel) return toLabel(inkFields(picture, options));
  return `${data.length > FIELD_BYTES_MAX ? inkFields(picture, options) : fieldOf(picture, options)}\n`;
}

/** Fields with origins that draw the ink of a picture, as parts or as a whole, whichever is shorter. */
function inkFields(picture: Picture, options: FieldOptions): string {
  const { parts, whole } = inkParts(picture);
  const written = (all: readonly PicturePart[]): string =>
    all.map((part) => `^FO${part.x},${part.y}${fieldOf(part.picture, options)}`).join('');
  const apart = written(parts.length === 0 ? [NO_INK] : parts);
  // Shapes that recur in several parts cost less in a single one. Zlib's fastest level shows that in a tenth of the
  // time.
  if (whole === null || inBase64('Z64', deflateSync(picture.data, { level: 1 })).length >= apart.length)
    return apart;
  const together = written(whole());
  return together.length < apart.length ? together : apart;
}

function fieldOf(picture: Dots, options: FieldOptions): string {
  return `^GF${parametersOf(picture, options).join()}^FS`;
}

function parametersOf(picture: Dots, options: FieldOptions): GraphicField['parameters'] {
  const { data, bytesPerRow } = picture;
  return ['A', data.length, data.length, bytesPerRow, payloadOf(picture, options)];
}

function payloadOf({ data, bytesPerRow }: Dots, { encoding, isQuick = false }: FieldOptions): string {
  const compress = isQuick || data.length > SMALLEST_BYTES_MAX ? usualZlib : smallestZlib;
  if (encoding !== null) return WRITERS[encoding](data, bytesPerRow, compress);
  const zlib = compress(data, bytesPerRow);
  const base64 = zlib.length < data.length ? inBase64('Z64', zlib) : inBase64('B64', data);
  if (base64.length > RUN_LENGTHS_MAX) return base64;
  return encodeRunLengths(data, bytesPerRow, base64.length) ?? base64;
}

/** Characters from which on base64 is shorter than run lengths: of 3,155 fields none of more than 800 was longer. */
const RUN_LENGTHS_MAX = 2048;

/** Bytes of dots that {@link smallestZlib} takes some 20 MB of memory for. */
const SMALLEST_BYTES_MAX = 2 ** 20;

function usualZlib(data: Uint8Array): Uint8Array {
  return deflateSync(data, { level: 9 });
}
