import { parametersOf } from '../command-table/command-table.ts';
import { GRAPHIC_BYTES_MAX } from '../graphic-field.ts';
import type { Element } from '../label.ts';
import { type ObjectName, parseObjectName, type StoredObject } from '../objects.ts';
import { fieldOrigin, type Picture, type PrinterState, placed, spanOf, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import { addItems } from './close-field.ts';
import { addShape, decodePicture, readPicture, splitHeader } from './graphics.ts';
import type { Handlers } from './handler.ts';
import { Params } from './params.ts';

const DG = parametersOf('~DG');
const DY = parametersOf('~DY');
const DU = parametersOf('~DU');
const ID = parametersOf('^ID');
const XG = parametersOf('^XG');
const IM = parametersOf('^IM');
const IL = parametersOf('^IL');
const IS = parametersOf('^IS');
const DF = parametersOf('^DF');
const XF = parametersOf('^XF');

/** Bytes of memory that a recorded command or a saved element takes, roughly; its text is part of the stream. */
const REFERENCE_BYTES = 64;

function store(
  printer: PrinterState,
  command: Command,
  name: ObjectName,
  object: StoredObject,
  bytes: number,
): void {
  if (!printer.objects.put(name, object, bytes))
    warn(printer, command, 'memory-full', 'no memory left for this object');
}

function downloadGraphic(printer: PrinterState, command: Command): void {
  const { header, payload } = splitHeader(command, DG.data.at);
  const params = new Params(printer, command, header);
  const total = params.whole(DG.total);
  const bytesPerRow = params.whole(DG.row);
  storeGraphic(printer, command, grfName(params.text(DG.name)), 'A', payload, total, bytesPerRow);
}

/** The name of a graphic: whatever extension is sent, it is GRF. */
function grfName(text: string): ObjectName {
  const name = parseObjectName(text, 'GRF');
  return { ...name, file: `${name.file.slice(0, name.file.lastIndexOf('.'))}.GRF` };
}

function storeGraphic(
  printer: PrinterState,
  command: Command,
  name: ObjectName,
  format: 'A' | 'B' | 'C',
  payload: Command['params'],
  total: number,
  bytesPerRow: number,
): void {
  if (total === 0 || bytesPerRow === 0) {
    warn(printer, command, 'picture-size-missing', 'a byte count is missing');
    return;
  }
  const picture = readPicture(printer, command, format, payload, total, bytesPerRow);
  if (picture !== null) store(printer, command, name, { kind: 'graphic', ...picture }, picture.data.length);
}

/** Extensions of objects by the letter that `~DY` has for their type. */
export const DOWNLOAD_EXTENSIONS = {
  G: 'GRF',
  P: 'PNG',
  B: 'BMP',
  X: 'PCX',
  T: 'TTF',
  E: 'TTE',
  N: 'NRD',
} as const;

/** `~DY d:f,b,x,t,w,data`: graphics, image files and fonts. */
function downloadObject(printer: PrinterState, command: Command): void {
  const { header, payload } = splitHeader(command, DY.data.at);
  const params = new Params(printer, command, header);
  const sent = params.choice(DY.coding);
  const format = sent === 'P' ? 'A' : sent;
  const type = params.choice(DY.type);
  const total = params.whole(DY.total);
  if (type === 'G' && sent !== 'P') {
    const bytesPerRow = params.whole(DY.row);
    storeGraphic(printer, command, grfName(params.text(DY.name)), format, payload, total, bytesPerRow);
    return;
  }
  if (type === 'N') {
    warn(printer, command, 'picture-type-unsupported', 'pictures of this type are not supported');
    return;
  }
  if (total === 0) {
    warn(printer, command, 'picture-size-missing', 'a byte count is missing');
    return;
  }
  const data = decodePicture(printer, command, format, payload, total, total);
  if (data === null) return;
  if (type === 'T' || type === 'E') {
    storeFont(printer, command, parseObjectName(params.text(DY.name), DOWNLOAD_EXTENSIONS[type]), data);
    return;
  }
  // In format P the data of a graphic is a PNG.
  const image = type === 'G' ? 'PNG' : DOWNLOAD_EXTENSIONS[type];
  const decoded = printer.options.decodeImage?.(image, data, printer.graphicBytesLeft) ?? null;
  printer.graphicBytesLeft -= decoded?.spent ?? GRAPHIC_BYTES_MAX;
  if (decoded === null) warn(printer, command, 'picture-damaged', `the ${image} picture cannot be decoded`);
  else {
    const { spent: _, ...picture } = decoded;
    const name = parseObjectName(params.text(DY.name), image);
    store(printer, command, name, { kind: 'graphic', ...picture }, picture.data.length);
  }
}

/** `~DU d:o.x,size,data`: a TrueType font. */
function downloadFont(printer: PrinterState, command: Command): void {
  const { header, payload } = splitHeader(command, DU.data.at);
  const params = new Params(printer, command, header);
  const total = params.whole(DU.size);
  const data = total === 0 ? null : decodePicture(printer, command, 'A', payload, total, total);
  if (data !== null) storeFont(printer, command, parseObjectName(params.text(DU.name), 'FNT'), data);
}

/** TrueType and OpenType by their first four bytes; Zebra's own font formats cannot be drawn. */
function storeFont(printer: PrinterState, command: Command, name: ObjectName, data: Uint8Array): void {
  const signature = Buffer.from(data.subarray(0, 4)).toString('latin1');
  if (['\0\x01\0\0', 'true', 'OTTO', 'ttcf'].includes(signature)) {
    store(printer, command, name, { kind: 'font', data }, data.length);
  } else {
    warn(printer, command, 'font-damaged', 'this is not a TrueType font');
  }
}

/** The stored picture of that name; undefined, with a diagnostic, when there is none. */
function findPicture(printer: PrinterState, command: Command, text: string): Picture | undefined {
  const { label, objects } = printer;
  if (label !== null) label.printable = true;
  const object = objects.get(parseObjectName(text, 'GRF'));
  if (object?.kind === 'graphic') {
    const { bytesPerRow, rows, data } = object;
    return { bytesPerRow, rows, data };
  }
  warn(printer, command, 'picture-unknown', 'no such picture is stored', 1);
  return undefined;
}

/**
 * `^XG` and `^IM`, both of which begin with a name, of a label that `^IS` saved: its elements, moved to the field's
 * place. False when it is none.
 */
function recallMoved(printer: PrinterState, command: Command): boolean {
  const { label, objects } = printer;
  const object = objects.get(parseObjectName(new Params(printer, command).text(XG.name), 'GRF'));
  if (label === null || object?.kind !== 'image') return false;
  const { x, y } = fieldOrigin(printer);
  addItems(printer, object.elements, (element) => ({
    ...element,
    origin: { ...element.origin, x: element.origin.x + x, y: element.origin.y + y },
  }));
  return true;
}

function recallImage(printer: PrinterState, command: Command): void {
  const { label, objects, settings } = printer;
  const params = new Params(printer, command);
  const object = objects.get(parseObjectName(params.text(IL.name), 'GRF'));
  if (label !== null && object?.kind === 'image') {
    addItems(printer, object.elements);
    return;
  }
  const picture = findPicture(printer, command, params.text(IL.name));
  if (label === null || picture === undefined) return;
  const { reverse } = settings;
  const where = { origin: placed(settings, 0, 0, '^FO', 0), span: spanOf(command), command: command.name };
  addItems(printer, [{ kind: 'graphic', ...picture, scaleX: 1, scaleY: 1, ...where, reverse }]);
}

/** `^XF`: carries out the commands of a stored format here. */
function recallFormat(printer: PrinterState, command: Command): void {
  const { label, objects } = printer;
  if (label === null) return;
  label.printable = true;
  const format = objects.get(parseObjectName(new Params(printer, command).text(XF.name), 'ZPL'));
  if (format?.kind !== 'format') {
    warn(printer, command, 'format-unknown', 'no such format is stored', 1);
  } else if (printer.recalling) {
    warn(printer, command, 'format-nested', 'a stored format cannot recall another', 1);
  } else {
    printer.recalling = true;
    for (const stored of format.commands) if (!printer.execute(stored)) break;
    printer.recalling = false;
  }
}

/** Downloads, and what is drawn or deleted by name. */
export const STORED_OBJECT_HANDLERS = {
  '~DG': downloadGraphic,
  '~DY': downloadObject,
  '~DU': downloadFont,

  '~EG': (printer) => printer.objects.deleteGraphics(),
  '^EG': (printer) => printer.objects.deleteGraphics(),

  '^ID': (printer, command) => {
    printer.objects.delete(parseObjectName(new Params(printer, command).text(ID.name), 'GRF'));
  },

  '^XG': (printer, command) => {
    const params = new Params(printer, command);
    // A saved label is redrawn, so it keeps its size.
    if (recallMoved(printer, command)) return;
    const picture = findPicture(printer, command, params.text(XG.name));
    if (picture === undefined) return;
    const scaleX = params.whole(XG['x times']);
    const scaleY = params.whole(XG['y times']);
    addShape(printer, command, { kind: 'graphic', ...picture, scaleX, scaleY });
  },

  '^IM': (printer, command) => {
    if (recallMoved(printer, command)) return;
    const picture = findPicture(printer, command, new Params(printer, command).text(IM.name));
    if (picture !== undefined)
      addShape(printer, command, { kind: 'graphic', ...picture, scaleX: 1, scaleY: 1 });
  },

  '^IL': recallImage,

  '^IS': (printer, command) => {
    const { label } = printer;
    const params = new Params(printer, command);
    if (label === null) return;
    label.saveAs = { name: parseObjectName(params.text(IS.name), 'GRF'), command };
    label.suppressed ||= !params.isYes(IS.print);
  },

  '^DF': (printer, command) => {
    const { label } = printer;
    if (label === null) return;
    const name = parseObjectName(new Params(printer, command).text(DF.name), 'ZPL');
    label.recording = { name, command, commands: [] };
    label.suppressed = true;
  },

  '^XF': recallFormat,
} satisfies Handlers;

/** At `^XZ`: keeps the format that `^DF` recorded. */
export function storeRecording(printer: PrinterState): void {
  const recording = printer.label?.recording;
  if (!recording) return;
  const { name, command, commands } = recording;
  store(printer, command, name, { kind: 'format', commands }, commands.length * REFERENCE_BYTES);
}

/** At `^XZ`: keeps the label that `^IS` asked for. */
export function storeImage(printer: PrinterState, elements: readonly Element[]): void {
  const saveAs = printer.label?.saveAs;
  if (!saveAs) return;
  const { name, command } = saveAs;
  store(printer, command, name, { kind: 'image', elements }, elements.length * REFERENCE_BYTES);
}
