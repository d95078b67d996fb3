import { describe, expect, it } from 'vitest';
import type {
  DiagonalElement,
  EllipseElement,
  GraphicElement,
  SymbolElement,
} from '../../../src/zpl/label.ts';
import { blackBounds, blackCount, picture } from '../../bitmap/picture.ts';
import { at, box, draw } from '../elements.ts';

const PLACED = { reverse: false, span: { start: 0, end: 0 } };
const small = { width: 12, height: 8 };

function ellipse(width: number, height: number, thickness: number, more: Partial<EllipseElement> = {}) {
  return {
    ...PLACED,
    kind: 'ellipse' as const,
    origin: at(0, 0),
    width,
    height,
    thickness,
    white: false,
    ...more,
  };
}

function diagonal(lean: 'R' | 'L'): DiagonalElement {
  return {
    ...PLACED,
    kind: 'diagonal',
    origin: at(1, 1),
    width: 6,
    height: 6,
    thickness: 2,
    white: false,
    lean,
  };
}

function graphic(more: Partial<GraphicElement> = {}): GraphicElement {
  const data = Uint8Array.of(0b1010_0001, 0b0100_0000);
  return {
    ...PLACED,
    kind: 'graphic',
    origin: at(1, 1),
    bytesPerRow: 1,
    rows: 2,
    data,
    scaleX: 1,
    scaleY: 1,
    ...more,
  };
}

describe('^GB', () => {
  it('draws its border inside width by height', () => {
    expect(picture(draw([box(at(1, 1), 6, 5, { thickness: 1 })], small).bitmap).slice(0, 7)).toEqual([
      '............',
      '.######.....',
      '.#....#.....',
      '.#....#.....',
      '.#....#.....',
      '.######.....',
      '............',
    ]);
  });

  it('is filled when twice the border reaches the short side, and at least the border in size', () => {
    expect(blackCount(draw([box(at(1, 1), 8, 6, { thickness: 3 })], small).bitmap)).toBe(48);
    expect(blackBounds(draw([box(at(1, 1), 0, 0, { thickness: 4 })], small).bitmap)).toEqual({
      left: 1,
      right: 4,
      top: 1,
      bottom: 4,
    });
  });

  it('has its bottom left at ^FT', () => {
    expect(blackBounds(draw([box(at(2, 7, '^FT'), 3, 4)], small).bitmap)).toEqual({
      left: 2,
      right: 4,
      top: 3,
      bottom: 6,
    });
  });

  it('erases in white, and inverts when reversed', () => {
    const black = box(at(0, 0), 12, 8, { thickness: 8 });
    const white = box(at(2, 2), 4, 4, { thickness: 4, white: true });
    expect(blackCount(draw([black, white], small).bitmap)).toBe(96 - 16);
    expect(blackCount(draw([white], small).bitmap)).toBe(0);
    const reversed = { ...box(at(10, 6), 4, 4, { thickness: 4 }), reverse: true };
    expect(blackCount(draw([black, reversed], small).bitmap)).toBe(96 - 4);
    expect(blackCount(draw([reversed], small).bitmap)).toBe(4);
  });

  it('rounds its corners alike, up to a full half circle', () => {
    const { bitmap } = draw([box(at(0, 0), 12, 8, { thickness: 1, rounding: 8 })], small);
    expect(picture(bitmap)).toEqual(
      picture(
        draw([box(at(0, 0), 12, 8, { thickness: 1, rounding: 8 })], {
          ...small,
          inverted: true,
        }).bitmap,
      ),
    );
    expect(picture(bitmap)[0]).toBe('..########..');
    expect(picture(bitmap)[3]).toBe('#..........#');
  });
});

