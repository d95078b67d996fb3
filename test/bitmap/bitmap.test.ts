import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap, type PaintMode } from '../../src/bitmap/bitmap.ts';
import { type PackedBits, packedBits, wordsOf } from '../../src/bitmap/packed-bits.ts';
import { mirrored, rotated } from '../../src/bitmap/rotate.ts';
import { FailureError } from '../../src/errors.ts';
import { runs } from '../support/runs.ts';
import { picture } from './picture.ts';

/** The same surface as plain cells, drawn dot by dot. */
class Model {
  readonly rows: boolean[][];
  constructor(width: number, height: number) {
    this.rows = Array.from({ length: height }, () => Array.from({ length: width }, () => false));
  }
  dot(x: number, y: number, mode: PaintMode): void {
    const row = this.rows[y];
    if (row === undefined || x < 0 || x >= row.length) return;
    row[x] = mode === 'black' ? true : mode === 'white' ? false : !row[x];
  }
  picture(): string[] {
    return this.rows.map((row) => row.map((ink) => (ink ? '#' : '.')).join(''));
  }
}

const mode = fc.constantFrom<PaintMode>('black', 'white', 'xor');
/** Whole words are drawn in another way. */
const place = fc.oneof(fc.integer({ min: -70, max: 120 }), fc.constantFrom(-32, 0, 32, 64));
const side = fc.integer({ min: 1, max: 110 });

/** Random bits whose padding is random too: it must never be drawn. */
const bits: fc.Arbitrary<PackedBits> = fc
  .tuple(side, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 2 }))
  .chain(([width, height, extra]) => {
    const stride = wordsOf(width) + extra;
    return fc
      .int32Array({ minLength: stride * height, maxLength: stride * height })
      .map((words) => ({ width, height, stride, words }));
  });

function dotOf(source: PackedBits, x: number, y: number): boolean {
  return ((source.words[y * source.stride + (x >> 5)] as number) & (0x80000000 >>> (x & 31))) !== 0;
}

function pictureOf(source: PackedBits): string[] {
  const all = Bitmap.create(source.width, source.height);
  all.blit(source, 0, 0, 'black');
  return picture(all);
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('fill' as const), x: place, y: place, width: side, height: side, mode }),
  fc.record({ kind: fc.constant('blit' as const), x: place, y: place, source: bits, mode }),
);

