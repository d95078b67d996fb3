import type { ByteString } from '../zpl/byte-string.ts';
import { splitHeader } from '../zpl/commands/graphics.ts';
import { encodeZ64 } from '../zpl/graphic-encode.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import { PICTURE_PARAMETERS } from '../zpl/picture-parameters.ts';
import type { Piece } from './pieces.ts';

/**
 * A picture or font that is sent as binary data (`^GFB`, `^GFC`, `~DY` with B or C), written in base64 for a text
 * file; null for any other command, and for one that cannot be read.
 */
export function portableGraphic({ command, prefixes }: Piece): ByteString | null {
  const { name, delimiter } = command;
  const places = PICTURE_PARAMETERS[name];
  if (places?.coding === undefined) return null;
  const { coding, sent } = places;
  const { header, payload } = splitHeader(command, places.data.at);
  const params = header.split(delimiter);
  const format = params[coding.at]?.trim().toUpperCase();
  const total = Number.parseInt(params[places.total.at] ?? '', 10);
  const perRow = Number.parseInt(params[places.row.at] ?? '', 10) || total;
  if ((format !== 'B' && format !== 'C') || !(total > 0 && total <= GRAPHIC_BYTES_MAX)) return null;
  const whole = Math.ceil(total / perRow) * perRow;
  const text = encodeZ64(decodeGraphic(format, payload, whole, perRow).data);
  params[coding.at] = 'A';
  params[places.total.at] = String(whole);
  if (sent !== undefined) params[sent.at] = String(text.length);
  const prefix = name.startsWith('^') ? prefixes.format : prefixes.control;
  return `${prefix}${name.slice(1)}${[...params, text].join(delimiter)}` as ByteString;
}
