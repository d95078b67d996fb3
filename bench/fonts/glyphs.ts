import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { HeldFonts } from '../../src/raster/font/held/held-fonts.ts';
import { rasterize } from '../../src/raster/rasterize.ts';
import { Surfaces } from '../../src/raster/surfaces.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import type { Diagnostic } from '../../src/zpl/diagnostic.ts';
import type { Label, TextElement } from '../../src/zpl/label.ts';
import { parse } from '../../src/zpl/parse.ts';
import { race } from '../harness/race.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, type Row } from '../harness/suite.ts';
import { ARABIC, HAN, LATIN, type NotoFolder } from './noto-folder.ts';
import {
  ARABIC_LETTERS,
  HAN_SIGNS,
  LATIN_LETTERS,
  type LineSource,
  signLines,
  wordLines,
} from './random-text.ts';

/** A canvas of 4 by 6 inches at 203 dpi, full of text. */
const CANVAS = { width: 812, height: 1218, dotsPerMm: 8 } as const;
const LINES = 40;
const PITCH = 30;
/** Labels that take turns. */
const LABELS = 64;
/** Enough labels that a thread no longer knows the words of the first when it comes back to it. */
const NEW_LABELS = 512;
/** As many words as the labels of one sender may have. */
const WORDS = 1000;
const REFERENCE = 'Latin, font 0';
const NEW_WORDS = 'Arabic, shaped, words not seen before';
const SHAPED = '^PA0,1,1,1';
const MARK = 0.3;
const CLAIM = 'Shaped Arabic, and Chinese, are drawn at 0.3 of the speed of Latin at least';

/** Labels of one kind, and how many glyphs all of them print. */
interface Sheaf {
  readonly labels: readonly Label[];
  readonly glyphs: number;
}

/** Glyphs a second, of each round. */
type Rates = Readonly<Record<string, readonly number[]>>;

/** Glyphs of text that a thread draws in a second of processor time. */
export function glyphRows({ path, which }: NotoFolder, quick: boolean): Row[] {
  const held = new HeldFonts(fontsIn(path));
  const latin = wordLines(held, LATIN, LATIN_LETTERS, WORDS);
  const arabic = wordLines(held, ARABIC, ARABIC_LETTERS, WORDS);
  const newArabic = wordLines(held, ARABIC, ARABIC_LETTERS, null);
  const signs = signLines(held, HAN, HAN_SIGNS);
  const reference = sheafOf(held, '^A0N,28,28', '', latin, LABELS);
  const drawn = ratesOf(
    held,
    {
      [REFERENCE]: reference,
      'Latin, Noto': sheafOf(held, inFont(LATIN), '', latin, LABELS),
      'Latin, Noto, shaped': sheafOf(held, inFont(LATIN), SHAPED, latin, LABELS),
      'Arabic, shaped': sheafOf(held, inFont(ARABIC), SHAPED, arabic, LABELS),
      Chinese: sheafOf(held, inFont(HAN), '', signs, LABELS),
      'Chinese, shaped': sheafOf(held, inFont(HAN), SHAPED, signs, LABELS),
    },
    quick,
  );
  // By themselves: they make the thread forget the words of others.
  const shapedAnew = ratesOf(
    held,
    { [REFERENCE]: reference, [NEW_WORDS]: sheafOf(held, inFont(ARABIC), SHAPED, newArabic, NEW_LABELS) },
    quick,
  );
  const row = (name: string, { [name]: samples = [], [REFERENCE]: theirs = [] }: Rates): Row => ({
    name,
    value: median(samples),
    unit: 'glyphs/s',
    samples,
    ...(name === REFERENCE ? { note: which } : { ratio: median(samples) / median(theirs), of: REFERENCE }),
    ...(!name.startsWith('Latin') && name !== NEW_WORDS && { marks: [atLeast(MARK, 'ratio')], claim: CLAIM }),
  });
  return [...Object.keys(drawn).map((name) => row(name, drawn)), row(NEW_WORDS, shapedAnew)];
}

/** Draws sheaves in turns: glyphs a second of each round. */
function ratesOf(held: HeldFonts, sheaves: Readonly<Record<string, Sheaf>>, quick: boolean): Rates {
  const drawings = Object.entries(sheaves).map(
    ([name, { labels }]) => [name, drawing(held, labels)] as const,
  );
  for (const [, draw] of drawings) for (let i = 0; i < NEW_LABELS; i++) draw();
  const laps = race(Object.fromEntries(drawings), { rounds: quick ? 9 : 41, roundMs: 60 });
  return Object.fromEntries(
    Object.entries(sheaves).map(([name, { labels, glyphs }]) => [
      name,
      (laps[name]?.processor ?? []).map((ns) => ((glyphs / labels.length) * 1e9) / ns),
    ]),
  );
}

function inFont(name: string): string {
  return `^A@N,28,28,E:${name}`;
}

/** Reads labels of {@link LINES} lines, and sets each once to count what it prints. */
function sheafOf(held: HeldFonts, font: string, properties: string, lines: LineSource, count: number): Sheaf {
  const labels: Label[] = [];
  let glyphs = 0;
  for (let i = 0; i < count; i++) {
    const fields = Array.from(
      { length: LINES },
      (_, line) => `^FO10,${10 + PITCH * line}${font}^FD${lines.next()}^FS`,
    );
    const zpl = toByteString(`^XA^CI28${properties}${fields.join('')}^XZ`);
    const [label] = parse(zpl, { dotsPerMm: CANVAS.dotsPerMm, held }).labels;
    if (label === undefined) throw new Error('the label was not read');
    for (const element of label.elements) if (element.kind === 'text') glyphs += glyphsOf(held, element);
    labels.push(label);
  }
  return { labels, glyphs };
}

function glyphsOf(held: HeldFonts, { text, font, properties }: TextElement): number {
  const set = held.typeface(font.name, font.height, font.width, properties)?.set;
  const units = set?.(text, false).units ?? Array.from(text);
  return units.filter((unit) => unit !== ' ').length;
}

/** Draws the next of these labels at each call. */
function drawing(held: HeldFonts, labels: readonly Label[]): () => unknown {
  const surfaces = new Surfaces();
  let turn = 0;
  return () => {
    surfaces.begin();
    return rasterize(labels[turn++ % labels.length] as Label, CANVAS, refuse, { held, surfaces });
  };
}

/** A label that is not drawn as it asks measures something else. */
function refuse({ reason }: Diagnostic): never {
  throw new Error(reason);
}
