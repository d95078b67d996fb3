import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipGrid, bwipText } from '../bwip.ts';
import type { Grid } from './grid.ts';

export interface Pdf417Options {
  /** 0 for any. */
  readonly columns: number;
  readonly rows: number;
  readonly level: number;
  readonly truncated: boolean;
  readonly eci?: number;
}

export function encodePdf417(data: string, options: Pdf417Options): Grid | null {
  const { columns, rows, level, truncated } = options;
  const bcid = truncated ? 'pdf417compact' : 'pdf417';
  const text = bwipText(data as ByteString);
  return bwipGrid({
    bcid,
    text,
    parse: true,
    binarytext: true,
    columns,
    rows,
    eclevel: level,
    fixedeclevel: true,
    rowmult: 1,
  });
}
