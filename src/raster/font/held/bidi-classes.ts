import { bidi } from '../../../on-first-use.ts';

/** Characters that are newer than the library's Unicode 13, of scripts and signs in use, by class. */
const NEWER = {
  AL: /[\u0870-\u088f\u{10ec2}-\u{10ec7}]/u,
  AN: /[\u0890\u0891\u{10d40}-\u{10d49}]/u,
  NSM: /[\u0897-\u089f\u08ca-\u08d2\u{10d69}-\u{10d6d}\u{10efa}-\u{10eff}\u{10f82}-\u{10f85}]/u,
  ON: /[\ufbc3-\ufbd2\ufd40-\ufd4f\ufd90\ufd91\ufdc8-\ufdcf\ufdfe\ufdff\u{10d6e}\u{1f6d0}-\u{1faff}]/u,
} as const;

/** All of them, and all beyond the first plane: the library takes each half of these for a character. */
const UNKNOWN = new RegExp(
  [...Object.values(NEWER).map(({ source }) => source), '[\\u{10000}-\\u{10ffff}]'].join('|'),
  'gu',
);

/** Stand-ins: for each class of the unknown characters a known one of one code unit, which is no bracket. */
const STAND_INS: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  AN: '\u0660',
  EN: '0',
  ET: '#',
  ON: '!',
  BN: '\u00ad',
  NSM: '\u0300',
};

/** The bidirectional class of a character, as Unicode abbreviates it. */
export function bidiClass(character: string): string {
  for (const [name, pattern] of Object.entries(NEWER)) if (pattern.test(character)) return name;
  return bidi().getBidiCharTypeName(character);
}

/**
 * A text with one code unit for each character. A stand-in of the same class replaces characters that the library does
 * not know.
 */
export function knownCharacters(text: string): string {
  return text.replace(UNKNOWN, (character) => STAND_INS[bidiClass(character)] ?? 'a');
}