describe('^GC and ^GE', () => {
  it('draws a disc of the right area', () => {
    const count = blackCount(draw([ellipse(100, 100, 50)], { width: 100, height: 100 }).bitmap);
    expect(Math.abs(count - Math.PI * 2500)).toBeLessThan(30);
  });

  it('draws a ring that grows inwards', () => {
    const { bitmap } = draw([ellipse(100, 60, 4)], { width: 120, height: 100 });
    expect(blackBounds(bitmap)).toEqual({ left: 0, right: 99, top: 0, bottom: 59 });
    expect(picture(bitmap)[30]?.slice(0, 100)).toBe(`####${'.'.repeat(92)}####`);
    expect(Math.abs(blackCount(bitmap) - Math.PI * (50 * 30 - 46 * 26))).toBeLessThan(30);
  });

  it('is the same turned by half a turn', () => {
    const size = { width: 31, height: 17 };
    const upright = draw([ellipse(31, 17, 3)], size).bitmap;
    expect(picture(draw([ellipse(31, 17, 3)], { ...size, inverted: true }).bitmap)).toEqual(picture(upright));
  });
});

describe('^GD', () => {
  it('leans as asked; at 45 degrees, where centres lie on its edge, a row has a dot less than its border', () => {
    expect(picture(draw([diagonal('L')], small).bitmap).slice(1, 7)).toEqual([
      '..#.........',
      '...#........',
      '....#.......',
      '.....#......',
      '......#.....',
      '.......#....',
    ]);
    expect(picture(draw([diagonal('R')], small).bitmap)[1]).toBe('.......#....');
    expect(picture(draw([diagonal('R')], small).bitmap)[6]).toBe('..#.........');
  });

  it.each(['L', 'R'] as const)('is seen in each row where it is as thin as a dot: %s', (lean) => {
    const rows = picture(draw([{ ...diagonal(lean), thickness: 1 }], small).bitmap).slice(1, 7);
    expect(rows.map((row) => row.replaceAll('.', ''))).toEqual(Array(6).fill('#'));
    const columns = rows.map((row) => row.indexOf('#'));
    expect(lean === 'L' ? columns : columns.toReversed()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('has as many dots in a row as its border where no centre is on its edge', () => {
    const steep = { ...diagonal('L'), width: 3 };
    expect(picture(draw([steep], small).bitmap).slice(1, 7)).toEqual([
      '.##.........',
      '..##........',
      '..##........',
      '...##.......',
      '...##.......',
      '....##......',
    ]);
  });
});

describe('graphics', () => {
  it('draws the dots of ^GF from the top left', () => {
    expect(picture(draw([graphic()], small).bitmap).slice(0, 4)).toEqual([
      '............',
      '.#.#....#...',
      '..#.........',
      '............',
    ]);
  });

  it('repeats dots for a magnified image', () => {
    expect(
      picture(draw([graphic({ scaleX: 2, scaleY: 3, origin: at(-1, -2) })], small).bitmap).slice(0, 5),
    ).toEqual(['#..##.......', '.##.........', '.##.........', '.##.........', '............']);
  });

  it('leaves paper where data is missing', () => {
    expect(blackCount(draw([graphic({ rows: 6 })], small).bitmap)).toBe(4);
  });
});

describe('^GS', () => {
  const symbol = (text: string): SymbolElement => ({
    ...PLACED,
    kind: 'symbol',
    origin: at(10, 10),
    orientation: 'N',
    height: 48,
    width: 48,
    text,
  });

  it.each(['A', 'B', 'C', 'D', 'E'])('draws mark %s with its top left at the origin', (mark) => {
    const bounds = blackBounds(draw([symbol(mark)]).bitmap);
    expect(bounds?.left).toBeLessThanOrEqual(11);
    expect(bounds?.top).toBeLessThanOrEqual(11);
    expect(bounds?.right).toBeLessThan(10 + 49);
  });

  it('prints one mark of a field', () => {
    expect(blackCount(draw([symbol('AAAA')]).bitmap)).toBe(blackCount(draw([symbol('A')]).bitmap));
    expect(blackCount(draw([symbol('z')]).bitmap)).toBe(0);
  });
});
