import type { TextProperties } from '../../zpl/label.ts';
import { JOINING_SCRIPTS, SCRIPTS_OF_PARTS, scriptOf } from '../font/held/scripts.ts';
import type { Typeface } from '../font/typeface.ts';

/**
 * Letters of scripts that run from right to left. Those of the presentation forms (U+FB1D and on) may be turned
 * already.
 */
const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Letters that join their neighbours. Presentation forms and Arabic mathematical letters have their shape already. */
const JOINING = lettersOf(JOINING_SCRIPTS, '\\ufb50-\\ufefc\\u{1ee00}-\\u{1eeff}');
/** Letters that are printed before, below or in one another. */
const COMBINING = lettersOf(SCRIPTS_OF_PARTS);

/** A quick test: nearly all texts have none of these characters. */
const BEYOND_GREEK_AND_CYRILLIC = /[\u0590-\uffff]/;

function lettersOf(scripts: readonly string[], not = ''): RegExp {
  const all = scripts.map((name) => `\\p{Script=${name}}`).join('');
  return new RegExp(`(?=\\p{L})${not && `(?![${not}])`}[${all}]`, 'u');
}

/** Describes features of a text's script that are not drawn; null for nearly all texts. */
export function unshapedText(
  text: string,
  typeface: Typeface,
  properties: TextProperties | undefined,
): string | null {
  if (!BEYOND_GREEK_AND_CYRILLIC.test(text)) return null;
  const isTurned = properties?.bidirectional === true;
  const isShaped = properties?.shaping === true || properties?.openType === true;
  const [backwards] = (isTurned ? null : RIGHT_TO_LEFT.exec(text)) ?? [];
  const [unjoined] = (properties?.shaping === true ? null : JOINING.exec(text)) ?? [];
  const [apart] = (isShaped ? null : COMBINING.exec(text)) ?? [];
  const letter = backwards ?? unjoined ?? apart;
  if (letter === undefined) return isShaped ? unshapedByFont(text, typeface) : null;
  if (typeface.isMissing(letter)) return null;
  const faults = [
    ...(unjoined === undefined ? [] : ['with unjoined letters']),
    ...(apart === undefined ? [] : ['letter by letter']),
    ...(backwards === undefined ? [] : ['from left to right']),
  ];
  return `text in ${scriptOf(letter) ?? 'this script'} is drawn ${faults.join(' and ')}, as printers do without ^PA0,1,1,1`;
}

/** Fonts of all printers have no forms of letters. */
function unshapedByFont(text: string, typeface: Typeface): string | null {
  const [letter] = JOINING.exec(text) ?? COMBINING.exec(text) ?? [];
  if (letter === undefined || typeface.shapes === true || typeface.isMissing(letter)) return null;
  return `font ${typeface.name} has no forms of ${scriptOf(letter) ?? 'these'} letters, which are drawn one by one; a font from a file has`;
}
