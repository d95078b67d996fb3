import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodePng } from '../../src/encode/png.ts';
import { holdFonts, printerFonts } from '../../src/engine/printer-fonts.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import type { PlacedGlyph } from '../../src/raster/font/harfbuzz/shaping.ts';
import { glyphsIn } from '../../src/raster/font/held/cluster-name.ts';
import { fontsIn, type HeldFont } from '../../src/raster/font/held/font-folder.ts';
import { scriptOf } from '../../src/raster/font/held/scripts.ts';
import { layOutLine } from '../../src/raster/layout/text-layout.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';
import { isInstalled } from '../support/installed.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PICTURE = at('docs/pictures/scripts.png');
const LABEL = byteStringOf(readFileSync(at('docs/labels/scripts.zpl')));
const SIZE = { widthMm: 80, heightMm: 65, dpi: 203 };

beforeAll(() => holdFonts(fontsIn(at('test/fonts'))));
afterAll(() => holdFonts([]));

it('draws the label of ten scripts as the page of fonts shows it, dot for dot', () => {
  const { bitmaps, diagnostics } = renderImages(LABEL, SIZE, 'first');
  expect(diagnostics).toEqual([]);
  const [bitmap] = bitmaps;
  if (bitmap === undefined) throw new Error('there is no label');
  const png = Buffer.from(encodePng(bitmap, SIZE.dpi));
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PICTURE, png);
  expect(png.equals(readFileSync(PICTURE))).toBe(true);
});

/** A cluster: where it stands in dots, and its glyphs with their places from there in the font's units. */
type Placed = readonly [dots: number, glyphs: readonly PlacedGlyph[]];

it.skipIf(!isInstalled('hb-shape'))('puts the glyphs of its ten scripts where hb-shape puts them', () => {
  const fonts = new Map(fontsIn(at('test/fonts')).map((font) => [font.name, font]));
  const { labels } = parse(LABEL, { dotsPerMm: 8, held: printerFonts() });
  const scripts = new Set<string>();
  for (const element of labels[0]?.elements ?? []) {
    if (element.kind !== 'text' || element.block !== null || element.direction !== 'H') continue;
    const font = fonts.get(element.font.name);
    const typeface = printerFonts().typeface(element.font.name, 40, 40, element.properties);
    if (font === undefined || typeface === null) continue;
    const placed = layOutLine(element.text, typeface, 'H', 0)
      .positions.filter(({ character }) => character !== ' ')
      .map(({ character, u }): Placed => [u, glyphsIn(character)]);
    expect(placed).toEqual(placedByHarfBuzz(element.text, font, 40));
    for (const character of element.text) scripts.add(scriptOf(character) ?? 'Common');
  }
  scripts.delete('Common');
  expect(scripts.size).toBe(10);
});

/** Glyphs that hb-shape makes of a text with numbers, which run from left to right. */
function placedByHarfBuzz(text: string, font: HeldFont, size: number): Placed[] {
  const isReversed = /[\u0590-\u06ff]/.test(text);
  const runs = isReversed
    ? text
        .split(/([0-9]+)/)
        .filter((run) => run !== '')
        .toReversed()
    : [text];
  const placed: Placed[] = [];
  let pen = 0;
  for (const run of runs) {
    const direction = isReversed && !/[0-9]/.test(run) ? 'rtl' : 'ltr';
    for (const cluster of clustersByHarfBuzz(run, font, direction)) {
      if (Array.from(run)[cluster[0]?.cl ?? 0] !== ' ') {
        let x = 0;
        let y = 0;
        const glyphs = cluster.map(({ g, dx, dy, ax, ay }) => {
          const glyph = { glyph: g, dx: x + dx, dy: y + dy };
          x += ax;
          y += ay;
          return glyph;
        });
        placed.push([Math.round((pen * size) / EM), glyphs]);
      }
      for (const { ax } of cluster) pen += ax;
    }
  }
  return placed;
}

/** Units to an em of all fonts of the label. */
const EM = 1000;

/** A glyph as hb-shape tells of it: of which character, its place and advances. */
interface ShapedGlyph {
  readonly g: number;
  readonly cl: number;
  readonly dx: number;
  readonly dy: number;
  readonly ax: number;
  readonly ay: number;
}

/** Glyphs of a run from left to right, those of the same characters together. */
function clustersByHarfBuzz(run: string, font: HeldFont, direction: string): ShapedGlyph[][] {
  const options = [
    '--no-glyph-names',
    '--output-format=json',
    `--font-size=${EM}`,
    `--direction=${direction}`,
  ];
  const args = [...options, `--face-index=${font.index}`, font.path, run];
  const { stdout, stderr } = spawnSync('hb-shape', args, { encoding: 'utf8', env: { LANG: 'C.UTF-8' } });
  expect(stderr).toBe('');
  const clusters: ShapedGlyph[][] = [];
  for (const glyph of JSON.parse(stdout) as ShapedGlyph[]) {
    const last = clusters.at(-1);
    if (last !== undefined && last[0]?.cl === glyph.cl) last.push(glyph);
    else clusters.push([glyph]);
  }
  return clusters;
}
