import { deflateSync } from 'node:zlib';
import { bandsOf, encodeRunLengths, inBase64 } from '../zpl/graphic-encode.ts';
import type { Picture } from '../zpl/printer.ts';
import { smallestZlib } from './deflate/smallest-zlib.ts';

/** Ways to write the dots of a picture: `ascii` is hexadecimal with run lengths. */
export type Encoding = 'z64' | 'b64' | 'hex' | 'ascii';

/** Compresses dots of rows of so many bytes. */
type Compress = (data: Uint8Array, bytesPerRow: number) => Uint8Array;

const WRITERS: Readonly<
  Record<Encoding, (data: Uint8Array, bytesPerRow: number, compress: Compress) => string>
> = {
  z64: (data, bytesPerRow, compress) => inBase64('Z64', compress(data, bytesPerRow)),
  b64: (data) => inBase64('B64', data),
  hex: (data) => Buffer.from(data).toString('hex').toUpperCase(),
  ascii: (data, bytesPerRow) => encodeRunLengths(data, bytesPerRow) as string,
};

/** How a picture becomes ZPL. */
export interface PictureZpl {
  /** Null for the shortest. */
  readonly encoding: Encoding | null;
  /** The name under which the printer stores it, `R:LOGO.GRF`; null for a field. */
  readonly name: string | null;
  /** Whether a label is made that shows the picture. */
  readonly isLabel: boolean;
  /** Zlib alone compresses, for callers that cannot wait for the smallest. */
  readonly isQuick?: boolean;
}

/** A `^GF` of a picture. */
export interface GraphicField {
  /** Rows of the picture above it. */
  readonly y: number;
  readonly parameters: readonly (string | number)[];
}

/** The fields of a picture in ASCII: one, or several of its bands where one would be too large. */
export function graphicFields(
  picture: Picture,
  { encoding, isQuick }: Pick<PictureZpl, 'encoding' | 'isQuick'>,
): readonly GraphicField[] {
  const { bytesPerRow } = picture;
  return bandsOf(picture).map(({ y, data }) => ({
    y,
    parameters: ['A', data.length, data.length, bytesPerRow, payloadOf(data, picture, encoding, isQuick)],
  }));
}

/**
 * The ZPL of a picture: a `^GF` field, a `~DG`, or a whole label of its size. A picture too large for one field becomes
 * several with origins, one below the other; printers have no such limit for `~DG`.
 */
export function pictureZpl(picture: Picture, width: number, options: PictureZpl): string {
  const { name, isLabel } = options;
  const { data, bytesPerRow, rows } = picture;
  const toLabel = (shown: string): string => `^XA\n^PW${width}\n^LL${rows}\n${shown}^XZ\n`;
  if (name !== null) {
    const payload = payloadOf(data, picture, options.encoding, options.isQuick);
    const stored = `~DG${name},${data.length},${bytesPerRow},${payload}\n`;
    return isLabel ? stored + toLabel(`^FO0,0^XG${name},1,1^FS\n`) : stored;
  }
  const fields = graphicFields(picture, options);
  const hasOrigins = isLabel || fields.length > 1;
  const texts = fields.map(
    ({ y, parameters }) => `${hasOrigins ? `^FO0,${y}` : ''}^GF${parameters.join()}^FS\n`,
  );
  return isLabel ? toLabel(texts.join('')) : texts.join('');
}

/** @param picture that the data is all of, or a band */
function payloadOf(data: Uint8Array, picture: Picture, encoding: Encoding | null, isQuick = false): string {
  const { bytesPerRow } = picture;
  const compress = isQuick || data.length > SMALLEST_BYTES_MAX ? usualZlib : smallestZlib;
  if (encoding !== null) return WRITERS[encoding](data, bytesPerRow, compress);
  const zlib = compress(data, bytesPerRow);
  const base64 = zlib.length < data.length ? inBase64('Z64', zlib) : inBase64('B64', data);
  return encodeRunLengths(data, bytesPerRow, base64.length) ?? base64;
}

/** Bytes of dots that {@link smallestZlib} takes some 20 MB of memory for. */
const SMALLEST_BYTES_MAX = 2 ** 20;

function usualZlib(data: Uint8Array): Uint8Array {
  return deflateSync(data, { level: 9 });
}
