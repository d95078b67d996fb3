import { deflateSync } from 'node:zlib';
import { encodeRunLengths, inBase64 } from '../zpl/graphic-encode.ts';
import type { Picture } from '../zpl/printer.ts';
import { smallestZlib } from './deflate/smallest-zlib.ts';

/** Ways to write the dots of a picture: `ascii` is hexadecimal with run lengths. */
export type Encoding = 'z64' | 'b64' | 'hex' | 'ascii';

const WRITERS: Readonly<Record<Encoding, (data: Uint8Array, bytesPerRow: number) => string>> = {
  z64: (data, bytesPerRow) => inBase64('Z64', shortestZlib(data, bytesPerRow)),
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
}

/** The ZPL of a picture: a `^GF` field, a `~DG`, or a whole label of its size. */
export function pictureZpl(
  { data, bytesPerRow, rows }: Picture,
  width: number,
  { encoding, name, isLabel }: PictureZpl,
): string {
  const payload = payloadOf(data, bytesPerRow, encoding);
  const total = data.length;
  const shown = name === null ? `^GFA,${total},${total},${bytesPerRow},${payload}^FS` : `^XG${name},1,1^FS`;
  const stored = name === null ? '' : `~DG${name},${total},${bytesPerRow},${payload}\n`;
  if (isLabel) return `${stored}^XA\n^PW${width}\n^LL${rows}\n^FO0,0${shown}\n^XZ\n`;
  return name === null ? `${shown}\n` : stored;
}

function payloadOf(data: Uint8Array, bytesPerRow: number, encoding: Encoding | null): string {
  if (encoding !== null) return WRITERS[encoding](data, bytesPerRow);
  const zlib = shortestZlib(data, bytesPerRow);
  const base64 = zlib.length < data.length ? inBase64('Z64', zlib) : inBase64('B64', data);
  return encodeRunLengths(data, bytesPerRow, base64.length) ?? base64;
}

/** Bytes of dots that {@link smallestZlib} takes about a second for. */
const SMALLEST_BYTES_MAX = 2 ** 20;

function shortestZlib(data: Uint8Array, bytesPerRow: number): Uint8Array {
  const usual = deflateSync(data, { level: 9 });
  if (data.length > SMALLEST_BYTES_MAX) return usual;
  const own = smallestZlib(data, bytesPerRow);
  return own.length < usual.length ? own : usual;
}
