import type { Bitmap } from '../../bitmap/bitmap.ts';
import { packedBits } from '../../bitmap/packed-bits.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { GraphicElement } from '../../zpl/label.ts';
import { cornerOfShape } from './shape.ts';

/** Units of the work meter for reading the part of a row that lies outside of the surface. */
const TAIL_WORK = 400;

/** Draws `^GF` and recalled images, each dot `scaleX` by `scaleY` times. */
export function drawGraphic(surface: Bitmap, element: GraphicElement, rules: ReadonlySet<RuleName>): void {
  const { bytesPerRow, rows, data, scaleX, scaleY, origin } = element;
  const { x, y } = cornerOfShape(origin, bytesPerRow * 8 * scaleX, rows * scaleY, rules);
  if (scaleX === 1 && scaleY === 1) {
    drawRows(surface, element, x, y);
    return;
  }
  for (let row = 0; row < rows; row++) {
    const top = y + row * scaleY;
    if (top >= surface.height || top + scaleY <= 0) {
      surface.clipped ||= data
        .subarray(row * bytesPerRow, (row + 1) * bytesPerRow)
        .some((byte) => byte !== 0);
      continue;
    }
    surface.spend(bytesPerRow);
    for (let i = 0; i < bytesPerRow; i++) {
      const byte = data[row * bytesPerRow + i] ?? 0;
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit++) {
        if ((byte & (0x80 >> bit)) === 0) continue;
        surface.fillRect(x + (i * 8 + bit) * scaleX, top, scaleX, scaleY, 'black');
      }
    }
  }
}

/** Draws the part that is on the surface, dot for dot: a label may declare megabytes outside of it. */
function drawRows(surface: Bitmap, { bytesPerRow, rows, data }: GraphicElement, x: number, y: number): void {
  const first = Math.max(0, -y);
  const columns = Math.max(0, Math.min(bytesPerRow, (surface.width - x + 7) >> 3));
  const last = columns === 0 ? first : Math.max(first, Math.min(rows, surface.height - y));
  const shown = data.subarray(first * bytesPerRow, last * bytesPerRow);
  const shownBytes = columns * (last - first);
  surface.spend(shownBytes + ((data.length - shownBytes) >> 4));
  const isLost = (from: number, to: number): boolean => !isBlank(data.subarray(from, to));
  surface.clipped ||= isLost(0, first * bytesPerRow) || isLost(last * bytesPerRow, data.length);
  if (columns < bytesPerRow && !surface.clipped) {
    surface.spend(TAIL_WORK * (last - first));
    for (let row = first; row < last && !surface.clipped; row++) {
      surface.clipped = isLost(row * bytesPerRow + columns, (row + 1) * bytesPerRow);
    }
  }
  if (shownBytes === 0) return;
  surface.blit(packedBits(columns * 8, last - first, shown, bytesPerRow), x, y + first, 'black');
}

/**
 * Whether all bytes are 0: the first is, and each equals the one before. This comparison takes a seventieth of a loop's
 * time.
 */
function isBlank(bytes: Uint8Array): boolean {
  return (
    bytes.length === 0 || (bytes[0] === 0 && Buffer.compare(bytes.subarray(1), bytes.subarray(0, -1)) === 0)
  );
}
