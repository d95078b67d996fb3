import type { WorkMeter } from '../../../bitmap/work-meter.ts';
import type { TextProperties } from '../../../zpl/label.ts';
import { combinedCharacters } from '../../layout/combined.ts';
import type { TextUnits } from '../../layout/text-units.ts';
import type { Features } from '../harfbuzz/shaping.ts';
import { turnedUnits } from './bidirectional.ts';
import type { HeldFace } from './held-face.ts';
import { type ShapedWord, WordShaper } from './shaped-word.ts';

/** Features that shaping without OpenType switches off: no script needs them. */
const PLAIN: Features = { liga: 0, clig: 0, kern: 0 };
/** Features that OpenType without shaping switches off: those that join letters. */
const UNJOINED: Features = { init: 0, medi: 0, fina: 0, isol: 0, rlig: 0 };
const VERTICAL: Features = { vert: 1 };

/**
 * Units of a work meter to shape a word: for each lookup of the font, for each lookup and code unit, and for each
 * resulting glyph; measured with fonts of thousands of lookups. They are counted each time, so that the cache never
 * decides whether a label takes too much work.
 */
const LOOKUP_WORK = 60;
const LOOKUP_UNIT_WORK = 30;
const MADE_WORK = 300;

/** Shapes text in one face by the properties of `^PA`. */
class TextShaper {
  readonly #shaper: WordShaper | null;
  readonly #vertical: WordShaper | null;
  readonly #lookups: number;

  constructor(face: HeldFace, { shaping, openType }: TextProperties) {
    const features = { ...(openType ? {} : PLAIN), ...(shaping ? {} : UNJOINED) };
    this.#lookups = face.lookups;
    this.#shaper = shaping || openType ? new WordShaper(face, features) : null;
    this.#vertical = openType ? new WordShaper(face, { ...features, ...VERTICAL }) : null;
  }

  /** Text as a line, at these levels. */
  line(text: string, levels: Uint8Array | null, meter: WorkMeter): TextUnits {
    if (this.#shaper === null) return turnedUnits(text, levels);
    const units: string[] = [];
    const lengths: number[] = [];
    const unitLevels: number[] | null = levels && [];
    let start = 0;
    while (start < text.length) {
      const level = levels?.[start] ?? 0;
      const end = wordEnd(text, start, levels);
      const found = text.slice(start, end);
      if (isSeparator(found.charCodeAt(0))) {
        units.push(found);
        lengths.push(1);
        unitLevels?.push(level);
      } else {
        const word = this.#shape(this.#shaper, found, level % 2 === 1, meter);
        for (let i = 0; i < word.units.length; i++) {
          units.push(word.units[i] as string);
          lengths.push(word.lengths[i] as number);
          unitLevels?.push(level);
        }
      }
      start = end;
    }
    return { units, lengths, levels: unitLevels && Uint8Array.from(unitLevels) };
  }

  /** Text as a column of characters, each with the marks and letters that are combined with it. */
  column(text: string, meter: WorkMeter): TextUnits {
    const units: string[] = [];
    const lengths: number[] = [];
    for (const stretch of combinedCharacters(text)) {
      // A single letter has no other form except that for columns.
      const isCombined = Array.from(stretch).length > 1;
      const shaper = this.#vertical ?? (isCombined ? this.#shaper : null);
      const set = shaper === null ? turnedUnits(stretch, null) : this.#shape(shaper, stretch, false, meter);
      for (const [i, unit] of set.units.entries()) {
        units.push(unit);
        lengths.push(set.lengths?.[i] ?? unit.length);
      }
    }
    return { units, lengths, levels: null };
  }

  #shape(shaper: WordShaper, word: string, isReversed: boolean, meter: WorkMeter): ShapedWord {
    meter.spend(this.#lookups * (LOOKUP_WORK + LOOKUP_UNIT_WORK * word.length));
    const shaped = shaper.shape(word, isReversed);
    meter.spend(MADE_WORK * shaped.glyphs);
    return shaped;
  }
}

const shapers = new WeakMap<HeldFace, Map<string, TextShaper>>();

/** Returns the shaper of text in this face by these properties, which remembers words. */
export function textShaper(face: HeldFace, properties: TextProperties): TextShaper {
  const { shaping, openType } = properties;
  const key = `${shaping}/${openType}`;
  const ofFace = shapers.get(face) ?? new Map<string, TextShaper>();
  shapers.set(face, ofFace);
  const shaper = ofFace.get(key) ?? new TextShaper(face, properties);
  ofFace.set(key, shaper);
  return shaper;
}

/**
 * The end of the item that begins here: a separator, a sign of Chinese, Japanese or Korean, or a word of one
 * direction.
 */
function wordEnd(text: string, start: number, levels: Uint8Array | null): number {
  const first = text.codePointAt(start) as number;
  const after = start + (first > 0xffff ? 2 : 1);
  if (isSeparator(first)) return after;
  if (standsAlone(first) && !goesOn(text.codePointAt(after))) return after;
  let end = after;
  while (end < text.length) {
    const code = text.codePointAt(end) as number;
    if (isSeparator(code) || standsAlone(code) || levels?.[end] !== levels?.[start]) break;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
}

/** Whether a character separates words: layout treats it by itself, or it does not change the letters next to it. */
function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0xad || code === 0x200b;
}

/** Ideographs, kana and Korean syllables have one shape, whatever is next to them. */
function standsAlone(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff01 && code <= 0xffee) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

/** Marks and variation selectors belong to the sign before them. */
function goesOn(code: number | undefined): boolean {
  if (code === undefined || code < 0x300 || (code >= 0x3400 && code <= 0x9fff)) return false;
  return /\p{M}/u.test(String.fromCodePoint(code));
}
