import type { Typeface } from '../font/typeface.ts';
import { nameOf } from './missing-glyphs.ts';

/** At most this many characters are named in a diagnostic. */
const NAMED_MAX = 3;

/** Text of one element that the printer's profile has no sample of, so that outlines are drawn, or turned samples. */
export class UnsampledText {
  /** Nearly always null. */
  #size: string | null = null;
  #characters: Set<string> | null = null;
  #sample = '';

  /** Takes note of text in a font. */
  note({ unsampled }: Typeface): void {
    if (unsampled !== undefined) this.#size = unsampled;
  }

  /** Takes note of a character that a sampled size lacks. */
  noteCharacter(character: string, { sample = '' }: Typeface): void {
    this.#characters ??= new Set();
    this.#characters.add(character);
    this.#sample = sample;
  }

  /** Returns a warning about what was noted, and forgets it; null if there is nothing. */
  take(): string | null {
    const lacks = this.#size ?? this.#lackedCharacters();
    this.#size = null;
    this.#characters = null;
    return lacks && `${lacks}: sample it by platen profile PRINTER LABEL -o DIR`;
  }

  #lackedCharacters(): string | null {
    if (this.#characters === null) return null;
    const names = [...this.#characters].slice(0, NAMED_MAX).map(nameOf);
    const others = this.#characters.size - names.length;
    if (others > 0) names.push(`${others} more`);
    return `${this.#sample} is in the printer's profile without ${names.join(', ')}`;
  }
}
