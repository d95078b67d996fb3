import type { ByteString } from '../byte-string.ts';
import { parametersOf } from '../command-table/command-table.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../graphic-field.ts';
import type { BarcodeElement, Element } from '../label.ts';
import { POWER_UP_FONT } from '../power-up.ts';
import { fieldOrigin, type Picture, type PrinterState, spanOf, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handlers } from './handler.ts';
import { Params } from './params.ts';

const GB = parametersOf('^GB');
const GC = parametersOf('^GC');
const GE = parametersOf('^GE');
const GD = parametersOf('^GD');
const GF = parametersOf('^GF');
const GS = parametersOf('^GS');

/** A name and four numbers are not longer. */
const HEADER_BYTES_MAX = 256;

type Shape =
  Exclude<Element, BarcodeElement> extends infer E
    ? E extends Element
      ? Omit<E, 'origin' | 'reverse' | 'span' | 'command'>
      : never
    : never;

/** Adds a shape to the field, at the place that is in force now. */
export function addShape(printer: PrinterState, command: Command, shape: Shape): void {
  const origin = fieldOrigin(printer);
  const span = spanOf(command);
  const { name } = command;
  printer.field.shapes.push((reverse) => ({ origin, reverse, span, command: name, ...shape }));
}

/**
 * Decodes a picture within what is left of the parse's budget; null, with a diagnostic, when it is too large.
 *
 * @param total bytes of the picture.
 */
export function decodePicture(
  printer: PrinterState,
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

function graphicField(printer: PrinterState, command: Command): void {
  const { header, payload } = splitHeader(command, GF.data.at);
  const params = new Params(printer, command, header);
  const total = params.whole(GF.total);
  const bytesPerRow = params.whole(GF.row);
  if (params.whole(GF.sent) === 0 || total === 0 || bytesPerRow === 0) {
    warn(printer, command, 'picture-size-missing', 'a byte count is missing');
    return;
  }
  const picture = readPicture(printer, command, params.choice(GF.coding), payload, total, bytesPerRow);
  if (picture !== null) addShape(printer, command, { kind: 'graphic', ...picture, scaleX: 1, scaleY: 1 });
}

/** A picture of whole rows; null, with a diagnostic, when it is too large. */
export function readPicture(
  printer: PrinterState,
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

/** The size, the line and the colour of an ellipse or a diagonal. A missing side is as long as the line is thick. */
function outlineOf(params: Params, { width, height, thickness: line, colour }: typeof GE | typeof GD) {
  const thickness = params.dots(line);
  const side = Math.max(thickness, width.min);
  return {
    width: params.dots(width, side),
    height: params.dots(height, side),
    thickness,
    white: params.choice(colour) === 'W',
  };
}

/** Boxes, circles, lines, pictures and symbols. */
export const GRAPHICS_HANDLERS = {
  '^GB': (printer, command) => {
    const params = new Params(printer, command);
    const thickness = params.dots(GB.thickness);
    addShape(printer, command, {
      kind: 'box',
      // A side shorter than the line is as long as the line is thick, which is how lines are drawn.
      width: Math.max(params.dots(GB.width, thickness), thickness),
      height: Math.max(params.dots(GB.height, thickness), thickness),
      thickness,
      white: params.choice(GB.colour) === 'W',
      rounding: params.whole(GB.rounding),
    });
  },

  '^GC': (printer, command) => {
    const params = new Params(printer, command);
    const diameter = params.dots(GC.diameter);
    addShape(printer, command, {
      kind: 'ellipse',
      width: diameter,
      height: diameter,
      thickness: params.dots(GC.thickness),
      white: params.choice(GC.colour) === 'W',
    });
  },

  '^GE': (printer, command) =>
    addShape(printer, command, { kind: 'ellipse', ...outlineOf(new Params(printer, command), GE) }),

  '^GD': (printer, command) => {
    const params = new Params(printer, command);
    addShape(printer, command, {
      kind: 'diagonal',
      ...outlineOf(params, GD),
      lean: ['L', '\\'].includes(params.choice(GD.direction)) ? 'L' : 'R',
    });
  },

  '^GF': graphicField,

  '^GS': (printer, command) => {
    const params = new Params(printer, command);
    const { font } = printer.settings;
    const height = params.dots(GS.height, 0);
    const width = params.dots(GS.width, 0);
    // Without any size at all a symbol has one that the rasterizer knows (printer evidence 29).
    const unset = font === POWER_UP_FONT;
    printer.field.symbol = {
      orientation: params.orientation(GS.orientation),
      height: height || width || (unset ? 0 : font.height),
      width: width || height || (unset ? 0 : font.width),
    };
  },
} satisfies Handlers;
