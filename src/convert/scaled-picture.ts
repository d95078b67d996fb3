import { parametersOf, type Slot } from '../zpl/command-table/command-table.ts';
import { FIELD_BYTES_MAX } from '../zpl/command-table/graphics.ts';
import { splitHeader } from '../zpl/commands/graphics.ts';
import { encodePayload } from '../zpl/graphic-encode.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import { PICTURE_PARAMETERS } from '../zpl/picture-parameters.ts';
import type { Picture } from '../zpl/printer.ts';
import type { Command, Prefixes } from '../zpl/tokenize.ts';

const DY = parametersOf('~DY');

/** Types of `~DY` that are files of pictures: PNG, BMP, PCX. */
const FILES = new Set(['P', 'B', 'X']);

/** Dots of the new picture for one of the old one. */
export interface PictureScale {
  readonly x: number;
  readonly y: number;
}

/** The picture of a command with another number of dots. */
export interface ResampledPicture {
  readonly dots: Picture;
  /** The parameters of the command for some rows of it; null where the command has no way to write them. */
  readonly paramsOf: (rows: Uint8Array) => string | null;
}

/**
 * Resamples the picture of a command, or returns the reason why it keeps its dots; null for any other command, and for
 * a picture that cannot be read.
 *
 * @param isRight the picture is left of its place, so that the dots that fill its last bytes go to its left
 */
export function scaledPicture(
  command: Command,
  prefixes: Prefixes,
  scale: PictureScale,
  isRight: boolean,
): ResampledPicture | { readonly kept: string } | null {
  const places = PICTURE_PARAMETERS[command.name];
  if (places === undefined) return null;
  const { delimiter } = command;
  const { header, payload } = splitHeader(command, places.data.at);
  const values = header.split(delimiter);
  const value = (slot: Slot | undefined): string => (slot === undefined ? '' : (values[slot.at] ?? ''));
  const coding = value(places.coding).trim().toUpperCase() || 'A';
  const type = value(places.type).trim().toUpperCase() || 'G';
  const total = Number.parseInt(value(places.total), 10);
  const bytesPerRow = Number.parseInt(value(places.row), 10);
  if (FILES.has(type))
    return { kept: `the picture ${value(DY.name).trim()} of ~DY is a file and keeps its dots` };
  if (type !== 'G' || !['A', 'B', 'C'].includes(coding)) return null;
  if (!(total >= 1 && total <= GRAPHIC_BYTES_MAX && bytesPerRow >= 1)) return null;
  const rows = Math.ceil(total / bytesPerRow);
  const width = Math.max(1, Math.round(8 * bytesPerRow * scale.x));
  const height = Math.max(1, Math.round(rows * scale.y));
  const newBytesPerRow = (width + 7) >> 3;
  if (newBytesPerRow * height > GRAPHIC_BYTES_MAX || newBytesPerRow > FIELD_BYTES_MAX)
    return {
      kept: `a picture would have ${width} x ${height} dots, too many for a printer, and keeps its own`,
    };
  const { data } = decodeGraphic(coding as 'A' | 'B' | 'C', payload, rows * bytesPerRow, bytesPerRow);
  const dots = resampled({ bytesPerRow, rows, data }, width, height, scale, isRight);
  const paramsOf = (part: Uint8Array): string | null => {
    const encoded = encodePayload(part, dots.bytesPerRow, prefixes);
    if (places.coding === undefined && encoded.coding !== 'A') return null;
    const written = [...values];
    const write = (slot: Slot | undefined, value: string | number): void => {
      if (slot !== undefined) written[slot.at] = String(value);
    };
    write(places.coding, encoded.coding);
    write(places.sent, part.length);
    write(places.total, part.length);
    write(places.row, dots.bytesPerRow);
    return [...written, encoded.payload].join(delimiter);
  };
  return { dots, paramsOf };
}

/** A picture with another number of dots: each is the dot of the old picture at its centre. */
function resampled(
  { bytesPerRow, rows, data }: Picture,
  width: number,
  height: number,
  scale: PictureScale,
  isRight: boolean,
): Picture {
  const newBytesPerRow = (width + 7) >> 3;
  const shift = isRight ? 8 * newBytesPerRow - width : 0;
  const dots = new Uint8Array(newBytesPerRow * height);
  const columns = 8 * bytesPerRow;
  // The first dot whose centre is in this column of the old picture, or after it.
  const firstIn = (column: number): number =>
    shift + (column === columns ? width : Math.max(0, Math.ceil(column * scale.x - 0.5)));
  let before = -1;
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor((y + 0.5) / scale.y));
    const to = y * newBytesPerRow;
    if (row === before) {
      dots.copyWithin(to, to - newBytesPerRow, to);
      continue;
    }
    before = row;
    const line = data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow);
    const newLine = dots.subarray(to, to + newBytesPerRow);
    for (const [start, end] of blackRuns(line)) blacken(newLine, firstIn(start), firstIn(end));
  }
  return { bytesPerRow: newBytesPerRow, rows: height, data: dots };
}

/** Runs of black dots of a line: the first dot of each, and the one after it. */
function* blackRuns(line: Uint8Array): Generator<readonly [start: number, end: number]> {
  let start = -1;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] as number;
    if (byte === (start < 0 ? 0 : 0xff)) continue;
    for (let bit = 0; bit < 8; bit++) {
      const isBlack = (byte & (0x80 >> bit)) !== 0;
      if (isBlack === start >= 0) continue;
      if (!isBlack) yield [start, 8 * at + bit];
      start = isBlack ? 8 * at + bit : -1;
    }
  }
  if (start >= 0) yield [start, 8 * line.length];
}

/** Blackens dots of a line, from one to the one before another. */
function blacken(line: Uint8Array, start: number, end: number): void {
  const [first, last] = [(start + 7) >> 3, end >> 3];
  if (first < last) line.fill(0xff, first, last);
  for (let x = start; x < Math.min(end, 8 * first); x++) line[x >> 3]! |= 0x80 >> (x & 7);
  for (let x = Math.max(start, 8 * last); x < end; x++) line[x >> 3]! |= 0x80 >> (x & 7);
}
