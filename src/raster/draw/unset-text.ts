import type { TextProperties } from '../../zpl/label.ts';
import { scriptOf } from '../font/held/scripts.ts';
import type { Typeface } from '../font/typeface.ts';

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u05d0-\u05f2\u0620-\u064a\u0671-\u06d3\u0710-\u072f\u0750-\u07b1\u08a0-\u08c7]/u;
/** Letters that join those beside them. Those of the presentation forms (U+FB50 and on) have their shape already. */
const JOINING = /[\u0620-\u064a\u0671-\u06d3\u0710-\u072f\u0750-\u077f\u08a0-\u08c7]/u;
/** Letters of Indic scripts, Tibetan, Myanmar and Khmer, which stand before, below or in one another. */
const COMBINING = /[\u0904-\u0939\u0958-\u0961\u0985-\u0df4\u0f40-\u0f6c\u1000-\u1055\u1780-\u17b3]/u;

/** Nearly all texts have none of these, which one look tells. */
const BEYOND_GREEK_AND_CYRILLIC = /[\u0590-\uffff]/;

/** What of a text's script is not drawn as the script asks; null for nearly all texts. */
export function unsetText(
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
