import type { Coverage } from '../cmap.ts';

/**
 * Scripts that labels are written in, by the names that Unicode has for them, each with a letter that all its fonts
 * have.
 */
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

/**
 * Other scripts whose letters change their forms next to each other or run from right to left, and further ones in use.
 */
const OTHERS = (
  'Cherokee Canadian_Aboriginal Tifinagh Nko Vai Adlam Osmanya Bamum Yi Lisu Javanese Balinese Sundanese Buginese Batak ' +
  'Cham Rejang Tagalog Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Kayah_Li Lepcha Limbu Meetei_Mayek Ol_Chiki Saurashtra ' +
  'Syloti_Nagri Chakma Hanifi_Rohingya Miao Nyiakeng_Puachue_Hmong Mandaic Samaritan Coptic Braille Mende_Kikakui Yezidi ' +
  'Avestan Chorasmian Cypriot Elymaic Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Kharoshthi ' +
  'Lydian Manichaean Meroitic_Cursive Meroitic_Hieroglyphs Nabataean Old_Hungarian Old_North_Arabian Old_Sogdian ' +
  'Old_South_Arabian Old_Turkic Old_Uyghur Palmyrene Phags_Pa Phoenician Psalter_Pahlavi Sogdian'
).split(' ');

/** Scripts by which text is shaped. Every Node.js that is supported knows these names, which Unicode 15 has. */
export const ALL_SCRIPTS: readonly string[] = [...SCRIPT_NAMES, ...OTHERS];

/** Scripts whose letters join their neighbours. */
export const JOINING_SCRIPTS = (
  'Arabic Syriac Mongolian Nko Mandaic Adlam Hanifi_Rohingya Phags_Pa Manichaean Psalter_Pahlavi Sogdian Chorasmian ' +
  'Old_Uyghur'
).split(' ');

/** Scripts whose letters are printed before, below or in one another: those of India, and their descendants. */
export const SCRIPTS_OF_PARTS = (
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan Myanmar Khmer Javanese Balinese ' +
  'Sundanese Buginese Batak Cham Rejang Tagalog Tai_Tham Lepcha Limbu Meetei_Mayek Saurashtra Syloti_Nagri Chakma Kharoshthi'
).split(' ');

/**
 * The script that a character belongs to, as Unicode calls it; null for a character of all scripts, or of one that
 * nobody writes now.
 */
export function scriptOf(character: string): string | null {
  const found = ALL_SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character));
  return found?.replaceAll('_', ' ') ?? null;
}

/** The scripts that these characters write, in the order of the table. */
export function scriptsOf(coverage: Coverage): readonly Script[] {
  return Object.entries(SCRIPTS)
    .filter(([, letter]) => coverage.has(letter.codePointAt(0) as number))
    .map(([script]) => script as Script);
}
