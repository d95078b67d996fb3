import { describe, expect, it } from 'vitest';
import { blackBounds, picture } from '../../bitmap/picture.ts';
import { at, barcode, draw } from '../elements.ts';

/** Code 39 of one character: 3 characters of 9 elements and 2 gaps at module 2, wide bars of 6. */
const LENGTH = 3 * (6 * 2 + 3 * 6) + 2 * 2;
const HEIGHT = 50;
const bars = ['N', 'N', String(HEIGHT), 'N'];

describe('bars', () => {
  it.each([
    ['N', '^FO', [100, 100 + LENGTH - 1, 100, 149]],
    ['R', '^FO', [100, 149, 100, 100 + LENGTH - 1]],
    ['I', '^FO', [100, 100 + LENGTH - 1, 100, 149]],
    ['B', '^FO', [100, 149, 100, 100 + LENGTH - 1]],
    ['N', '^FT', [100, 100 + LENGTH - 1, 50, 99]],
    ['R', '^FT', [100, 149, 100, 100 + LENGTH - 1]],
    ['I', '^FT', [100 - LENGTH, 99, 100, 149]],
    ['B', '^FT', [50, 99, 100 - LENGTH, 99]],
  ] as const)('turned %s at %s cover their place', (orientation, command, expected) => {
    const { bitmap, diagnostics } = draw([barcode('^B3', bars, 'A', at(100, 100, command), { orientation })]);
    expect(diagnostics).toEqual([]);
    const { left, right, top, bottom } = blackBounds(bitmap) ?? {};
    expect([left, right, top, bottom]).toEqual(expected);
  });

  it('run the other way when they are turned by 180 degrees', () => {
    const row = (orientation: 'N' | 'I') =>
      picture(
        draw([barcode('^B3', bars, 'A', at(0, 0), { orientation })], { width: LENGTH, height: 50 }).bitmap,
      )[5];
    expect(row('I')).toBe(
      Array.from(row('N') ?? '')
        .toReversed()
        .join(''),
    );
    expect(row('I')).not.toBe(row('N'));
  });

  it('of EAN reach 13 dots further at the guards', () => {
    const { bitmap } = draw([barcode('^B8', ['N', '50', 'N'], '1234567', at(10, 10))]);
    expect(blackBounds(bitmap)?.bottom).toBe(10 + 50 + 13 - 1);
    expect(picture(bitmap)[70]?.slice(10, 20)).toBe('##..##....');
  });
});

describe('the interpretation line', () => {
  const shown = ['N', 'N', '50', 'Y', 'N'];
  const above = ['N', 'N', '50', 'Y', 'Y'];

  it('stands 6 dots below the bars in font A at the module width, centred', () => {
    const rows = picture(draw([barcode('^B3', shown, 'A', at(100, 100))]).bitmap);
    expect(rows.slice(150, 156).join('')).not.toContain('#');
    const line = rows.slice(156, 172);
    expect(line.findIndex((row) => row.includes('#'))).toBeLessThanOrEqual(1);
    const left = Math.min(...line.map((row) => row.indexOf('#')).filter((x) => x >= 0));
    const right = Math.max(...line.map((row) => row.lastIndexOf('#')));
    expect(Math.abs(left + right - (200 + LENGTH))).toBeLessThanOrEqual(4);
    // *A* in cells of 12 dots.
    expect(right - left).toBeLessThan(36);
  });

  it('stands 4 dots below the bars of EAN, six digits against the middle guard', () => {
    const { bitmap } = draw([barcode('^BE', ['N', '50', 'Y'], '590123412345', at(60, 10))]);
    const digits = picture(bitmap).slice(60 + 13, 60 + 4 + 14);
    const rows = picture(bitmap).slice(60, 78);
    expect(
      rows
        .slice(0, 4)
        .map((row) => row.slice(70, 150))
        .join(''),
    ).not.toContain('#');
    // Cells of 12 dots from 45 modules less 72 dots and one.
    const left = Math.min(...digits.map((row) => row.indexOf('#', 70)).filter((x) => x >= 0));
    expect(left - (60 + 19)).toBeGreaterThanOrEqual(0);
    expect(left - (60 + 19)).toBeLessThanOrEqual(2);
  });

  it('of EAN grows with the module in whole steps of three dots', () => {
    const digits = (moduleWidth: number) => {
      const { bitmap } = draw([barcode('^B8', ['N', '20', 'Y'], '1234567', at(10, 10), { moduleWidth })], {
        width: 700,
      });
      // Between the left guard and the middle one, below the guards' tails.
      const rows = picture(bitmap).map((row) => row.slice(10 + 4 * moduleWidth, 10 + 30 * moduleWidth));
      const inked = rows.flatMap((row, y) => (y >= 30 && row.includes('#') ? [y] : []));
      return (inked.at(-1) as number) - (inked[0] as number) + 1;
    };
    const [three, five, six, nine] = [3, 5, 6, 9].map(digits) as [number, number, number, number];
    expect(five).toBe(three);
    expect(Math.abs(six - 2 * three)).toBeLessThanOrEqual(2);
    expect(Math.abs(nine - 3 * three)).toBeLessThanOrEqual(3);
  });

  it('stands above without moving the bars', () => {
    const rows = picture(draw([barcode('^B3', above, 'A', at(100, 100))]).bitmap);
    expect(rows.slice(88, 100).join('')).not.toContain('#');
    expect(rows[87]).toContain('#');
    expect(rows[100]).toContain('#');
  });

  it('turns with the bars', () => {
    const { bitmap } = draw([barcode('^B3', shown, 'A', at(100, 100), { orientation: 'R' })]);
    const bounds = blackBounds(bitmap);
    // Turned R, what was below is on the left.
    expect(bounds?.right).toBe(149);
    expect(bounds?.left).toBeLessThan(94);
  });
});

describe('QR Code', () => {
  const qr = (command: '^FO' | '^FT', height: number) =>
    blackBounds(
      draw([barcode('^BQ', ['N', '2', '4'], 'MA,HELLO', at(100, 150, command), { height })]).bitmap,
    );

  it('is lowered by the ^BY height with ^FO', () => {
    expect(qr('^FO', 10)).toMatchObject({ left: 100, top: 160 });
    expect(qr('^FO', 40)).toMatchObject({ left: 100, top: 190 });
  });

  it('counts as high as the next multiple of eight modules from ^FT up', () => {
    // 21 modules of 4 dots stand at the top of 24.
    expect(qr('^FT', 40)).toMatchObject({ left: 100, bottom: 150 - 12 - 1 });
    const second = barcode('^BQ', ['N', '2', '4'], 'HM,B002012345678901234567890', at(10, 150, '^FT'));
    // 25 modules at the top of 32.
    expect(blackBounds(draw([second]).bitmap)).toMatchObject({ top: 150 - 128, bottom: 150 - 28 - 1 });
  });

  it('never turns', () => {
    const drawn = (orientation: 'N' | 'R') =>
      picture(draw([barcode('^BQ', ['R', '2', '4'], 'MA,HELLO', at(10, 10), { orientation })]).bitmap);
    expect(drawn('R')).toEqual(drawn('N'));
  });
});

describe('data that makes no symbol', () => {
  it('leaves the field blank and says why', () => {
    const { bitmap, diagnostics } = draw([barcode('^B1', bars, '', at(100, 100))]);
    expect(blackBounds(bitmap)).toBeNull();
    expect(diagnostics).toMatchObject([{ command: '^B1' }]);
  });
});
