import type { Picture } from '../zpl/printer.ts';
import type { Box } from './symbol-reader.ts';

/** The black dots of a picture; null when there are none. */
export function inkOf({ bytesPerRow, rows, data }: Picture): Box | null {
  let [left, top, right, bottom] = [bytesPerRow * 8, rows, 0, 0];
  for (let y = 0; y < rows; y++) {
    const row = data.subarray(y * bytesPerRow, (y + 1) * bytesPerRow);
    const first = row.findIndex((byte) => byte !== 0);
    if (first < 0) continue;
    const last = row.findLastIndex((byte) => byte !== 0);
    left = Math.min(left, first * 8 + Math.clz32(row[first] as number) - 24);
    const lowest = row[last] as number;
    right = Math.max(right, last * 8 + 8 - (31 - Math.clz32(lowest & -lowest)));
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return bottom === 0 ? null : { left, top, right, bottom };
}
