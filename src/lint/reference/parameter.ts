import type { Bounds } from '../../zpl/barcode-options.ts';

/** What stands in a parameter. */
export type ParameterKind =
  /** A length or a place in the unit of `^MU`, dots unless that is set. */
  | 'dots'
  | 'whole'
  | 'decimal'
  /** One of a few letters or digits. */
  | 'choice'
  /** Any single character. */
  | 'character'
  /** The name of a stored object, `R:LOGO.GRF`. */
  | 'name'
  | 'text'
  /** All that follows, delimiters too. */
  | 'data';

/** A parameter, for completion and help, and as the linter checks it. */
export interface ParameterReference {
  readonly name: string;
  readonly kind: ParameterKind;
  /** What it says. A few words. */
  readonly about: string;
  /** Of numbers, both included; without them any will do. */
  readonly bounds?: Bounds;
  /** The greatest that Zebra's guide gives, where some printers take more. */
  readonly most?: number;
  /** Of a choice: each letter with its meaning. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What holds where it is left out. */
  readonly byDefault?: string;
}

/** A command, for completion, help and checks. */
export interface CommandReference {
  /** A few words. */
  readonly title: string;
  readonly parameters: readonly ParameterReference[];
  /** What else there is to know. Sentences. */
  readonly about?: string;
  /** It has parameters that are not described here. */
  readonly hasOthers?: true;
}

/** All commands of a family, by canonical name. */
export type Family = Readonly<Record<string, CommandReference>>;

/** What a parameter is called, and what it says. */
type Word = readonly [name: string, about: string];

/** A length or place in dots. */
export function dots(word: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { ...described('dots', word, byDefault), bounds };
}

export function whole(word: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { ...described('whole', word, byDefault), bounds };
}

/** A number of bytes, which only the memory bounds. */
export function count(word: Word): ParameterReference {
  return described('whole', word);
}

export function decimal(word: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { ...described('decimal', word, byDefault), bounds };
}

export function choice(
  word: Word,
  choices: Readonly<Record<string, string>>,
  byDefault?: string,
): ParameterReference {
  return { ...described('choice', word, byDefault), choices };
}

export function character(word: Word, byDefault?: string): ParameterReference {
  return described('character', word, byDefault);
}

export function objectName(word: Word, byDefault?: string): ParameterReference {
  return described('name', word, byDefault);
}

export function text(word: Word, byDefault?: string): ParameterReference {
  return described('text', word, byDefault);
}

export function data(word: Word): ParameterReference {
  return described('data', word);
}

/** Yes or no. */
export function flag(word: Word, byDefault: 'Y' | 'N'): ParameterReference {
  return choice(word, { Y: 'yes', N: 'no' }, byDefault);
}

/** Which way a field is turned. */
export const ORIENTATION: ParameterReference = choice(
  ['orientation', 'which way the field is turned'],
  { N: 'upright', R: 'a quarter clockwise', I: 'upside down', B: 'a quarter anticlockwise' },
  'what ^FW says',
);

/** A command of which only the title is told. */
export function titled(title: string): CommandReference {
  return { title, parameters: [], hasOthers: true };
}

function described(kind: ParameterKind, [name, about]: Word, byDefault?: string): ParameterReference {
  return { name, kind, about, ...(byDefault === undefined ? {} : { byDefault }) };
}
