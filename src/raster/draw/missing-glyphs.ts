import { scriptOf } from '../font/held/scripts.ts';
import type { Typeface } from '../font/typeface.ts';

/** At most this many characters are named in a diagnostic. */
const NAMED_MAX = 3;
/** Names of downloaded fonts come from the label, and may be long. */
const FONT_NAME_MAX = 24;
const REMEDY = '; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them';

/** White space and control characters print nothing in any font. */
const PRINTS_NOTHING = /[\s\p{Cc}]/u;
/** Characters of other kinds might join, hide or reverse the text around them. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * The characters of one element for which its font has no glyph: blanks are printed for them, or the font's sign for
 * missing characters.
 */
export class MissingGlyphs {
  /** Nearly always null. */
  #characters: Set<string> | null = null;
  #font = '';
  #printed = '';

  /** Notes a character that left no dot, or was drawn as the font's sign for missing ones, if the font lacks it. */
  note(character: string, typeface: Typeface): void {
    if (PRINTS_NOTHING.test(character) || !typeface.isMissing(character)) return;
    this.#characters ??= new Set();
    this.#characters.add(character);
    this.#font = typeface.name;
    this.#printed = typeface.hasDefaultGlyph ? 'its default glyph is printed' : 'blanks are printed';
  }

  /** Returns a warning about the noted characters, and forgets them; null if there are none. */
  take(): string | null {
    if (this.#characters === null) return null;
    const names = namesOf(this.#characters);
    // Fonts of all printers lack some Latin letters on purpose.
    const remedy = [...this.#characters].some((character) => scriptOf(character) !== 'Latin') ? REMEDY : '';
    this.#characters = null;
    return `font ${this.#font.slice(0, FONT_NAME_MAX)} has no glyph for ${names}; ${this.#printed}${remedy}`;
  }
}

/** A script other than that of the fonts of all printers. */
function foreignScript(character: string): string | null {
  const script = scriptOf(character);
  return script === 'Latin' ? null : script;
}

/** Names of some of the characters, and the number of the rest: `中 (U+4E2D, Han), 2 more`. */
export function namesOf(characters: ReadonlySet<string>): string {
  const names = [...characters].slice(0, NAMED_MAX).map(nameOf);
  const rest = characters.size - names.length;
  if (rest > 0) names.push(`${rest} more`);
  return names.join(', ');
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (!SHOWN.test(character)) return `U+${code}`;
  const script = foreignScript(character);
  return `${character} (U+${code}${script === null ? '' : `, ${script}`})`;
}
