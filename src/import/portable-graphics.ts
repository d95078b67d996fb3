import type { ByteString } from '../zpl/byte-string.ts';
import { splitHeader } from '../zpl/commands/graphics.ts';
import { encodeZ64 } from '../zpl/graphic-encode.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import type { Piece } from './pieces.ts';

/** The places of a command's parameters: the coding of the data, the number of bytes, and the bytes of a row. */
const HEADERS = {
  '^GF': { length: 4, format: 0, total: 2, perRow: 3 },
  '~DY': { length: 5, format: 1, total: 3, perRow: 4 },
} as const;

/**
 * A picture or font that is sent as bare bytes (`^GFB`, `^GFC`, `~DY` with B or C), written in base64, which text can
 * hold; null for any other command, and for one that cannot be read.
 */
export function portableGraphic({ command, prefixes }: Piece): ByteString | null {
  const { name, delimiter } = command;
  if (name !== '^GF' && name !== '~DY') return null;
  const places = HEADERS[name];
  const { header, payload } = splitHeader(command, places.length);
  const params = header.split(delimiter);
  const format = params[places.format]?.trim().toUpperCase();
  const total = Number.parseInt(params[places.total] ?? '', 10);
  const perRow = Number.parseInt(params[places.perRow] ?? '', 10) || total;
  if ((format !== 'B' && format !== 'C') || !(total > 0 && total <= GRAPHIC_BYTES_MAX)) return null;
  const whole = Math.ceil(total / perRow) * perRow;
  const text = encodeZ64(decodeGraphic(format, payload, whole, perRow).data);
  params[places.format] = 'A';
  params[places.total] = String(whole);
  if (name === '^GF') params[1] = String(text.length);
  const prefix = name.startsWith('^') ? prefixes.format : prefixes.control;
  return `${prefix}${name.slice(1)}${[...params, text].join(delimiter)}` as ByteString;
}
