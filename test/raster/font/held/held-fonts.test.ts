import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fontsIn } from '../../../../src/raster/font/held/font-folder.ts';
import { HeldFonts } from '../../../../src/raster/font/held/held-fonts.ts';
import { rasterize } from '../../../../src/raster/rasterize.ts';
import { toByteString } from '../../../../src/zpl/byte-string.ts';
import { parse } from '../../../../src/zpl/parse.ts';
import { boxFont } from '../box-font.ts';
import { testFont } from './test-fonts.ts';

function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'string') copyFileSync(content, join(folder, name));
    else writeFileSync(join(folder, name), content);
  }
  return folder;
}

function held(files: Readonly<Record<string, Uint8Array | string>>): HeldFonts {
  return new HeldFonts(fontsIn(folderOf(files)));
}

describe('HeldFonts', () => {
  it('finds a font by its file, or by its name with another extension', () => {
    const fonts = held({ 'Box.otf': boxFont(), 'BOX.TTF': boxFont() });
    expect(fonts.find('BOX.TTF')).toBe('BOX.TTF');
    expect(fonts.find('BOX.OTF')).toBe('BOX.OTF');
    expect(fonts.find('BOX.FNT')).toBe('BOX.OTF');
    expect(fonts.find('OTHER.TTF')).toBeUndefined();
    expect([fonts.has('BOX.TTF'), fonts.has('BOX'), fonts.has('0')]).toEqual([true, false, false]);
  });

  it('draws outlines as those of a downloaded font are drawn', () => {
    const typeface = held({ 'BOX.TTF': boxFont() }).typeface('BOX.TTF', 100, 50);
    const glyph = typeface?.draw('A');
    expect([glyph?.left, glyph?.top, glyph?.bits.width, glyph?.bits.height]).toEqual([5, -80, 20, 80]);
    expect([...new Set(glyph?.bits.words)]).toEqual([0xfffff000 | 0]);
    expect(typeface?.advance('A')).toBeCloseTo(30);
    expect(typeface?.advance('B')).toBeCloseTo(50);
  });

  it('leaves a character that the font lacks blank, a whole em wide', () => {
    const typeface = held({ 'BOX.TTF': boxFont() }).typeface('BOX.TTF', 100, 50);
    expect([typeface?.draw('C'), typeface?.isMissing('C'), typeface?.advance('C')]).toEqual([null, true, 50]);
  });

  it('gives characters that only say how others are shown no place', () => {
    const typeface = held({ 'BOX.TTF': boxFont() }).typeface('BOX.TTF', 100, 50);
    expect([typeface?.isMissing('\u200d'), typeface?.advance('\u200d')]).toEqual([false, 0]);
  });

  it('draws characters beyond the first plane, and the font of a collection that is asked for', () => {
    const files = { 'gothic.ttc': testFont('NotoSansCJK.ttc') };
    const folder = folderOf(files);
    writeFileSync(join(folder, 'fonts.json'), '{"SC.TTF": "gothic.ttc#1"}');
    const fonts = new HeldFonts(fontsIn(folder));
    const dots = (name: string, character: string) =>
      fonts.typeface(name, 60, 60)?.draw(character)?.bits.words;
    expect(dots('SC.TTF', '𠮷')).toBeDefined();
    expect(dots('SC.TTF', '中')).toBeDefined();
    expect(dots('GOTHIC.TTC', '葛')).not.toEqual(dots('SC.TTF', '葛'));
  });

  it('does not draw with a file that is no longer what it was, and says so', () => {
    const folder = folderOf({ 'BOX.TTF': boxFont() });
    const [font] = fontsIn(folder);
    if (font === undefined) throw new Error('there is no font');
    const fonts = new HeldFonts([font]);
    appendFileSync(join(dirname(font.path), 'BOX.TTF'), 'more');
    expect(fonts.typeface('BOX.TTF', 40, 40)).toBeNull();
    const zpl = toByteString('^XA^FO9,9^A@N,20,20,E:BOX.TTF^FDA^FS^XZ');
    const [label] = parse(zpl, { dotsPerMm: 8, held: fonts }).labels;
    if (label === undefined) throw new Error('there is no label');
    const reasons: string[] = [];
    const canvas = { width: 99, height: 99, dotsPerMm: 8 } as const;
    rasterize(label, canvas, ({ reason }) => reasons.push(reason), { held: fonts });
    expect(reasons).toEqual([
      'the font BOX.TTF cannot be drawn: its file is not what it was when Platen started; font 0 is used until it is started again',
    ]);
  });
});
