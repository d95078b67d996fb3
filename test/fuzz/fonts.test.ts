import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdFonts } from '../../src/engine/printer-fonts.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { checkFont } from '../../src/raster/font/font-file.ts';
import { HarfBuzz } from '../../src/raster/font/harfbuzz/harfbuzz.ts';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { HeldFace } from '../../src/raster/font/held/held-face.ts';
import { heldTypeface } from '../../src/raster/font/held/held-typeface.ts';
import { layOutLine } from '../../src/raster/layout/text-layout.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { Chance } from './chance.ts';

const folder = fileURLToPath(new URL('../fonts', import.meta.url));
const TEXTS: Readonly<Record<string, string>> = {
  'NotoSansArabic.ttf': 'السلام عليكم',
  'NotoSansDevanagari.ttf': 'क्षत्रिय हिन्दी',
  'NotoSansThai.ttf': 'ที่อยู่ น้ำ',
  'NotoSansCJK.ttc': '中文葛',
};
const EVERYTHING = { defaultGlyph: true, bidirectional: true, shaping: true, openType: true };

/** What scripts are made of: letters, marks, and what turns or hides text. */
const RANGES = [
  [0x20, 0x5d],
  [0x300, 0x36f],
  [0x5d0, 0x5ea],
  [0x620, 0x669],
  [0x900, 0x963],
  [0xe01, 0xe5b],
  [0x1780, 0x17e9],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0x3041, 0x30ff],
  [0x4e00, 0x4e80],
  [0xe000, 0xf010],
  [0x1f600, 0x1f64f],
  [0x20b9f, 0x20bc0],
] as const;

beforeAll(() => holdFonts(fontsIn(folder)));
afterAll(() => holdFonts([]));

it('draws with fonts that are damaged anywhere, or refuses them', () => {
  const chance = new Chance(19);
  let drawn = 0;
  for (let i = 0; i < 300; i++) {
    const [name, text] = chance.of(Object.entries(TEXTS));
    const file = Buffer.from(readFileSync(`${folder}/${name}`));
    for (let changes = chance.below(12); changes >= 0; changes--) {
      file[chance.below(chance.below(4) === 0 ? 400 : file.length)] = chance.below(256);
    }
    if (typeof checkFont(file, () => 0) === 'string') continue;
    const face = new HeldFace(new HarfBuzz(64 << 20), name, `${name} ${i}`, file);
    const typeface = heldTypeface(face, 30, 30, EVERYTHING);
    const { positions } = layOutLine(text, typeface, 'H', 0);
    for (const { character } of positions) typeface.draw(character);
    drawn += positions.length;
  }
  expect(drawn).toBeGreaterThan(100);
});

it('draws text of mixed directions and scripts in every setting', () => {
  const chance = new Chance(20);
  const fonts = Object.keys(TEXTS).map((name) => `E:${name.toUpperCase()}`);
  for (let i = 0; i < 300; i++) {
    let text = '';
    for (let length = chance.below(80); length > 0; length--) {
      const [from, to] = chance.of(RANGES);
      text += String.fromCodePoint(from + chance.below(to - from + 1));
    }
    const bits = [0, 1, 2, 3].map(() => chance.below(2)).join(',');
    const block = chance.of(['', '^FB400,9,0,J', '^FB300,5,0,R', '^TBN,400,300', '^FPV', '^FPR,3']);
    const links = `^FL${chance.of(fonts)},Z:0.FNT,1^FL${chance.of(fonts)},${chance.of(fonts)},1`;
    const font = chance.of([...fonts.map((name) => `^A@N,30,30,${name}`), '^A0N,30,30']);
    const zpl = `^XA^CI28^PA${bits}${chance.below(2) === 0 ? '' : links}^FO20,20${font}${block}^FD${text}^FS^XZ`;
    const { bitmaps } = renderImages(toByteString(zpl), { widthMm: 60, heightMm: 40, dpi: 203 }, 'first');
    expect(bitmaps).toHaveLength(1);
  }
});
