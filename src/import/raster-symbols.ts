import { type Box, inkBox } from '../bitmap/box.ts';
import { packedBits } from '../bitmap/packed-bits.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { readCommands, type SavedCommand } from '../template/fields/saved-commands.ts';
import type { DotsPerMm } from '../units.ts';
import { type ByteString, fromByteString, toByteString } from '../zpl/byte-string.ts';
import { encodeGraphic } from '../zpl/graphic-encode.ts';
import type { GraphicElement } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import type { Picture } from '../zpl/printer.ts';
import { isPicture } from './label-maker.ts';
import { type RedrawnSymbol, redrawnSymbol } from './marker-candidates.ts';
import { type ReadSymbol, readSymbols } from './symbol-reader.ts';

/** A symbol in a picture of a label. */
export interface RasterSymbol {
  /** As the reader calls it. */
  readonly format: string;
  readonly value: string;
  /** On the label, in dots. */
  readonly box: Box;
  /** The field of the picture, in the label's bytes; null if the picture is not drawn from its data. */
  readonly field: RasterFieldPlace | null;
  readonly drawn: RedrawnSymbol | null;
  /** The reason why the symbol cannot be redrawn; null if it can. */
  readonly obstacle: string | null;
  /** The index of its command among those that draw pictures, from 0. */
  readonly picture: number;
}

/** `^FO` or `^FT`, and the picture. */
interface RasterFieldPlace {
  readonly start: number;
  readonly end: number;
  readonly origin: SavedCommand;
  /** Dots of the picture, and those of it that are black. */
  readonly rows: number;
  readonly ink: Box;
  readonly between: ByteString;
}

/** The most pictures of a label that are read, and the most dots of all of them together. */
const PICTURES_MAX = 64;
const DOTS_MAX = 16_000_000;

/** Symbols in the pictures of a label, in the order of the label. */
export async function findRasterSymbols(zpl: string, dotsPerMm: DotsPerMm): Promise<readonly RasterSymbol[]> {
  const bytes = toByteString(zpl);
  const commands = readCommands(bytes)?.commands ?? [];
  const pictures = commands.map(({ command }) => command).filter(isPicture);
  const graphics = parse(bytes, { dotsPerMm, decodeImage }).labels.flatMap(({ elements }) =>
    elements.filter((element) => element.kind === 'graphic'),
  );
  const found: RasterSymbol[] = [];
  let dotsLeft = DOTS_MAX;
  for (const graphic of graphics.slice(0, PICTURES_MAX)) {
    const ink = inkBox(packedBits(graphic.bytesPerRow * 8, graphic.rows, graphic.data));
    dotsLeft -= graphic.rows * graphic.bytesPerRow * 8;
    if (ink === null || dotsLeft < 0) continue;
    const symbols = await readSymbols(graphic);
    const field = fieldOf(graphic, ink, commands, bytes);
    const picture = pictures.findIndex(({ start }) => start === graphic.span.start);
    for (const read of symbols) {
      const drawn = field !== null && symbols.length === 1 ? drawnInPlace(read, graphic, field) : null;
      const obstacle = drawn === null ? obstacleOf(symbols, ink, field) : null;
      const symbol = symbolOf(read, graphic, drawn === null ? read.box : ink);
      found.push({ ...symbol, drawn, obstacle, picture, field: drawn === null ? null : field });
    }
  }
  return found;
}

/** As {@link redrawnSymbol}, if it begins on the label. */
function drawnInPlace(read: ReadSymbol, picture: Picture, field: RasterFieldPlace): RedrawnSymbol | null {
  const drawn = redrawnSymbol(read, picture, field.ink);
  return drawn !== null && Math.min(...placeOf(field, drawn)) >= 0 ? drawn : null;
}

/** The position of a picture that keeps its ink in place; x, then y. */
function placeOf({ origin, rows, ink }: RasterFieldPlace, drawn: RedrawnSymbol): [x: number, y: number] {
  const { command } = origin;
  const [x = '', y = ''] = command.params.split(command.delimiter);
  const top = ink.top - drawn.ink.top;
  const bottom = ink.bottom - rows + (drawn.height - drawn.ink.bottom);
  return [Number(x) + ink.left - drawn.ink.left, Number(y) + (command.name === '^FT' ? bottom : top)];
}

