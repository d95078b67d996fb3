import type { ByteString } from '../byte-string.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../graphic-field.ts';
import type { BarcodeElement, Element } from '../label.ts';
import { fieldOrigin, type Picture, POWER_UP_FONT, type Printer, spanOf, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handler } from './handler.ts';
import { Params } from './params.ts';

const LENGTH_MAX = 32_000;
const ELLIPSE_MIN = 3;
const ELLIPSE_MAX = 4095;

/** A name and four numbers are not longer. */
const HEADER_BYTES_MAX = 256;

type Shape =
  Exclude<Element, BarcodeElement> extends infer E
    ? E extends Element
      ? Omit<E, 'origin' | 'reverse' | 'span' | 'command'>
      : never
    : never;

/** Adds a shape to the field, at the place that is in force now. */
export function addShape(printer: Printer, command: Command, shape: Shape): void {
  const origin = fieldOrigin(printer);
  const span = spanOf(command);
  const { name } = command;
  printer.field.shapes.push((reverse) => ({ origin, reverse, span, command: name, ...shape }));
}

function white(params: Params, index: number): boolean {
  return params.choice(index, ['B', 'W'], 'B') === 'W';
}

/**
 * Decodes a picture within what is left of the parse's budget; null, with a diagnostic, when it is too large.
 *
 * @param total bytes of the picture.
 */
export function decodePicture(
  printer: Printer,
  command: Command,
  format: 'A' | 'B' | 'C',
  payload: ByteString,
  total: number,
  bytesPerRow: number,
): Uint8Array | null {
  printer.graphicBytesLeft -= payload.length;
  if (total > Math.min(GRAPHIC_BYTES_MAX, printer.graphicBytesLeft)) {
    warn(printer, command, 'picture-too-large', `the picture of ${total} bytes is too large`);
    return null;
  }
  const { data, fault, spent } = decodeGraphic(format, payload, total, bytesPerRow);
  printer.graphicBytesLeft -= spent;
  if (fault !== null) warn(printer, command, fault.code, fault.reason);
  return data;
}

/** Splits off the first `count` parameters; what follows is data, which may hold delimiters. */
export function splitHeader(command: Command, count: number): { header: string; payload: ByteString } {
  const start = command.params.slice(0, HEADER_BYTES_MAX);
  let at = -1;
  for (let i = 0; i < count; i++) {
    const next = start.indexOf(command.delimiter, at + 1);
    if (next < 0) return { header: start, payload: '' as ByteString };
    at = next;
  }
  return { header: start.slice(0, at), payload: command.params.slice(at + 1) as ByteString };
}

function graphicField(printer: Printer, command: Command): void {
  const { header, payload } = splitHeader(command, 4);
  const params = new Params(printer, command, header);
  const total = params.whole(2, 0, Number.POSITIVE_INFINITY, 0);
  const bytesPerRow = params.whole(3, 0, 99_999, 0);
  if (params.whole(1, 0, Number.POSITIVE_INFINITY, 0) === 0 || total === 0 || bytesPerRow === 0) {
    warn(printer, command, 'picture-size-missing', 'a byte count is missing');
    return;
  }
  const picture = readPicture(
    printer,
    command,
    params.choice(0, ['A', 'B', 'C'], 'A'),
    payload,
    total,
    bytesPerRow,
  );
  if (picture !== null) addShape(printer, command, { kind: 'graphic', ...picture, scaleX: 1, scaleY: 1 });
}

/** A picture of whole rows; null, with a diagnostic, when it is too large. */
export function readPicture(
  printer: Printer,
  command: Command,
  format: 'A' | 'B' | 'C',
  payload: ByteString,
  total: number,
  bytesPerRow: number,
): Picture | null {
  const rows = Math.ceil(total / bytesPerRow);
  const data = decodePicture(printer, command, format, payload, rows * bytesPerRow, bytesPerRow);
  return data === null ? null : { bytesPerRow, rows, data };
}

/** Boxes, circles, lines, pictures and symbols. */
export const GRAPHICS_COMMANDS: Readonly<Record<string, Handler>> = {
  '^GB': (printer, command) => {
    const params = new Params(printer, command);
    const thickness = params.dots(2, 1, LENGTH_MAX, 1);
    addShape(printer, command, {
      kind: 'box',
      // A side shorter than the line is as long as the line is thick, which is how lines are drawn.
      width: Math.max(params.dots(0, 0, LENGTH_MAX, 0), thickness),
      height: Math.max(params.dots(1, 0, LENGTH_MAX, 0), thickness),
      thickness,
      white: white(params, 3),
      rounding: params.whole(4, 0, 8, 0),
    });
  },

  '^GC': (printer, command) => {
    const params = new Params(printer, command);
    const diameter = params.dots(0, ELLIPSE_MIN, ELLIPSE_MAX, ELLIPSE_MIN);
    addShape(printer, command, {
      kind: 'ellipse',
      width: diameter,
      height: diameter,
      thickness: params.dots(1, 1, ELLIPSE_MAX, 1),
      white: white(params, 2),
    });
  },

  '^GE': (printer, command) => {
    const params = new Params(printer, command);
    const thickness = params.dots(2, 1, ELLIPSE_MAX, 1);
    const side = Math.max(thickness, ELLIPSE_MIN);
    addShape(printer, command, {
      kind: 'ellipse',
      width: params.dots(0, ELLIPSE_MIN, ELLIPSE_MAX, side),
      height: params.dots(1, ELLIPSE_MIN, ELLIPSE_MAX, side),
      thickness,
      white: white(params, 3),
    });
  },

  '^GD': (printer, command) => {
    const params = new Params(printer, command);
    const thickness = params.dots(2, 1, LENGTH_MAX, 1);
    const side = Math.max(thickness, 3);
    addShape(printer, command, {
      kind: 'diagonal',
      width: params.dots(0, 3, LENGTH_MAX, side),
      height: params.dots(1, 3, LENGTH_MAX, side),
      thickness,
      white: white(params, 3),
      lean: ['L', '\\'].includes(params.choice(4, ['R', 'L', '/', '\\'], 'R')) ? 'L' : 'R',
    });
  },

  '^GF': graphicField,

  '^GS': (printer, command) => {
    const params = new Params(printer, command);
    const { font } = printer.settings;
    const height = params.dots(1, 0, LENGTH_MAX, 0);
    const width = params.dots(2, 0, LENGTH_MAX, 0);
    // Without any size at all a symbol has one that the rasterizer knows (printer evidence 29).
    const unset = font === POWER_UP_FONT;
    printer.field.symbol = {
      orientation: params.orientation(0),
      height: height || width || (unset ? 0 : font.height),
      width: width || height || (unset ? 0 : font.width),
    };
  },
};
