import type { WorkMeter } from '../../bitmap/work-meter.ts';
import { levelsOf, turnedUnits } from './held/bidirectional.ts';
import type { Typeface } from './typeface.ts';

/** Fonts of a chain, at most: a unit says which in one code unit. */
const FIRST = 0xf000;

/**
 * A font with those that `^FL` linked to it: characters that it lacks are taken from the first that has them, in the
 * size and on the baseline of the field.
 *
 * @param lacks whether the base font lacks a character, so that it is looked for.
 * @param isBidirectional whether text of right-to-left scripts runs that way.
 * @param meter of the label.
 */
export function linkedTypeface(
  base: Typeface,
  links: readonly Typeface[],
  lacks: (character: string) => boolean,
  isBidirectional: boolean,
  meter: WorkMeter,
): Typeface {
  const chain = [base, ...links];
  // A unit of a linked font has the link and the font's own unit as its name.
  const named = (unit: string): readonly [Typeface, string] => {
    const link = unit.length > 1 ? chain[unit.charCodeAt(0) - FIRST] : undefined;
    if (link !== undefined) return [link, unit.slice(1)];
    return [base, unit];
  };
  const linkOf = (character: string): number => {
    if (!lacks(character)) return 0;
    return Math.max(0, links.findIndex((link) => !link.isMissing(character)) + 1);
  };
  return {
    ...base,
    shapes: chain.some(({ shapes }) => shapes === true),
    key: chain.map(({ key }) => key).join('+'),
    advance(unit) {
      const [typeface, own] = named(unit);
      return typeface.advance(own);
    },
    isMissing(unit) {
      const [typeface, own] = named(unit);
      return typeface.isMissing(own);
    },
    draw(unit, ink) {
      const [typeface, own] = named(unit);
      return typeface.draw(own, ink);
    },
    set(text, isVertical) {
      const all = isBidirectional ? levelsOf(text, meter) : null;
      const units: string[] = [];
      const lengths: number[] = [];
      const levels: number[] = [];
      let offset = 0;
      for (const [link, stretch] of stretches(text, linkOf)) {
        const its = all && all.subarray(offset, offset + stretch.length);
        const typeface = chain[link] as Typeface;
        const set = typeface.set?.(stretch, isVertical, its) ?? turnedUnits(stretch, its);
        for (const [i, unit] of set.units.entries()) {
          // White space is the base's: lines end there.
          const isOwn = link === 0 || /^[\s\u00ad]$/.test(unit);
          units.push(isOwn ? unit : String.fromCharCode(FIRST + link) + unit);
          lengths.push(set.lengths?.[i] ?? unit.length);
          levels.push(set.levels?.[i] ?? 0);
        }
        offset += stretch.length;
      }
      return { units, lengths, levels: all && Uint8Array.from(levels) };
    },
  };
}

/** Text in stretches of one font; white space goes with what is before it. */
function* stretches(
  text: string,
  linkOf: (character: string) => number,
): Generator<readonly [link: number, stretch: string]> {
  let link = 0;
  let stretch = '';
  for (const character of text) {
    const its = /\s/.test(character) ? link : linkOf(character);
    if (its !== link) {
      if (stretch !== '') yield [link, stretch];
      link = its;
      stretch = '';
    }
    stretch += character;
  }
  if (stretch !== '') yield [link, stretch];
}
