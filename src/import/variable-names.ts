import { LIMITS } from '../limits.ts';
import { automaticName } from '../template/placeholders/automatic-tokens.ts';

/** The longest name, with room for a number after it. UTF-16 code units. */
const NAME_MAX = LIMITS.variableNameUnits - 12;

/**
 * Gives the numbered fields of a label names that the API takes as names of variables: in lower case, of letters,
 * digits and `_`, each once. A field without a name of its own is `field_` and its number, and so is one whose letters
 * cannot be written; the number also distinguishes fields of the same name.
 */
export class ImportedNames {
  readonly #taken: Set<string>;

  /** @param taken names that are not available */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  /** @param keepsLetters whether the encoding of the label has letters beyond ASCII */
  take(prompt: string, fieldNumber: number, keepsLetters: boolean): string {
    const base = plainName(prompt, keepsLetters) || 'field';
    let name = base === 'field' || isReserved(base) ? `${base}_${fieldNumber}` : base;
    if (this.#taken.has(name)) name = `${base}_${fieldNumber}`;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${fieldNumber}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** Letters that are not an ASCII letter with an accent, and their spelling in ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Writes a prompt as a name: without accents, and with `_` for all other characters. In upper case `ß` is two letters.
 */
function plainName(prompt: string, keepsLetters: boolean): string {
  return prompt
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[æœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(keepsLetters ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g, '_')
    .slice(0, NAME_MAX)
    .replace(/^_+|_+$|\p{Surrogate}/gu, '');
}

/** Whether a name is that of a date or a counter, or of a property of every JavaScript object. */
function isReserved(name: string): boolean {
  return automaticName(name) !== null || name === 'prototype' || name in Object.prototype;
}
