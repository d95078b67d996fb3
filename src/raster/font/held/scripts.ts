/** Scripts that labels are written in, by the names that Unicode has for them, each with a letter that all its fonts have. */
const SCRIPTS = {
  Latin: 'a',
  Greek: 'α',
  Cyrillic: 'я',
  Armenian: 'ա',
  Georgian: 'ა',
  Hebrew: 'א',
  Arabic: 'ب',
  Syriac: 'ܐ',
  Thaana: 'ހ',
  Devanagari: 'क',
  Bengali: 'ক',
  Gurmukhi: 'ਕ',
  Gujarati: 'ક',
  Oriya: 'କ',
  Tamil: 'க',
  Telugu: 'క',
  Kannada: 'ಕ',
  Malayalam: 'ക',
  Sinhala: 'ක',
  Thai: 'ก',
  Lao: 'ກ',
  Tibetan: 'ཀ',
  Myanmar: 'က',
  Ethiopic: 'ሀ',
  Khmer: 'ក',
  Mongolian: 'ᠠ',
  Hangul: '한',
  Hiragana: 'あ',
  Katakana: 'ア',
  Bopomofo: 'ㄅ',
  Han: '中',
} as const;

export type Script = keyof typeof SCRIPTS;

export const SCRIPT_NAMES = Object.keys(SCRIPTS) as readonly Script[];

/** The script that a character belongs to; null for one of all scripts, or of a script that is not in the table. */
export function scriptOf(character: string): Script | null {
  return SCRIPT_NAMES.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character)) ?? null;
}

/** The scripts that these characters write, in the order of the table. */
export function scriptsOf(coverage: ReadonlySet<number>): readonly Script[] {
  return Object.entries(SCRIPTS)
    .filter(([, letter]) => coverage.has(letter.codePointAt(0) as number))
    .map(([script]) => script as Script);
}
