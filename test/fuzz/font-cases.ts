import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderImages } from '../../src/engine/render-images.ts';
import { FailureError } from '../../src/errors.ts';
import { DownloadedFonts } from '../../src/raster/font/downloaded-fonts.ts';
import { checkFont } from '../../src/raster/font/font-file.ts';
import { HarfBuzz } from '../../src/raster/font/harfbuzz/harfbuzz.ts';
import { HeldFace } from '../../src/raster/font/held/held-face.ts';
import { heldTypeface } from '../../src/raster/font/held/held-typeface.ts';
import { layOutFieldBlock } from '../../src/raster/layout/block.ts';
import { layOutLine } from '../../src/raster/layout/text-layout.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { BOX, composite, groupsTable, mapOf, type Tables, trueTypeFont } from '../raster/font/made-font.ts';
import { Chance } from './chance.ts';

/** The folder of fonts that cases damage, and that text is set in. */
export const FONTS = fileURLToPath(new URL('../fonts', import.meta.url));

const TEXTS: Readonly<Record<string, string>> = {
  'NotoSans.ttf': 'Zürich Αθήνα',
  'NotoSansArabic.ttf': 'السلام عليكم',
  'NotoSansDevanagari.ttf': 'क्षत्रिय हिन्दी',
  'NotoSansHebrew.ttf': 'שלום עולם',
  'NotoSansThai.ttf': 'ที่อยู่ น้ำ',
  'NotoSansCJK.ttc': '中文葛',
};
const EVERYTHING = { defaultGlyph: true, bidirectional: true, shaping: true, openType: true };
const BLOCK = { kind: 'block', width: 100, lines: 4, lineSpacing: 0, justify: 'J', indent: 0 } as const;

/** Parts of scripts: letters, marks, and characters that turn or hide text. */
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

const files = new Map<string, Buffer>();

/** Returns what a drawing returns, or 0 where the limit of work ends it, as it ends a label's. */
function unlessTooMuchWork(draw: () => number): number {
  try {
    return draw();
  } catch (error) {
    if (error instanceof FailureError) return 0;
    throw error;
  }
}

/**
 * Sets a text in a font that is damaged somewhere.
 *
 * @returns how many glyphs were drawn; 0 for a font that is refused, or takes too much work.
 */
export function tryDamagedFont(number: number): number {
  const chance = new Chance(number);
  const [name, text] = chance.of(Object.entries(TEXTS));
  const original = files.get(name) ?? readFileSync(`${FONTS}/${name}`);
  files.set(name, original);
  const file = damaged(original, chance);
  if (typeof checkFont(file, () => 0) === 'string') return 0;
  const face = new HeldFace(new HarfBuzz(64 << 20), name, `${name} ${number}`, file);
  const typeface = heldTypeface(face, 30, 30, EVERYTHING);
  return unlessTooMuchWork(() => {
    const layouts = [
      layOutLine(text, typeface, 'H', 0),
      layOutLine(text, typeface, 'V', 3),
      layOutFieldBlock(text, typeface, BLOCK, 0),
    ];
    const drawn = new Set(layouts.flatMap(({ positions }) => positions.map(({ character }) => character)));
    for (const character of drawn) typeface.draw(character);
    return drawn.size;
  });
}

/** Tables that no letter needs, and that other programs take pictures, colours or code from. */
const OTHER_TABLES = [
  'sbix',
  'CBDT',
  'CBLC',
  'COLR',
  'CPAL',
  'SVG ',
  'EBDT',
  'EBLC',
  'VARC',
  'fpgm',
  'prep',
  'cvt ',
  'gvar',
  'fvar',
];

/**
 * Draws as a label does with a font that was made to be hard: letters of letters, maps that claim many characters,
 * tables of colours and code, some of it damaged.
 *
 * @returns how many letters were drawn; 0 for a font that is refused, or takes too much work.
 */
