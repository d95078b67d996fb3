import type { Typeface } from '../font/typeface.ts';
import { namesOf } from './missing-glyphs.ts';

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
    return `${this.#sample} is in the printer's profile without ${namesOf(this.#characters)}`;
  }
}
