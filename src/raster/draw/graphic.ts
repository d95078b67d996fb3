import type { GraphicElement } from '../../zpl/label.ts';
import type { Bitmap } from '../bitmap.ts';
import { packedBits } from '../packed-bits.ts';
import { cornerOfShape } from './shape.ts';

/** Draws `^GF` and recalled images, each dot `scaleX` by `scaleY` times. */
export function drawGraphic(surface: Bitmap, element: GraphicElement): void {
  const { bytesPerRow, rows, data, scaleX, scaleY, origin } = element;
  const width = bytesPerRow * 8;
  const { x, y } = cornerOfShape(origin, width * scaleX, rows * scaleY);
  if (scaleX === 1 && scaleY === 1) {
    surface.spend(data.length);
    surface.blit(packedBits(width, rows, data), x, y, 'ink');
    return;
  }
  for (let row = 0; row < rows; row++) {
    const top = y + row * scaleY;
    if (top >= surface.height || top + scaleY <= 0) {
      surface.inkLost ||= data
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
        surface.fillRect(x + (i * 8 + bit) * scaleX, top, scaleX, scaleY, 'ink');
      }
    }
  }
}
