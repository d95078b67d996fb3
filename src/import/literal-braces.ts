import type { ByteString } from '../zpl/byte-string.ts';
import { decodeText } from '../zpl/encoding.ts';
import type { SentData } from './field-collector.ts';
import type { ImportedNames } from './variable-names.ts';

/** A field transform, as a bundle has it, by which a variable always has the same value. */
export interface FixedVariable {
  readonly variable: string;
  readonly steps: readonly object[];
}

/** The name of the variable that is a left brace. */
export const BRACE = 'brace';

const LEFT_BRACE = '{' as ByteString;

/**
 * Variables whose value is always a left brace, which begins no placeholder. National encodings print another
 * character for the byte of the brace; this character has a variable of its own.
 */
export class LiteralBraces {
  readonly #names: ImportedNames;
  readonly #byCharacter = new Map<string, string>();

  constructor(names: ImportedNames) {
    this.#names = names;
  }

  /** The variable for the braces of a field. */
  nameFor({ data, inBars }: SentData): string {
    const character = inBars ? LEFT_BRACE : decodeText(data.encoding, LEFT_BRACE);
    const known = this.#byCharacter.get(character);
    if (known !== undefined) return known;
    const name =
      character === LEFT_BRACE ? BRACE : this.#names.take(BRACE, this.#byCharacter.size + 2, false);
    this.#byCharacter.set(character, name);
    return name;
  }

  /** Field transforms that give each of the variables its character. */
  transforms(): readonly FixedVariable[] {
    return [...this.#byCharacter].map(([text, variable]) => ({ variable, steps: [{ op: 'default', text }] }));
  }
}