describe('Bitmap', () => {
  it('fills and blits like a dot-by-dot model, whatever is clipped', () => {
    fc.assert(
      fc.property(side, side, fc.array(step, { maxLength: 6 }), (width, height, steps) => {
        const bitmap = Bitmap.create(width, height);
        const model = new Model(width, height);
        for (const s of steps) {
          if (s.kind === 'fill') {
            bitmap.fillRect(s.x, s.y, s.width, s.height, s.mode);
            for (let y = 0; y < s.height; y++)
              for (let x = 0; x < s.width; x++) model.dot(s.x + x, s.y + y, s.mode);
          } else {
            bitmap.blit(s.source, s.x, s.y, s.mode);
            for (let y = 0; y < s.source.height; y++)
              for (let x = 0; x < s.source.width; x++)
                if (dotOf(s.source, x, y)) model.dot(s.x + x, s.y + y, s.mode);
          }
        }
        expect(picture(bitmap)).toEqual(model.picture());
        expect(paddingOf(bitmap)).toBe(0);
      }),
      { numRuns: runs(150) },
    );
  });

  it('notes every word in which a row may differ from the one above', () => {
    fc.assert(
      fc.property(
        side,
        side,
        fc.array(step, { maxLength: 6 }),
        fc.nat(6),
        (width, height, steps, clearedAt) => {
          const bitmap = Bitmap.create(width, height);
          bitmap.noteChanges();
          for (const [i, s] of steps.entries()) {
            if (i === clearedAt) bitmap.clear();
            if (s.kind === 'fill') bitmap.fillRect(s.x, s.y, s.width, s.height, s.mode);
            else bitmap.blit(s.source, s.x, s.y, s.mode);
          }
          expect(unnoted(bitmap)).toEqual([]);
          const copy = Bitmap.create(width, height);
          copy.noteChanges();
          copy.copyRows(bitmap, 0, height);
          expect(unnoted(copy)).toEqual([]);
          copy.clear();
          expect(copy.words.every((word) => word === 0)).toBe(true);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('notes nothing of rows that are drawn alike but for the first, and the one below the last', () => {
    const bitmap = Bitmap.create(100, 9);
    bitmap.noteChanges();
    bitmap.fillRect(40, 2, 50, 5, 'black');
    const bars = { width: 20, height: 6, stride: 0, words: Int32Array.of(0x55555000) };
    bitmap.blit(bars, 4, 1, 'black');
    const rows = Array.from({ length: 9 }, (_, row) => row);
    expect(rows.filter((row) => wordsNoted(bitmap, row) > 0)).toEqual([1, 2, 7]);
    expect(wordsNoted(bitmap, 7)).toBe(3);
    bitmap.clear();
    expect(rows.filter((row) => wordsNoted(bitmap, row) > 0)).toEqual([]);
  });

  it('notes of what is drawn in whole words those that differ', () => {
    const bitmap = Bitmap.create(128, 8);
    bitmap.noteChanges();
    const words = Int32Array.of(5, 6, 5, 7, 9, 7);
    bitmap.blit({ width: 64, height: 3, stride: 2, words }, 32, 2, 'black');
    expect(unnoted(bitmap)).toEqual([]);
    expect(Array.from({ length: 8 }, (_, row) => wordsNoted(bitmap, row))).toEqual([0, 0, 2, 1, 1, 2, 0, 0]);
  });

  it.each([32, 1024, 1025, 2049, 12_000])('notes where rows differ on a surface %i dots wide', (width) => {
    const bitmap = Bitmap.create(width, 3);
    bitmap.noteChanges();
    const last = bitmap.stride - 1;
    const narrow = Math.ceil(bitmap.stride / 32);
    for (const word of [0, last >> 1, last]) {
      bitmap.clear();
      bitmap.fillRect(word * 32, 1, 1, 1, 'black');
      expect(unnoted(bitmap)).toEqual([]);
      expect(bitmap.changes?.endOf(1)).toBeLessThanOrEqual(bitmap.stride);
      expect(wordsNoted(bitmap, 1)).toBeLessThan(2 * narrow);
      expect(wordsNoted(bitmap, 0)).toBe(0);
    }
  });

  it('ignores rectangles without an area', () => {
    const bitmap = Bitmap.create(10, 10);
    bitmap.fillRect(2, 2, 0, 5, 'black');
    bitmap.fillRect(2, 2, -3, 5, 'black');
    expect(picture(bitmap).join('')).not.toContain('#');
  });

  it.each([
    [12_001, 1],
    [1, 12_001],
    [12_000, 1334],
  ])('refuses %i by %i dots as too large', (width, height) => {
    expect(() => Bitmap.create(width, height)).toThrow(FailureError);
  });

  it('accepts the largest surface', () => {
    expect(Bitmap.create(12_000, 1333).words.length).toBe(375 * 1333);
  });
});

describe('turning', () => {
  it('moves every dot clockwise', () => {
    const source = packedBits(3, 2, Uint8Array.of(0b1101_1111, 0b0011_1111));
    expect(pictureOf(source)).toEqual(['##.', '..#']);
    expect(pictureOf(rotated(source, 'R'))).toEqual(['.#', '.#', '#.']);
    expect(pictureOf(rotated(source, 'I'))).toEqual(['#..', '.##']);
    expect(pictureOf(rotated(source, 'B'))).toEqual(['.#', '#.', '#.']);
    expect(pictureOf(mirrored(source))).toEqual(['.##', '#..']);
  });

  it('comes back after a whole turn', () => {
    fc.assert(
      fc.property(bits, (source) => {
        const before = pictureOf(source);
        expect(pictureOf(rotated(rotated(source, 'R'), 'B'))).toEqual(before);
        expect(pictureOf(rotated(rotated(source, 'R'), 'R'))).toEqual(pictureOf(rotated(source, 'I')));
        expect(pictureOf(rotated(rotated(source, 'I'), 'I'))).toEqual(before);
        expect(pictureOf(mirrored(mirrored(source)))).toEqual(before);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Words of a row that are noted as perhaps different. */
function wordsNoted({ changes, stride }: Bitmap, row: number): number {
  return Array.from({ length: stride }, (_, word) => word).filter((word) => isNoted(changes, row, word))
    .length;
}

function isNoted(changes: Bitmap['changes'], row: number, word: number): boolean {
  return changes !== undefined && (changes.marks[row] as number) << (word >> changes.scale) < 0;
}

/** Words that differ from the one above, and are not noted. */
function unnoted({ height, stride, words, changes }: Bitmap): string[] {
  const found: string[] = [];
  for (let at = stride; at < height * stride; at++) {
    const row = Math.floor(at / stride);
    const word = at % stride;
    if (words[at] !== words[at - stride] && !isNoted(changes, row, word))
      found.push(`word ${word} of row ${row}`);
  }
  return found;
}

/** The bits beyond the width, which must stay clear. */
function paddingOf({ width, height, stride, words }: Bitmap): number {
  const mask = width % 32 === 0 ? 0 : -1 >>> (width % 32);
  let found = 0;
  for (let y = 0; y < height; y++) found |= (words[(y + 1) * stride - 1] as number) & mask;
  return found;
}
