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
  /** Of numbers, both included. */
  readonly bounds?: Bounds;
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
}

/** All commands of a family, by canonical name. */
export type Family = Readonly<Record<string, CommandReference>>;

type Word = readonly [name: string, about: string];

/** A length or place in dots. */
export function dots([name, about]: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { name, kind: 'dots', about, bounds, ...(byDefault === undefined ? {} : { byDefault }) };
}

export function whole([name, about]: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { name, kind: 'whole', about, bounds, ...(byDefault === undefined ? {} : { byDefault }) };
}

export function decimal([name, about]: Word, bounds: Bounds, byDefault?: string): ParameterReference {
  return { name, kind: 'decimal', about, bounds, ...(byDefault === undefined ? {} : { byDefault }) };
}

export function choice(
  [name, about]: Word,
  choices: Readonly<Record<string, string>>,
  byDefault?: string,
): ParameterReference {
  return { name, kind: 'choice', about, choices, ...(byDefault === undefined ? {} : { byDefault }) };
}

export function text(
  [name, about]: Word,
  kind: 'character' | 'name' | 'text' | 'data' = 'text',
  byDefault?: string,
): ParameterReference {
  return { name, kind, about, ...(byDefault === undefined ? {} : { byDefault }) };
}

/** Which way a field is turned. */
export const ORIENTATION: ParameterReference = choice(
  ['orientation', 'which way the field is turned'],
  { N: 'upright', R: 'a quarter clockwise', I: 'upside down', B: 'a quarter anticlockwise' },
  'what ^FW says',
);
