import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { face } from '../../../src/raster/font/face.ts';
import type { InkRule } from '../../../src/raster/font/fill-outline.ts';
import { drawFitted } from '../../../src/raster/font/outline.ts';
import { typefaceOf } from '../../../src/raster/font/resident-fonts.ts';
import type { TextElement } from '../../../src/zpl/label.ts';
import { blackBounds, blackCount, picture } from '../../bitmap/picture.ts';
import { at, block, box, draw, text } from '../elements.ts';

/** "H" in font 0 at 40 by 40: stems from 2.7 to 21.8, capitals of 29.9 dots on a baseline 30 down. */
const H = { left: 3, right: 21, top: 0, bottom: 29, advance: 24 };

describe('text in font 0', () => {
  it('stands with its capitals at the y of ^FO', () => {
    const bounds = blackBounds(draw([text('H', at(50, 60))]).bitmap);
    expect(bounds).toEqual({ left: 50 + H.left, right: 50 + H.right, top: 60, bottom: 60 + H.bottom });
  });

  it.each([
    ['N', 'FO', [100 + H.left, 100 + H.right, 100, 129]],
    // The baseline lies a quarter of the height from the left; reading goes down.
    ['R', 'FO', [110, 139, 100 + H.left, 100 + H.right]],
    ['I', 'FO', [100 + H.advance - 1 - H.right, 100 + H.advance - 1 - H.left, 110, 139]],
    ['B', 'FO', [100, 129, 100 + H.advance - 1 - H.right, 100 + H.advance - 1 - H.left]],
    ['N', 'FT', [100 + H.left, 100 + H.right, 70, 99]],
    ['R', 'FT', [100, 129, 100 + H.left, 100 + H.right]],
    ['I', 'FT', [99 - H.right, 99 - H.left, 100, 129]],
    ['B', 'FT', [70, 99, 99 - H.right, 99 - H.left]],
  ] as const)('turned %s at ^%s covers its place', (orientation, command, expected) => {
    const { bitmap } = draw([text('H', at(100, 100, `^${command}`), { orientation })]);
    const { left, right, top, bottom } = blackBounds(bitmap) ?? {};
    expect([left, right, top, bottom]).toEqual(expected);
  });

  it('is the same ink whichever way it is turned', () => {
    const upright = blackCount(draw([text('Rg&', at(100, 100))]).bitmap);
    for (const orientation of ['R', 'I', 'B'] as const) {
      expect(blackCount(draw([text('Rg&', at(100, 100), { orientation })]).bitmap)).toBe(upright);
    }
  });

  it('ends at x when it is right-justified', () => {
    const origin = { ...at(200, 50), justify: 1 as const };
    // The letter advances by 24.4 dots, which take 25.
    expect(blackBounds(draw([text('H', origin)]).bitmap)?.right).toBe(200 - 25 + H.right);
    const baseline = { ...at(200, 50, '^FT'), justify: 1 as const };
    expect(blackBounds(draw([text('H', baseline)]).bitmap)?.right).toBe(200 - 25 + H.right);
  });

  it('goes on where the text before ended when ^FT gives no position', () => {
    const chained = text('H', { ...at(0, 0, '^FT'), pen: { x: true, y: true } });
    const { bitmap } = draw([text('H', at(20, 100, '^FT')), chained]);
    const alone = draw([text('H', at(20, 100, '^FT')), text('H', at(20 + H.advance, 100, '^FT'))]).bitmap;
    expect(picture(bitmap)).toEqual(picture(alone));
  });

  it('draws a letter with accents over the plain letter', () => {
    const plain = blackBounds(draw([text('e', at(50, 60))]).bitmap);
    const accented = blackBounds(draw([text('ě', at(50, 60))]).bitmap);
    expect(accented?.bottom).toBe(plain?.bottom);
    expect(accented?.left).toBe(plain?.left);
    expect(accented?.top).toBeLessThan(plain?.top ?? 0);
  });

  it('leaves a blank for a character that no face has', () => {
    expect(blackCount(draw([text('\u{F0000}', at(50, 60))]).bitmap)).toBe(0);
  });

  it('stacks characters downwards with ^FPV and leftwards with ^FPR', () => {
    const down = blackBounds(draw([text('HH', at(50, 60), { direction: 'V' })]).bitmap);
    expect(down).toMatchObject({ left: 53, right: 71, top: 60, bottom: 60 + 40 + H.bottom });
    const back = blackBounds(draw([text('HH', at(150, 60), { direction: 'R' })]).bitmap);
    expect(back).toMatchObject({ left: 150 - H.advance + H.left, right: 150 + H.right });
  });

  it('puts the first character of ^FPR at the origin, turned, right-justified and after a tab too', () => {
    const font = { name: 'A', height: 18, width: 10 };
    const back = (shown: string, more = {}) =>
      draw([text(shown, at(150, 150), { font, direction: 'R', ...more })]).bitmap;
    const each = (first: string, second: string, dx: number, dy: number, more = {}) =>
      draw([
        text(first, at(150, 150), { font, ...more }),
        text(second, at(150 + dx, 150 + dy), { font, ...more }),
      ]).bitmap;
    expect(picture(back('AB'))).toEqual(picture(each('A', 'B', -12, 0)));
    expect(picture(back('AB', { gap: 3 }))).toEqual(picture(each('A', 'B', -15, 0)));
    expect(picture(back('A\tB'))).toEqual(picture(each('A', 'B', -80, 0)));
    expect(picture(back('AB', { orientation: 'R' }))).toEqual(
      picture(each('A', 'B', 0, -12, { orientation: 'R' })),
    );
    expect(picture(back('AB', { orientation: 'I' }))).toEqual(
      picture(each('A', 'B', 12, 0, { orientation: 'I' })),
    );
    expect(picture(back('AB', { orientation: 'B' }))).toEqual(
      picture(each('A', 'B', 0, 12, { orientation: 'B' })),
    );
    const right = { origin: { ...at(150, 150), justify: 1 as const } };
    const both = [text('A', at(138, 150), { font }), text('B', at(126, 150), { font })];
    expect(picture(back('AB', right))).toEqual(picture(draw(both).bitmap));
  });

  it('draws only what is on the label, however large the characters are', () => {
    const font = { name: '0', height: 32_000, width: 32_000 };
    const { bitmap } = draw([text('A'.repeat(500), at(200_000, 5000), { font })]);
    expect(blackCount(bitmap)).toBe(0);
  });

  it('refuses a visible character larger than any label', () => {
    const font = { name: '0', height: 32_000, width: 32_000 };
    expect(() => draw([text('H', at(0, 0), { font })])).toThrow(/too much work/);
  });
});

