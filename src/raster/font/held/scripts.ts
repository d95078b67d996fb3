import type { Coverage } from '../cmap.ts';

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

/** Scripts in use that labels are seldom written in: a font is not asked for them. */
const SELDOM = (
  'Cherokee Canadian_Aboriginal Tifinagh Nko Vai Adlam Osmanya Bamum Yi Lisu Javanese Balinese Sundanese Buginese Batak ' +
  'Cham Rejang Tagalog Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Kayah_Li Lepcha Limbu Meetei_Mayek Ol_Chiki Saurashtra ' +
  'Syloti_Nagri Chakma Hanifi_Rohingya Miao Nyiakeng_Puachue_Hmong Mandaic Samaritan Coptic Braille'
).split(' ');

/** The script that a character belongs to, as Unicode calls it; null for one of all scripts, or that nobody writes now. */
export function scriptOf(character: string): string | null {
  const found = [...SCRIPT_NAMES, ...SELDOM].find((name) =>
    new RegExp(`\\p{Script=${name}}`, 'u').test(character),
  );
  return found?.replaceAll('_', ' ') ?? null;
}

/** The scripts that these characters write, in the order of the table. */
export function scriptsOf(coverage: Coverage): readonly Script[] {
  return Object.entries(SCRIPTS)
    .filter(([, letter]) => coverage.has(letter.codePointAt(0) as number))
    .map(([script]) => script as Script);
}
