import { parametersOf, type Slot } from '../zpl/command-table/command-table.ts';
import { splitHeader } from '../zpl/commands/graphics.ts';
import { encodePayload } from '../zpl/graphic-encode.ts';
import { decodeGraphic, GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import type { Picture } from '../zpl/printer.ts';
import type { Command, Prefixes } from '../zpl/tokenize.ts';

const GF = parametersOf('^GF');
const DG = parametersOf('~DG');
const DY = parametersOf('~DY');

/** Places of a picture's facts in the parameters of a command. */
interface PictureCommand {
  readonly coding?: Slot;
  /** Null for a command that stores nothing but pictures. */
  readonly type?: Slot;
  readonly sent?: Slot;
  readonly total: Slot;
  readonly row: Slot;
  readonly data: Slot;
}

const PICTURES: Readonly<Record<string, PictureCommand>> = {
  '^GF': { coding: GF.coding, sent: GF.sent, total: GF.total, row: GF.row, data: GF.data },
  '~DG': { total: DG.total, row: DG.row, data: DG.data },
  '~DY': { coding: DY.coding, type: DY.type, total: DY.total, row: DY.row, data: DY.data },
};

/**
 * The parameters of a command with its picture resampled, and the bytes of that picture; null for any other command,
 * for a picture of another format (PNG, BMP, PCX), and for one that cannot be read.
 */
export function scaledPicture(
  command: Command,
  prefixes: Prefixes,
  ratio: number,
): { readonly params: string; readonly bytes: number } | null {
  const places = PICTURES[command.name];
  if (places === undefined) return null;
  const { delimiter } = command;
  const { header, payload } = splitHeader(command, places.data.at);
  const values = header.split(delimiter);
  const value = (slot: Slot | undefined): string => (slot === undefined ? '' : (values[slot.at] ?? ''));
  const coding = value(places.coding).trim().toUpperCase() || 'A';
  const type = value(places.type).trim().toUpperCase() || 'G';
  const total = Number.parseInt(value(places.total), 10);
  const bytesPerRow = Number.parseInt(value(places.row), 10);
  if (type !== 'G' || !['A', 'B', 'C'].includes(coding)) return null;
  if (!(total >= 1 && total <= GRAPHIC_BYTES_MAX && bytesPerRow >= 1)) return null;
  const rows = Math.ceil(total / bytesPerRow);
  const width = Math.max(1, Math.round(8 * bytesPerRow * ratio));
  const height = Math.max(1, Math.round(rows * ratio));
  if (((width + 7) >> 3) * height > GRAPHIC_BYTES_MAX) return null;
  const { data } = decodeGraphic(coding as 'A' | 'B' | 'C', payload, rows * bytesPerRow, bytesPerRow);
  const scaled = resampled({ bytesPerRow, rows, data }, width, height, ratio);
  const encoded = encodePayload(scaled.data, scaled.bytesPerRow, prefixes);
  if (places.coding === undefined && encoded.coding !== 'A') return null;
  const bytes = scaled.data.length;
  const write = (slot: Slot | undefined, value: string | number): void => {
    if (slot !== undefined) values[slot.at] = String(value);
  };
  write(places.coding, encoded.coding);
  write(places.sent, bytes);
  write(places.total, bytes);
  write(places.row, scaled.bytesPerRow);
  return { params: [...values, encoded.payload].join(delimiter), bytes };
}

/** A picture with another number of dots: each is the one of the old picture that lies at its centre. */
function resampled(
  { bytesPerRow, rows, data }: Picture,
  width: number,
  height: number,
  ratio: number,
): Picture {
  const newBytesPerRow = (width + 7) >> 3;
  const dots = new Uint8Array(newBytesPerRow * height);
  const columns = Int32Array.from({ length: width }, (_, x) =>
    Math.min(8 * bytesPerRow - 1, Math.floor((x + 0.5) / ratio)),
  );
  for (let y = 0; y < height; y++) {
    const from = Math.min(rows - 1, Math.floor((y + 0.5) / ratio)) * bytesPerRow;
    for (let x = 0; x < width; x++) {
      const column = columns[x] as number;
      if (((data[from + (column >> 3)] as number) & (0x80 >> (column & 7))) === 0) continue;
      const at = y * newBytesPerRow + (x >> 3);
      dots[at] = (dots[at] as number) | (0x80 >> (x & 7));
    }
  }
  return { bytesPerRow: newBytesPerRow, rows: height, data: dots };
}
