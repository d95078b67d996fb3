import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canvas } from '../../../src/on-first-use.ts';
import { DownloadedFonts } from '../../../src/raster/font/downloaded-fonts.ts';
import { face } from '../../../src/raster/font/face.ts';
import { glyphExtents } from '../../../src/raster/font/outline.ts';
import { boxFont, boxFontNamed } from './box-font.ts';

function opened(file: Uint8Array, name = 'E:BOX.TTF'): DownloadedFonts {
  const fonts = new DownloadedFonts(new Map([[name, file]]));
  onTestFinished(() => fonts.close());
  return fonts;
}

const families = (): number => canvas().GlobalFonts.families.length;

describe('DownloadedFonts', () => {
  it('draws the outlines of the file, an em as high and as wide as asked for', () => {
    const typeface = opened(boxFont()).typeface('E:BOX.TTF', 100, 50);
    const glyph = typeface?.draw('A');
    expect([glyph?.left, glyph?.top, glyph?.bits.width, glyph?.bits.height]).toEqual([5, -80, 20, 80]);
    expect([...new Set(glyph?.bits.words)]).toEqual([0xfffff000 | 0]);
    expect(typeface?.advance('A')).toBeCloseTo(30);
    expect(typeface?.advance('B')).toBeCloseTo(50);
  });

  it('takes a character that the file lacks from the faces of the program', () => {
    const typeface = opened(boxFont()).typeface('E:BOX.TTF', 100, 0);
    expect(typeface?.draw('C')).not.toBeNull();
  });

  it('shows no font of a label to the native canvas', () => {
    const before = families();
    for (const file of [boxFont(), boxFontNamed('platen-ocr-b')]) {
      expect(opened(file).typeface('E:BOX.TTF', 40, 40)?.draw('A')).not.toBeNull();
    }
    expect(families()).toBe(before);
  });

  it('knows no font of another label by its name, and tells glyphs apart by the file', () => {
    const mine = opened(boxFont());
    const theirs = opened(boxFont(), 'E:THEIRS.TTF');
    expect(mine.has('E:THEIRS.TTF')).toBe(false);
    expect(mine.typeface('E:THEIRS.TTF', 40, 40)).toBeNull();
    expect(mine.typeface('E:BOX.TTF', 40, 40)?.key).toBe(theirs.typeface('E:THEIRS.TTF', 40, 40)?.key);
    const changed = Buffer.concat([boxFont(), Buffer.from([1])]);
    expect(opened(changed).typeface('E:BOX.TTF', 40, 40)?.key).not.toBe(
      mine.typeface('E:BOX.TTF', 40, 40)?.key,
    );
  });

  it('draws with a file to the end, when another label with the same file has ended', () => {
    const mine = opened(boxFont()).typeface('E:BOX.TTF', 100, 50);
    const theirs = opened(boxFont());
    const expected = theirs.typeface('E:BOX.TTF', 100, 50)?.draw('A');
    theirs.close();
    expect(mine?.draw('A')).toEqual(expected);
  });

  it('takes away no face of the program, when a label brought the same file', () => {
    const resident = face('ocr-b');
    const before = glyphExtents(resident, '2');
    const file = readFileSync(new URL('../../../src/raster/font/faces/OCRB.otf', import.meta.url));
    const fonts = opened(file);
    expect(fonts.typeface('E:BOX.TTF', 40, 40)?.draw('2')).not.toBeNull();
    fonts.close();
    expect(glyphExtents(resident, '2')).toEqual(before);
  });

  it('refuses a file that is cut off, wherever', () => {
    const file = boxFont();
    for (let length = 0; length < file.length - 3; length += 7) {
      expect(opened(file.subarray(0, length)).typeface('E:BOX.TTF', 40, 40)).toBeNull();
    }
  });

  it.each([
    ['a table that lies outside of it', (file: Buffer) => file.writeUInt32BE(0xffff_fff0, 12 + 8)],
    ['more tables than there are', (file: Buffer) => file.writeUInt16BE(40, 4)],
    ['no outlines', (file: Buffer) => file.write('nope', file.indexOf('glyf'))],
    ['no character map', (file: Buffer) => file.write('nope', file.indexOf('cmap'))],
  ])('refuses a file with %s', (_, damage) => {
    const file = boxFont();
    damage(file);
    expect(opened(file).typeface('E:BOX.TTF', 40, 40)).toBeNull();
  });

  it('refuses a file of more than 4 MiB', () => {
    const file = Buffer.concat([boxFont(), Buffer.alloc(4 * 1024 * 1024)]);
    expect(opened(file).typeface('E:BOX.TTF', 40, 40)).toBeNull();
  });
});