describe('fonts A to H', () => {
  it.each([
    ['A', 9, 5, 6],
    ['B', 11, 7, 9],
    ['D', 18, 10, 12],
    ['E', 28, 15, 20],
    ['F', 26, 13, 16],
    ['G', 60, 40, 48],
    ['H', 21, 13, 19],
  ])('advance font %s by its cell and gap', (name, height, width, advance) => {
    expect(typefaceOf({ name, height, width }, 8).advance('M')).toBe(advance);
    expect(typefaceOf({ name, height: height * 2, width: width * 3 }, 8).advance('M')).toBe(advance * 3);
    expect(typefaceOf({ name, height: height * 2, width: 0 }, 8).advance('M')).toBe(advance * 2);
  });

  it('magnify by whole numbers up to ten', () => {
    expect(typefaceOf({ name: 'A', height: 13, width: 0 }, 8).height).toBe(9);
    expect(typefaceOf({ name: 'A', height: 14, width: 0 }, 8).height).toBe(18);
    expect(typefaceOf({ name: 'A', height: 9000, width: 0 }, 8).height).toBe(90);
  });

  it.each(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])(
    'turn font %s about a box whose last dots count, at any size',
    (name) => {
      for (const times of [1, 2, 3]) {
        const upright = typefaceOf({ name, height: 0, width: 0 }, 8);
        const font = { name, height: upright.height * times, width: 0 };
        const { height, baseline, advance } = typefaceOf(font, 8);
        const line = 2 * advance('M');
        const bounds = (shown: TextElement) => blackBounds(draw([shown], { width: 700, height: 700 }).bitmap);
        const plain = bounds(text('MH', at(50, 50), { font })) as NonNullable<ReturnType<typeof blackBounds>>;
        // Measured on reference renders of A, E and G turned by 180 and 270 degrees.
        expect(bounds(text('MH', at(20, 20), { font, orientation: 'I' }))).toEqual({
          left: 68 + line - plain.right,
          right: 68 + line - plain.left,
          top: 69 + height - plain.bottom,
          bottom: 69 + height - plain.top,
        });
        expect(bounds(text('MH', at(20, 20), { font, orientation: 'B' }))).toEqual({
          left: plain.top - 30,
          right: plain.bottom - 30,
          top: 68 + line - plain.right,
          bottom: 68 + line - plain.left,
        });
        expect(bounds(text('MH', at(300, 300, '^FT'), { font, orientation: 'I' }))).toMatchObject({
          right: 349 - plain.left,
          bottom: 349 + baseline - plain.top,
        });
      }
    },
  );

  it('draws capitals for small letters in font B, and blanks in font H', () => {
    const font = { name: 'B', height: 33, width: 21 };
    const small = draw([text('abc', at(20, 20), { font })]).bitmap;
    expect(picture(small)).toEqual(picture(draw([text('ABC', at(20, 20), { font })]).bitmap));
    const h = { font: { ...font, name: 'H' } };
    expect(blackCount(draw([text('abc', at(20, 20), h)]).bitmap)).toBe(0);
    expect(picture(draw([text('HaH', at(20, 20), h)]).bitmap)).toEqual(
      picture(draw([text('H H', at(20, 20), h)]).bitmap),
    );
  });

  it('takes font A for a name that is not resident', () => {
    const font = { name: 'K', height: 18, width: 10 };
    const unknown = draw([text('abc', at(20, 20), { font })]).bitmap;
    expect(picture(unknown)).toEqual(
      picture(draw([text('abc', at(20, 20), { font: { ...font, name: 'A' } })]).bitmap),
    );
  });

  it('keeps a size of P to V that is not given at one cell', () => {
    const cell = typefaceOf({ name: 'Q', height: 28, width: 24 }, 8);
    const tall = typefaceOf({ name: 'Q', height: 56, width: 0 }, 8);
    const wide = typefaceOf({ name: 'Q', height: 0, width: 48 }, 8);
    expect([tall.height, tall.advance('M')]).toEqual([56, cell.advance('M')]);
    expect([wide.height, wide.advance('0')]).toEqual([28, 2 * cell.advance('0')]);
  });

  // As a ZD621 prints them.
  it.each([
    ['P', [5, 8, 9, 10, 12, 15]],
    ['Q', [7, 11, 13, 14, 18, 21]],
    ['R', [9, 14, 16, 18, 22, 26]],
    ['S', [10, 16, 18, 20, 25, 30]],
    ['T', [12, 19, 22, 24, 30, 35]],
    ['U', [15, 24, 28, 30, 38, 45]],
    ['V', [20, 32, 37, 40, 50, 60]],
  ])('advances font %s by whole dots', (name, advances) => {
    const font = typefaceOf({ name, height: 0, width: 0 }, 8);
    expect(Array.from(' 0A&M+', (character) => font.advance(character))).toEqual(advances);
  });

  it.each([
    ['P', 20, 13, 15],
    ['Q', 28, 18, 22],
    ['R', 35, 22, 28],
    ['S', 40, 25, 30],
    ['T', 48, 30, 36],
    ['U', 59, 37, 46],
    ['V', 80, 50, 62],
  ])(
    'sets the capitals of font %s lower than its cell, on its own baseline',
    (name, height, capitals, baseline) => {
      const { bitmap } = draw([text('H', at(20, 20), { font: { name, height, width: 0 } })]);
      const bottom = 20 + baseline;
      expect(blackBounds(bitmap)).toMatchObject({ top: bottom - capitals, bottom: bottom - 1 });
    },
  );

  it('sets lines of P to V in a block closer than their cells', () => {
    const rows = (height: number) => {
      const font = { name: 'S', height, width: 0 };
      const { bitmap } = draw([text('H H', at(20, 20), { font, block: block(40) })]);
      const inked = picture(bitmap).map((row) => row.includes('#'));
      return inked.flatMap((ink, y) => (ink && !inked[y + 1] ? [y + 1 - 20] : []));
    };
    expect(rows(40)).toEqual([25, 25 + 34]);
    expect(rows(80)).toEqual([50, 50 + 67]);
  });

  it('keeps millimetres in fonts E and H at other densities', () => {
    expect(typefaceOf({ name: 'E', height: 0, width: 0 }, 12).height).toBe(42);
    expect(typefaceOf({ name: 'H', height: 0, width: 0 }, 6).height).toBe(17);
  });
});

