import { splitHeader } from '../../zpl/commands/graphics.ts';
import { filledBytes, GRAPHIC_BYTES_MAX } from '../../zpl/graphic-field.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { nameSpan } from './spans.ts';

/** Where a picture says its size: places among the parameters, from 0, and how many there are before the data. */
interface Header {
  readonly total: number;
  readonly row: number;
  readonly length: number;
  /** What stands there for rows in hexadecimal. */
  readonly isHexadecimal?: (given: readonly string[]) => boolean;
}

const HEADERS: Readonly<Record<string, Header>> = {
  '^GF': { total: 2, row: 3, length: 4, isHexadecimal: ([coding]) => !/^\s*[BC]/i.test(coding ?? '') },
  '~DG': { total: 1, row: 2, length: 3 },
  '~DY': {
    total: 3,
    row: 4,
    length: 5,
    isHexadecimal: ([, coding, type]) => /^\s*A?\s*$/i.test(coding ?? '') && /^\s*G?\s*$/i.test(type ?? ''),
  },
};

/** Pictures in hexadecimal that end before their last row; of others the renderer says so. */
export function checkPicture(command: Command, report: Report): void {
  const places = HEADERS[command.name];
  if (places === undefined) return;
  const { header, payload } = splitHeader(command, places.length);
  const given = header.split(command.delimiter);
  if (places.isHexadecimal?.(given) === false || /^\s*:/.test(payload.slice(0, 16))) return;
  const total = Number.parseInt(given[places.total] ?? '', 10);
  const row = Number.parseInt(given[places.row] ?? '', 10);
  if (!(total > 0 && row > 0 && total <= GRAPHIC_BYTES_MAX)) return;
  const filled = filledBytes(payload, total, row);
  if (filled >= total) return;
  const message = `the data ends after ${filled} of ${total} bytes`;
  report.add({ code: 'picture-incomplete', span: nameSpan(command), command: command.name, message });
}
