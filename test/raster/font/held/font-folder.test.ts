import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fontsIn } from '../../../../src/raster/font/held/font-folder.ts';
import { boxFont } from '../box-font.ts';
import { testFont } from './test-fonts.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: Uint8Array | string): void {
  writeFileSync(join(folder, name), content);
}

describe('fontsIn', () => {
  it('finds fonts of all kinds in a folder and those in it, by name and with the scripts that they write', () => {
    mkdirSync(join(folder, 'more'));
    copyFileSync(testFont('NotoSansCJK.ttc'), join(folder, 'more', 'gothic.ttc'));
    copyFileSync(testFont('NotoSansArabic.ttf'), join(folder, 'Arabic.ttf'));
    put('box.otf', boxFont());
    put('LICENSE.txt', 'not a font');
    expect(fontsIn(folder).map(({ name, index, scripts }) => [name, index, scripts])).toEqual([
      ['ARABIC.TTF', 0, ['Arabic']],
      ['BOX.OTF', 0, []],
      ['GOTHIC.TTC', 0, ['Han']],
    ]);
  });

  it('gives a font the names of the map as well, of a collection whichever it says', () => {
    copyFileSync(testFont('NotoSansCJK.ttc'), join(folder, 'gothic.ttc'));
    put(
      'fonts.json',
      '{"simsun.ttf": "gothic.ttc#1", "ANMDJ.FNT": "gothic.ttc", "MS Gothic.ttf": "gothic.ttc"}',
    );
    expect(fontsIn(folder).map(({ name, index }) => [name, index])).toEqual([
      ['ANMDJ.FNT', 0],
      ['GOTHIC.TTC', 0],
      ['MS GOTHIC.TTF', 0],
      ['SIMSUN.TTF', 1],
    ]);
  });

  it('refuses a folder that is not there', () => {
    expect(() => fontsIn(join(folder, 'none'))).toThrow(/the folder of fonts .*none cannot be read: ENOENT/);
  });

  it.each([
    [
      'cut off',
      (font: Buffer) => font.subarray(0, 300),
      'it has no tables, or one that does not lie in the file',
    ],
    ['empty', () => Buffer.alloc(0), 'what its tables say lies outside of the file'],
    [
      'without outlines',
      (font: Buffer) => Buffer.from(font.toString('latin1').replace('glyf', 'none'), 'latin1'),
      'it has no outlines',
    ],
  ])('refuses a font that is %s, by its name', (_, damaged, fault) => {
    put('BAD.TTF', damaged(boxFont()));
    expect(() => fontsIn(folder)).toThrow(
      `the font BAD.TTF in ${folder} cannot be used: ${fault}; replace or remove it`,
    );
  });

  it('finds a font in a folder that is called like one', () => {
    mkdirSync(join(folder, 'noto.ttf'));
    put('noto.ttf/box.ttf', boxFont());
    expect(fontsIn(folder).map(({ name }) => name)).toEqual(['BOX.TTF']);
  });

  it.each([
    ['not there', 'none.ttf', 'it links to a file that is not there'],
    ['a folder', '.', 'it is no file'],
    ['a device that would be read without end', '/dev/zero', 'it is no file'],
    // Whoever runs the tests may perhaps read all files, but not the beginning of a memory.
    ['a file that fails', '/proc/self/mem', 'it cannot be read: EIO'],
  ])('refuses a link to what is %s, by its name', (_, target, fault) => {
    symlinkSync(target, join(folder, 'BAD.TTF'));
    expect(() => fontsIn(folder)).toThrow(`the font BAD.TTF in ${folder} cannot be used: ${fault}`);
  });

  it('refuses a map that cannot be read, by its name', () => {
    const map = join(folder, 'fonts.json');
    symlinkSync('none.json', map);
    expect(() => fontsIn(folder)).toThrow(
      `the map ${map} cannot be used: it links to a file that is not there; replace or remove it`,
    );
    rmSync(map);
    mkdirSync(map);
    expect(() => fontsIn(folder)).toThrow(`the map ${map} cannot be used: it is no file`);
  });

  it('takes a file once that is there as a link too, as in a config map of Kubernetes', () => {
    mkdirSync(join(folder, '..2026_11_23'));
    put('..2026_11_23/box.ttf', boxFont());
    symlinkSync('..2026_11_23', join(folder, '..data'));
    symlinkSync('..data/box.ttf', join(folder, 'box.ttf'));
    expect(fontsIn(folder).map(({ name }) => name)).toEqual(['BOX.TTF']);
  });

  it('refuses two fonts that labels would call alike', () => {
    mkdirSync(join(folder, 'a'));
    put('box.ttf', boxFont());
    put('a/BOX.TTF', boxFont());
    expect(() => fontsIn(folder)).toThrow('two fonts that labels would call BOX.TTF');
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'is not an object'],
    ['{"A,B.TTF": "box.ttf"}', 'has the name "A,B.TTF"'],
    ['{" A.TTF": "box.ttf"}', 'has the name " A.TTF"'],
    ['{"a.ttf": "box.ttf", "A.TTF": "box.ttf"}', 'has the name A.TTF twice'],
    ['{"NODOT": "box.ttf"}', 'has the name "NODOT"'],
    ['{"A1.TTF": 1}', 'has no file for A1.TTF'],
    ['{"A1.TTF": "../box.ttf"}', 'gives A1.TTF the file ../box.ttf, which is no font of the folder'],
    ['{"A1.TTF": "box.ttf#7"}', 'it has no font of the number 7'],
    ['{"A1.TTF": "other.ttf"}', 'gives A1.TTF the file other.ttf, which is not there; correct it there'],
  ])('refuses the map %j', (map, fault) => {
    put('box.ttf', boxFont());
    put('fonts.json', map);
    expect(() => fontsIn(folder)).toThrow(fault);
  });
});