describe('control characters', () => {
  const font = { name: 'A', height: 18, width: 10 };
  const lay = (shown: string, more = {}) => draw([text(shown, at(20, 20), { font, ...more })]);
  const same = (shown: string, plain: string, more = {}) =>
    expect(picture(lay(shown, more).bitmap)).toEqual(picture(lay(plain, more).bitmap));

  it('go on at the next 80 dots after a tab', () => {
    const columns = (shown: string) => blackBounds(lay(shown).bitmap)?.right;
    const letter = (columns('H') as number) - 20;
    expect(columns('\tH')).toBe(100 + letter);
    expect(columns('HHHHHH\tH')).toBe(100 + letter);
    expect(columns('HHHHHHH\tH')).toBe(180 + letter);
  });

  it.each(['\0', '\r', '\n'])('end the text at %j, with a diagnostic', (end) => {
    same(`H${end}E`, 'H');
    expect(lay(`H${end}E`).diagnostics).toMatchObject([{ command: '^FD' }]);
    expect(lay(`H${end}`).diagnostics).toEqual([]);
  });

  it('are left out of text, and are as wide as a space in a block', () => {
    same('H\x01E\x1b\x7f', 'HE');
    same('H\0E', 'HE', { block: block(200) });
    same('H\tE\x01F', 'H E F', { block: block(200) });
  });

  it('are a space in a block when they are line feeds, at the start of a line too', () => {
    same('H\nE', 'H E', { block: block(200) });
    same('H\nE', 'H E', { block: block(20) });
    same('H\\&\nE', 'H\\&\tE', { block: block(200) });
    expect(lay('H\nE', { block: block(200) }).diagnostics).toEqual([]);
    same('H\rE', 'H', { block: block(200) });
  });

  it('begin a line in ^TB', () => {
    const more = { block: { kind: 'text-block', width: 200, height: 100 } };
    same('H\r\nE\rF', 'H\nE\nF', more);
    same('H\0E', 'H', more);
  });
});

