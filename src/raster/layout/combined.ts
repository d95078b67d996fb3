import type { TextUnits } from './text-units.ts';

/** Signs that join the letter before them to the one after them, in scripts of India and those that came of them. */
const JOINERS =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u1039\\u17d2\\u1a60\\u1b44\\u1bab\\ua9c0\\uaaf6\\u{11133}\\u200d';

/** A character with its marks and the letters that are joined to it, at most more than any word joins. */
const CLUSTER = new RegExp(
  `\\P{M}[\\p{M}\\u200d]*(?:(?<=[${JOINERS}])\\P{M}[\\p{M}\\u200d]*){0,15}|\\p{M}+`,
  'gsu',
);

/** Nearly all texts have none of these. */
const MAY_COMBINE = /[\p{M}\u200d]/u;

/** Whether a text has marks, so that it takes longer to part. */
export function mayCombine(text: string): boolean {
  return MAY_COMBINE.test(text);
}

/** Text in the stretches that `^FPV` and `^FPR` do not part ("combining semantic clusters" of the ZPL guide, `^FP`). */
export function combinedCharacters(text: string): readonly string[] {
  return mayCombine(text) ? (text.match(CLUSTER) ?? []) : Array.from(text);
}

/** The units of a text in such stretches. */
export function combinedUnits(text: string, { units, lengths }: TextUnits): readonly (readonly string[])[] {
  if (!mayCombine(text)) return units.map((unit) => [unit]);
  const groups: string[][] = [];
  let next = 0;
  let at = 0;
  let end = 0;
  for (const stretch of combinedCharacters(text)) {
    end += stretch.length;
    const group: string[] = [];
    for (; next < units.length && at < end; next++) {
      const unit = units[next] as string;
      group.push(unit);
      at += lengths?.[next] ?? unit.length;
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}
