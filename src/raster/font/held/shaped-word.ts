import { onFirstUse } from '../../../on-first-use.ts';
import type { Features } from '../harfbuzz/shaping.ts';
import { nameOf } from './cluster-name.ts';
import type { HeldFace } from './held-face.ts';
import { ALL_SCRIPTS } from './scripts.ts';

/**
 * The setting of a word: characters and names of clusters, each with the number of code units of the word that it
 * covers.
 */
export interface ShapedWord {
  readonly units: readonly string[];
  readonly lengths: readonly number[];
  /** Glyphs that the font has made of the word; there may have been too many. */
  readonly glyphs: number;
}

/** The most memory of all words that a thread remembers, of all faces, by estimate. */
const BYTES_KEPT = 8 * 1024 * 1024;
const UNIT_BYTES = 128;
const WORD_BYTES = 128;
/** Bytes of a map: each font of a label has one for a few words. */
const MAP_BYTES = 640;
/** All maps with words, since a face that is no longer used would never empty its own. */
const kept = { bytes: 0, maps: new Set<Map<string, ShapedWord>>() };

/** Drops all words that this thread has cached. */
export function forgetWords(): void {
  for (const words of kept.maps) words.clear();
  kept.maps.clear();
  kept.bytes = 0;
}

/** Longer words seldom return. Code units. */
const WORD_KEPT = 64;
/** Code units that HarfBuzz gets at a time, which bounds its work. */
const PIECE_MAX = 256;

/**
 * Stretches of one script; characters of all scripts go with the letters around them. Scripts without a name here count
 * as one.
 */
const ofOneScript = onFirstUse(() => {
  const shared = '\\p{Script=Common}\\p{Script=Inherited}';
  const named = ALL_SCRIPTS.map((name) => `\\p{Script=${name}}`);
  const stretchOf = (script: string, more: string): string => `[${shared}]*${script}${more}*`;
  const scripts = named.map((script) => stretchOf(script, `[${script}${shared}]`));
  const others = stretchOf(`[^${shared}${named.join('')}]`, `[^${named.join('')}]`);
  return new RegExp([...scripts, others, `[${shared}]+`].join('|'), 'gsu');
});

/** Shapes words with one face by one set of features, and remembers them. */
export class WordShaper {
  readonly #face: HeldFace;
  readonly #features: Features;
  /**
   * Words by direction. A lookup in a map takes a third of the time of one in an LRU cache, and nearly always finds the
   * word.
   */
  readonly #words = [new Map<string, ShapedWord>(), new Map<string, ShapedWord>()] as const;

  constructor(face: HeldFace, features: Features) {
    this.#face = face;
    this.#features = features;
  }

  /** A word without spaces, of one direction. */
  shape(word: string, isReversed: boolean): ShapedWord {
    const known = this.#words[isReversed ? 1 : 0].get(word);
    if (known !== undefined) return known;
    const units: string[] = [];
    const lengths: number[] = [];
    let glyphs = 0;
    for (const [stretch] of word.matchAll(ofOneScript())) {
      glyphs += this.#add(stretch, isReversed, units, lengths);
    }
    const shaped = { units, lengths, glyphs };
    if (word.length <= WORD_KEPT) this.#keep(word, isReversed, shaped);
    return shaped;
  }

  #keep(word: string, isReversed: boolean, shaped: ShapedWord): void {
    if (kept.bytes > BYTES_KEPT) forgetWords();
    const words = this.#words[isReversed ? 1 : 0];
    // A piece of a string keeps the whole of it in memory.
    const own = Buffer.from(word, 'utf16le').toString('utf16le');
    kept.bytes += words.size === 0 ? MAP_BYTES + WORD_BYTES : WORD_BYTES;
    kept.maps.add(words.set(own, shaped));
    for (const unit of shaped.units) kept.bytes += UNIT_BYTES + 2 * unit.length;
  }

  /** Shapes the text between characters that the face lacks; returns the number of glyphs that the face makes of it. */
  #add(stretch: string, isReversed: boolean, units: string[], lengths: number[]): number {
    let held = '';
    let glyphs = 0;
    const flush = (): void => {
      glyphs += this.#addHeld(held, isReversed, units, lengths);
      held = '';
    };
    for (const character of stretch) {
      if (this.#face.shows(character)) {
        if (held.length >= PIECE_MAX) flush();
        held += character;
        continue;
      }
      flush();
      units.push(character);
      lengths.push(character.length);
    }
    flush();
    return glyphs;
  }

  #addHeld(text: string, isReversed: boolean, units: string[], lengths: number[]): number {
    if (text === '') return 0;
    const { clusters, glyphs } = this.#face.shape(text, isReversed, this.#features);
    if (clusters === null) {
      for (const character of text) {
        units.push(character);
        lengths.push(character.length);
      }
      return glyphs;
    }
    for (const [i, cluster] of clusters.entries()) {
      units.push(nameOf(cluster));
      lengths.push((clusters[i + 1]?.start ?? text.length) - cluster.start);
    }
    return glyphs;
  }
}
