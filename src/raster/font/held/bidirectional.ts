import type { WorkMeter } from '../../../bitmap/work-meter.ts';
import { bidi } from '../../../on-first-use.ts';
import type { TextUnits } from '../../layout/text-units.ts';
import { bidiClass, knownCharacters } from './bidi-classes.ts';

/** Letters and signs of scripts that run from right to left, and characters that can turn text by themselves. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Text of right-to-left letters, their marks, and signs without a direction: all of it runs from right to left. The
 * library takes ten times as long to find that.
 */
const ONE_WAY =
  /^[ !-/:-@[-`{-~]*[\u05d0-\u05ea\u0620-\u064a\u066e\u066f\u0671-\u06d3][ !-/:-@[-`{-~\u05d0-\u05ea\u0620-\u065f\u066e-\u06d3]*$/;
/**
 * Right-to-left text with numbers, which run the other way at the next level: without the signs and marks that join
 * them.
 */
const WITH_NUMBERS =
  /^[ 0-9]*[\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3][ 0-9\u0660-\u0669\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3]*$/;

/**
 * Characters for which the library may search the whole text: numbers, characters that are not shown, and ends of
 * paragraphs.
 */
const LOOKS_FAR = /[\p{N}\p{C}\u2029]/gu;

/**
 * Units of a {@link WorkMeter} for each of these characters times each code unit of the text; measured with digits
 * alone, and isolates.
 */
const LOOK_WORK = 5;

/** Embedding levels of the text's code units; null where all of it runs from left to right. */
export function levelsOf(text: string, meter: WorkMeter): Uint8Array | null {
  if (!RIGHT_TO_LEFT.test(text)) return null;
  if (ONE_WAY.test(text)) return new Uint8Array(text.length).fill(1);
  if (WITH_NUMBERS.test(text)) return aroundNumbers(text);
  const known = knownCharacters(text);
  meter.spend(LOOK_WORK * known.length * (known.match(LOOKS_FAR)?.length ?? 0));
  const { levels } = bidi().getEmbeddingLevels(known);
  return known.length === text.length ? levels : ofCodeUnits(text, levels);
}

/** Levels of the code units of a text, by those of its characters. */
function ofCodeUnits(text: string, levels: Uint8Array): Uint8Array {
  const found = new Uint8Array(text.length);
  let at = 0;
  let index = 0;
  for (const character of text) {
    found.fill(levels[index++] as number, at, at + character.length);
    at += character.length;
  }
  return found;
}

function aroundNumbers(text: string): Uint8Array {
  const levels = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    levels[i] = (code >= 0x30 && code <= 0x39) || (code >= 0x660 && code <= 0x669) ? 2 : 1;
  }
  return levels;
}

/**
 * Whether the first letter of either direction runs from right to left (Unicode Standard Annex 9, P2 and P3): letters
 * of isolates, and of paragraphs after the first, do not count.
 */
export function beginsFromRight(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return false;
  let isolates = 0;
  for (const character of text) {
    const kind = bidiClass(character);
    if (kind === 'B') return false;
    if (kind === 'LRI' || kind === 'RLI' || kind === 'FSI') isolates++;
    else if (kind === 'PDI') isolates = Math.max(0, isolates - 1);
    else if (isolates > 0) continue;
    else if (kind === 'R' || kind === 'AL') return true;
    else if (kind === 'L') return false;
  }
  return false;
}

/**
 * Text as its characters, at these levels: an opening bracket that runs from right to left is drawn as a closing one.
 */
export function turnedUnits(text: string, levels: Uint8Array | null): TextUnits {
  const characters = Array.from(text);
  if (levels === null) return { units: characters, lengths: null, levels: null };
  let offset = 0;
  const found = characters.map((character) => {
    const level = levels[offset] ?? 0;
    offset += character.length;
    return level;
  });
  const units = characters.map((character, i) =>
    (found[i] as number) % 2 === 1 ? (bidi().getMirroredCharacter(character) ?? character) : character,
  );
  return { units, lengths: characters.map(({ length }) => length), levels: Uint8Array.from(found) };
}
