import { deflateSync } from 'node:zlib';
import { type Band, bandsOf, encodeRunLengths, inBase64 } from '../zpl/graphic-encode.ts';
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
  readonly isQuick?: true;
}

/**
 * The ZPL of a picture: a `^GF` field, a `~DG`, or a whole label of its size. A picture too large for one field becomes
 * several with origins, one below the other; printers have no such limit for `~DG`.
 */
export function pictureZpl(
  picture: Picture,
  width: number,
  { encoding, name, isLabel, isQuick }: PictureZpl,
): string {
  const { data, bytesPerRow, rows } = picture;
  const compress = isQuick || data.length > SMALLEST_BYTES_MAX ? usualZlib : shortestZlib;
  const payload = (dots: Uint8Array): string => payloadOf(dots, bytesPerRow, encoding, compress);
  const field = ({ y, data: dots }: Band, hasOrigin: boolean): string =>
    `${hasOrigin ? `^FO0,${y}` : ''}^GFA,${dots.length},${dots.length},${bytesPerRow},${payload(dots)}^FS\n`;
  const bands = name === null ? bandsOf(picture) : [];
  const fields = bands.map((band) => field(band, isLabel || bands.length > 1)).join('');
  const stored = name === null ? '' : `~DG${name},${data.length},${bytesPerRow},${payload(data)}\n`;
  if (!isLabel) return stored + fields;
  const shown = name === null ? fields : `^FO0,0^XG${name},1,1^FS\n`;
  return `${stored}^XA\n^PW${width}\n^LL${rows}\n${shown}^XZ\n`;
}

function payloadOf(
  data: Uint8Array,
  bytesPerRow: number,
  encoding: Encoding | null,
  compress: Compress,
): string {
  if (encoding !== null) return WRITERS[encoding](data, bytesPerRow, compress);
  const zlib = compress(data, bytesPerRow);
  const base64 = zlib.length < data.length ? inBase64('Z64', zlib) : inBase64('B64', data);
  return encodeRunLengths(data, bytesPerRow, base64.length) ?? base64;
}

/** Bytes of dots that {@link smallestZlib} takes about a second for. */
const SMALLEST_BYTES_MAX = 2 ** 20;

function usualZlib(data: Uint8Array): Uint8Array {
  return deflateSync(data, { level: 9 });
}

function shortestZlib(data: Uint8Array, bytesPerRow: number): Uint8Array {
  const usual = usualZlib(data);
  const own = smallestZlib(data, bytesPerRow);
  return own.length < usual.length ? own : usual;
}