export function tryMadeFont(number: number): number {
  const chance = new Chance(number);
  const count = 1 + chance.below(60);
  const glyphs = Array.from({ length: count }, (_, i) => {
    const width = chance.oneIn(10) ? 1 + chance.below(300) : 1 + chance.below(8);
    if (i === 0 || chance.oneIn(4)) return chance.of([BOX, Buffer.alloc(0)]);
    // Mostly of those before it, so that they nest; now and then of itself, or of what follows.
    return composite(...Array.from({ length: width }, () => chance.below(chance.oneIn(20) ? count : i)));
  });
  const groups = Array.from({ length: 1 + chance.below(6) }, () => {
    const first = chance.of([0, 0x20, 0x41, 0x5d0, 0x1e900, chance.below(0x20_0000)]);
    return [first, first + chance.of([0, 60, 0xffff, 0x1f_ffff]), chance.below(count)] as const;
  });
  const others: Record<string, Buffer> = {};
  for (let tables = chance.below(4); tables > 0; tables--) {
    others[chance.of(OTHER_TABLES)] = Buffer.from(
      Array.from({ length: chance.below(200) }, () => chance.below(256)),
    );
  }
  const cmap = mapOf(Array.from({ length: 1 + chance.below(8) }, () => groupsTable(groups)));
  const made = trueTypeFont(glyphs, 1, { ...others, cmap } satisfies Tables);
  const file = chance.oneIn(2) ? made : damaged(made, chance);
  const fonts = new DownloadedFonts(new Map([['E:A.TTF', file]]));
  const properties = chance.oneIn(3) ? EVERYTHING : undefined;
  try {
    return unlessTooMuchWork(() => {
      const typeface = fonts.typeface('E:A.TTF', 30, 30, properties);
      if (typeface === null) return 0;
      const { positions } = layOutLine('ABCdef 0123 שלום 𞤀', typeface, 'H', 0);
      return positions.filter(({ character }) => typeface.draw(character) !== null).length;
    });
  } finally {
    fonts.close();
  }
}

/** Bytes changed, numbers made large or small, a stretch moved, or the end cut off. */
function damaged(original: Buffer, chance: Chance): Buffer {
  const file = Buffer.from(original);
  const anywhere = (): number => chance.below(chance.oneIn(4) ? 400 : file.length - 2);
  for (let changes = chance.below(12); changes >= 0; changes--) {
    if (chance.oneIn(3)) file.writeUInt16BE(chance.of([0, 1, 0x7fff, 0x8000, 0xffff]), anywhere());
    else if (chance.oneIn(20)) file.copy(file, anywhere(), anywhere(), anywhere());
    else file[anywhere()] = chance.below(256);
  }
  return chance.oneIn(20) ? file.subarray(0, chance.below(file.length)) : file;
}

/** Draws a field with text of mixed directions and scripts, with some setting of all that changes how it is set. */
export function tryMixedText(number: number): void {
  const chance = new Chance(number);
  const fonts = Object.keys(TEXTS).map((name) => `E:${name.toUpperCase()}`);
  let text = '';
  for (let length = chance.below(80); length > 0; length--) {
    const [from, to] = chance.of(RANGES);
    text += String.fromCodePoint(from + chance.below(to - from + 1));
  }
  const bits = [0, 1, 2, 3].map(() => chance.below(2)).join(',');
  const block = chance.of(['', '^FB400,9,0,J', '^FB300,5,0,R', '^TBN,400,300', '^FPV', '^FPV,4', '^FPR,3']);
  const links = `^FL${chance.of(fonts)},Z:0.FNT,1^FL${chance.of(fonts)},${chance.of(fonts)},1`;
  const font = chance.of([...fonts.map((name) => `^A@${chance.of('NRIB')},30,30,${name}`), '^A0N,30,30']);
  const origin = chance.of(['^FO20,20', '^FO400,20,1', '^FT20,200', '^FT400,200,1']);
  const reverse = chance.oneIn(4) ? '^FR' : '';
  const zpl = `^XA^CI28^PA${bits}${chance.oneIn(2) ? '' : links}${origin}${font}${block}${reverse}^FD${text}^FS^XZ`;
  const { bitmaps } = renderImages(toByteString(zpl), { widthMm: 60, heightMm: 40, dpi: 203 }, 'first');
  if (bitmaps.length !== 1) throw new Error(`${bitmaps.length} labels were drawn of ${JSON.stringify(zpl)}`);
}