describe('blocks', () => {
  it('reports lines that are printed over the last one', () => {
    const { diagnostics } = draw([text('H H H', at(10, 10), { block: block(30, { lines: 1 }) })]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ command: '^FB' });
    expect(diagnostics[0]?.reason).toMatch(/2 lines/);
  });

  it('anchors the last possible line at the y of ^FT', () => {
    const { bitmap } = draw([text('H', at(10, 200, '^FT'), { block: block(200, { lines: 3 }) })]);
    expect(blackBounds(bitmap)?.bottom).toBe(200 - 2 * 40 - 1);
  });

  it('turns as a whole: lines of a block turned R go to the left', () => {
    const two = block(30, { lines: 2 });
    const { bitmap } = draw([text('H H', at(100, 100), { orientation: 'R', block: two })]);
    // The second line's baseline is a quarter of a line from the left, the first one's a line further.
    expect(blackBounds(bitmap)).toMatchObject({ left: 110, right: 179, top: 103 });
  });

  it('cuts ^TB text within a character, turned or not', () => {
    const cut = { kind: 'text-block' as const, width: 100, height: 20 };
    expect(blackBounds(draw([text('H', at(50, 50), { block: cut })]).bitmap)?.bottom).toBe(69);
    const right = draw([text('H', at(50, 50), { block: cut, orientation: 'R' })]).bitmap;
    expect(blackBounds(right)).toMatchObject({ left: 50, right: 69 });
  });
});

describe('glyph drawing', () => {
  it('reverses overlapping characters as one shape', () => {
    const overprinted = text('H H', at(10, 10), { block: block(30, { lines: 1 }), reverse: true });
    const { bitmap } = draw([overprinted, box(at(200, 200), 5, 5, { thickness: 5 })]);
    expect(blackCount(bitmap)).toBe(blackCount(draw([text('H', at(10, 10), { reverse: true })]).bitmap) + 25);
  });

  it('blackens half of the dots that an outline meets, and reversed all that it touches', () => {
    const roboto = face('roboto-condensed-bold');
    // A bare stem, which covers 0.4 of its first column, 0.45 of its first row and 0.6 of its last.
    const box = { left: 1.6, right: 5, top: 9.45, bottom: 0.4 };
    const rowsOf = (ink: InkRule): string[] => {
      const glyph = drawFitted(roboto, 'I', box, ink);
      const whole = Bitmap.create(4, 10);
      if (glyph !== null) whole.blit(glyph.bits, glyph.left - 1, glyph.top + 10, 'black');
      return picture(whole);
    };
    expect(rowsOf('covered')).toEqual(['....', ...Array.from({ length: 9 }, () => '.###')]);
    expect(rowsOf('touched')).toEqual(Array.from({ length: 10 }, () => '####'));
    const upright = draw([text('O', at(10, 10))]).bitmap;
    const reversed = draw([text('O', at(10, 10), { reverse: true })]).bitmap;
    expect(blackCount(reversed)).toBeGreaterThan(blackCount(upright));
  });

  it('draws tall glyphs in strips without seams', () => {
    const roboto = face('roboto-condensed-bold');
    // A bare stem: every row within it is ink from side to side.
    const stem = drawFitted(roboto, 'I', { left: 0, right: 600, top: 3000, bottom: 0 }, 'covered');
    const whole = Bitmap.create(600, 3000);
    if (stem !== null) whole.blit(stem.bits, 0, 0, 'black');
    expect(picture(whole).slice(10, 2990)).toEqual(Array.from({ length: 2980 }, () => '#'.repeat(600)));
  });
});
