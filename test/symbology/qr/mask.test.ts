import { describe, expect, it } from 'vitest';
import { encodeQr } from '../../../src/symbology/qr/encode-qr.ts';

/** ISO/IEC 18004, 7.8.3 as it stands there, cell by cell. */
function penalty(cells: Uint8Array, size: number): number {
  const line = (start: number, step: number): string => {
    let text = '';
    for (let i = 0; i < size; i++) text += cells[start + i * step];
    return text;
  };
  const lines: string[] = [];
  for (let i = 0; i < size; i++) lines.push(line(i * size, 1), line(i, size));
  let score = 0;
  for (const each of lines) {
    for (const [run] of each.matchAll(/0{5,}|1{5,}/g)) score += run.length - 2;
    // The quiet zone is light too.
    const zoned = `0000${each}0000`;
    for (let i = 4; i + 7 <= size + 4; i++) {
      if (zoned.slice(i, i + 7) !== '1011101') continue;
      if (zoned.slice(i - 4, i) === '0000' || zoned.slice(i + 7, i + 11) === '0000') score += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const at = y * size + x;
      if (new Set([cells[at], cells[at + 1], cells[at + size], cells[at + size + 1]]).size === 1) score += 3;
    }
  }
  const ink = cells.reduce((sum, cell) => sum + cell, 0);
  return score + Math.floor(Math.abs((ink * 100) / cells.length - 50) / 5) * 10;
}

describe('the mask of a QR code', () => {
  // Versions of 21, 29, 33, 57, 65 and 101 cells: one word to a line, two, three and four.
  it.each([5, 40, 60, 200, 300, 700])('is the one with the lowest penalty, for %i bytes', (length) => {
    const data = Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * i + 3 * length) % 26))).join(
      '',
    );
    const symbol = (mask: number | 'best') => {
      const grid = encodeQr([{ mode: 'byte', data }], 'M', mask);
      if (grid === null) throw new Error('too long');
      return grid;
    };
    const scores = Array.from({ length: 8 }, (_, mask) => penalty(symbol(mask).cells, symbol(mask).columns));
    const best = symbol('best');
    expect(penalty(best.cells, best.columns)).toBe(Math.min(...scores));
    expect(best.cells).toEqual(symbol(scores.indexOf(Math.min(...scores))).cells);
  });
});
