import { splitHeader } from '../../zpl/commands/graphics.ts';
import { filledBytes, GRAPHIC_BYTES_MAX } from '../../zpl/graphic-field.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { nameSpan } from './spans.ts';

/** Where the size of a picture and its rows stands among the parameters, from 0, and how many there are before the data. */
const HEADERS: Readonly<Record<string, readonly [total: number, row: number, length: number]>> = {
  '^GF': [2, 3, 4],
  '~DG': [1, 2, 3],
};

/** Pictures in hexadecimal that end before their last row; of others the renderer says so. */
export function checkPicture(command: Command, report: Report): void {
  const places = HEADERS[command.name];
  if (places === undefined || /^\s*[BC]/i.test(command.params.slice(0, 16))) return;
  const { header, payload } = splitHeader(command, places[2]);
  const given = header.split(command.delimiter);
  const total = Number.parseInt(given[places[0]] ?? '', 10);
  const row = Number.parseInt(given[places[1]] ?? '', 10);
  if (!(total > 0 && row > 0 && total <= GRAPHIC_BYTES_MAX) || /^\s*:/.test(payload.slice(0, 16))) return;
  const filled = filledBytes(payload, total, row);
  if (filled >= total) return;
  const message = `the data ends after ${filled} of ${total} bytes`;
  report.add({ code: 'picture-incomplete', span: nameSpan(command), command: command.name, message });
}
