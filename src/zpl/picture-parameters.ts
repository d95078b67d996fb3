import { parametersOf, type Slot } from './command-table/command-table.ts';

/** The parameters of a command that sends a picture, or a file. */
export interface PictureParameters {
  /** Absent for a command whose data is always hexadecimal. */
  readonly coding?: Slot;
  /** Absent for a command that sends nothing but pictures. */
  readonly type?: Slot;
  /** Bytes of the data as it is sent; absent for a command that does not give them. */
  readonly sent?: Slot;
  /** Bytes of the picture. */
  readonly total: Slot;
  /** Bytes of a row. */
  readonly row: Slot;
  /** The data, after all other parameters: it may contain delimiters. */
  readonly data: Slot;
}

const GF = parametersOf('^GF');
const DG = parametersOf('~DG');
const DY = parametersOf('~DY');

/** The commands that send a picture, by their names. */
export const PICTURE_PARAMETERS: Readonly<Record<string, PictureParameters>> = {
  '^GF': { coding: GF.coding, sent: GF.sent, total: GF.total, row: GF.row, data: GF.data },
  '~DG': { total: DG.total, row: DG.row, data: DG.data },
  '~DY': { coding: DY.coding, type: DY.type, total: DY.total, row: DY.row, data: DY.data },
};