/** The error of the corners that a reader reports. Dots. */
const READ_TOLERANCE = 12;

function obstacleOf(
  [first, ...others]: readonly ReadSymbol[],
  ink: Box,
  field: RasterFieldPlace | null,
): string {
  if (field === null) return 'its field has more than a place in dots and the picture';
  if (first === undefined || others.length > 0) return 'other symbols are in the picture';
  const { left, top, right, bottom } = first.box;
  const beyond = Math.max(left - ink.left, top - ink.top, ink.right - right, ink.bottom - bottom);
  if (beyond > READ_TOLERANCE) return 'something else is in the picture';
  return 'no marker draws the same symbol';
}

function symbolOf(
  { format, text, elements }: ReadSymbol,
  { origin, scaleX, scaleY, rows }: GraphicElement,
  { left, top, right, bottom }: Box,
): Pick<RasterSymbol, 'format' | 'value' | 'box'> {
  const edge = origin.command === '^FT' ? origin.y - rows * scaleY : origin.y;
  const box = {
    left: origin.x + left * scaleX,
    top: edge + top * scaleY,
    right: origin.x + right * scaleX,
    bottom: edge + bottom * scaleY,
  };
  return { format, value: elements ?? text, box };
}

/** Finds the field of a picture for a marker before it; null if the field has other parts. */
function fieldOf(
  { span, scaleX, scaleY, rows }: GraphicElement,
  ink: Box,
  commands: readonly SavedCommand[],
  bytes: ByteString,
): RasterFieldPlace | null {
  const at = commands.findIndex(({ command }) => command.start === span.start);
  const graphic = commands[at];
  const before = commands[at - 1];
  const origin = before?.command.name === '^FR' ? commands[at - 2] : before;
  if (graphic === undefined || origin === undefined || scaleX !== 1 || scaleY !== 1) return null;
  const isPlaced = origin.command.name === '^FO' || origin.command.name === '^FT';
  const [x = '', y = '', justify = ''] = origin.command.params.split(origin.command.delimiter);
  // Whole dots from the left edge only: elsewhere a smaller picture would not stay where its ink is.
  const isPlain = /^\s*\d+\s*$/.test(x) && /^\s*\d+\s*$/.test(y) && /^\s*0?\s*$/.test(justify);
  const isScaled = commands.some(({ command }) => command.name === '^MU' || command.name === '^FW');
  if (!isPlaced || !isPlain || isScaled || commands[at + 1]?.command.name !== '^FS') return null;
  const between = bytes.slice(origin.command.end, graphic.command.start) as ByteString;
  return { start: origin.command.start, end: graphic.command.end, origin, rows, ink, between };
}

/**
 * The label with a marker before each of these pictures, which is then redrawn with each value of a variable.
 *
 * @param names of the variables, in the order of the symbols; null for a symbol that stays as it is
 */
export function markRasters(
  zpl: string,
  symbols: readonly RasterSymbol[],
  names: readonly (string | null)[],
): string {
  const bytes = toByteString(zpl);
  let text = '';
  let copied = 0;
  for (const [index, { field, drawn }] of symbols.entries()) {
    const name = names[index] ?? null;
    if (field === null || drawn === null || name === null) continue;
    text += bytes.slice(copied, field.start) + markedField(field, drawn, name);
    copied = field.end;
  }
  return fromByteString((text + bytes.slice(copied)) as ByteString);
}

/** Only the ink of the picture is kept, so that it begins where the symbol does. */
function markedField(field: RasterFieldPlace, drawn: RedrawnSymbol, name: string): string {
  const { origin, between } = field;
  const { command, prefixes } = origin;
  const { format, delimiter } = prefixes;
  const { symbology, module, rotation, value: _, ...others } = drawn.request;
  const pairs = { symbology, template: `{${name}}`, module, rotation, ...others };
  const marker = Object.entries(pairs).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const [x, y] = placeOf(field, drawn);
  const lines = [
    `${format}FXsvc-barcode:1;${marker.join(';')}${format}FS\n`,
    `${format}${command.name.slice(1)}${x}${delimiter}${y}${between}`,
    `${format}GF${encodeGraphic(drawn.data, (drawn.width + 7) >> 3, prefixes)}`,
  ];
  return lines.join('');
}
