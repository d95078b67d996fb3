/** Both included. */
export type Bounds = readonly [min: number, max: number];

/** The content of a parameter, and how the renderer reads it. */
export type ParameterKind =
  /** A length or a place in the unit of `^MU`, dots unless that is set. */
  | 'dots'
  | 'whole'
  | 'decimal'
  /** One of a few letters or digits. */
  | 'choice'
  /** Y or N. Any other letter means the default, without a warning. */
  | 'flag'
  /** One of a few numbers. The renderer reads a number within the least and the greatest of them. */
  | 'numbered'
  /** Any single character. */
  | 'character'
  /** The name of a stored object, `R:LOGO.GRF`. */
  | 'name'
  | 'text'
  /** The rest of the command, delimiters included. */
  | 'data';

/** A parameter, as the renderer reads it and the linter checks it. The studio shows its words. */
export interface Parameter {
  /** Unique in its command. */
  readonly name: string;
  readonly kind: ParameterKind;
  /** Its meaning in a few words. */
  readonly about: string;
  /** The numbers that Zebra's guide allows; without them any number is allowed. */
  readonly bounds?: Bounds;
  /** The greatest number that Zebra's guide gives, where printers may take more (`bounds`). */
  readonly most?: number;
  /** The advice for a number above `most`, unless it is a smaller number. */
  readonly insteadOfMore?: string;
  /** The numbers that the guide allows below 24 dots per mm, where `bounds` holds for 24. */
  readonly coarse?: Bounds;
  /** The least size of a scalable font; 0 stands for a size that another parameter says. */
  readonly leastScalable?: number;
  /**
   * The numbers that the renderer takes, if they differ from `bounds`. The renderer brings others to the nearest of
   * them.
   */
  readonly takes?: Bounds;
  /** Each letter or number of a choice with its meaning. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The words for a missing value. */
  readonly byDefault?: string;
  /** The value that the renderer takes for a missing one; undefined where the handler or the symbol decides. */
  readonly fallback?: number | string | boolean | undefined;
  /** The side of the field that grows with this number, while the field is not turned. */
  readonly size?: 'x' | 'y';
  /** A place: its sign is ignored. */
  readonly isPlace?: true;
  /** The renderer brings a number into bounds without a warning. */
  readonly isQuiet?: true;
  /** The renderer takes the default for a number out of bounds, not the nearest bound. */
  readonly isStrict?: true;
  /** The magnification of a barcode, which other barcode commands of its field take for the width of a module. */
  readonly isModule?: true;
  /** A whole number of dots that `^MU` does not change: the width of a module. */
  readonly countsDots?: true;
  /** Nothing is drawn by it. A number out of bounds still gets a warning. */
  readonly isUnused?: true;
  /** The first character after the command's name, which no delimiter follows. */
  readonly isGlued?: true;
}

/** The renderer's treatment of a command without a handler. */
export type Effect =
  /** The command leaves the dots of a label as they are. */
  | 'ignored'
  /** The same, but the command is meant for the printer alone, so the linter reports it. */
  | 'for-printer'
  /** The command is ignored, though it changes labels after the first one. */
  | 'later-labels'
  /** The command changes the dots of a label; it is passed over with a warning. */
  | 'not-drawn';

/** The characters that introduce and separate commands. */
export type PrefixName = 'format' | 'control' | 'delimiter';

/** A ZPL command. */
export interface CommandEntry {
  /** The command in a few words. */
  readonly title: string;
  /** Further notes for writers of labels. Sentences. */
  readonly about?: string;
  /** Difference of renderer and printer, for docs/commands.md. A few words. */
  readonly renderer?: string;
  readonly parameters: readonly Parameter[];
  /** Whether the command has parameters that are not described here. */
  readonly hasOthers?: true;
  /** Missing where a handler of `src/zpl/commands` carries it out. */
  readonly effect?: Effect;
  /** The topic of a command that sets up the printer or its job. An import leaves it out if asked to. */
  readonly setsUp?: string;
  /** The command sets something for the labels that follow, too, until it is set again. */
  readonly outlivesLabel?: true;
  /** Whether the command stores a picture or font under the name in its first parameter, or draws the picture of it. */
  readonly object?: 'stored' | 'drawn';
  /** The prefix that the command changes to the one character that follows it. */
  readonly prefix?: PrefixName;
  /** The only printers that have the command, by Zebra's guide, which names them for few commands. */
  readonly onlyOn?: readonly string[];
  /** Its drawing is never turned. */
  readonly isUpright?: true;
  /** Text of the label or a comment follows, in which a `~` may be literal. */
  readonly holds?: 'field-data' | 'comment';
  /** A barcode of narrow and wide bars, whose ratio `^BY` sets. */
  readonly usesRatio?: true;
  /** A barcode whose own parameters, or its standard, give its modules and rows: `^BY` does not. */
  readonly hasOwnModules?: true;
  /** A barcode that `^FM` gives several places. Other fields ignore `^FM`. */
  readonly isSeries?: true;
}

/** Commands by canonical name: upper case, `^A` for all fonts. */
export type Family = Readonly<Record<string, CommandEntry>>;

/** The name of a parameter, and its meaning. */
type Words<N extends string> = readonly [name: N, about: string];

type NumberKind = 'dots' | 'whole' | 'decimal' | 'numbered';

export interface NumberParameter<N extends string = string, F extends number | undefined = number | undefined>
  extends Parameter {
  readonly name: N;
  readonly kind: NumberKind;
  readonly fallback: F;
}

/** A number that Zebra's guide gives bounds. */
export interface BoundedParameter<N extends string, F extends number | undefined>
  extends NumberParameter<N, F> {
  readonly bounds: Bounds;
}

export interface ChoiceParameter<
  N extends string = string,
  L extends string = string,
  F extends string | undefined = string | undefined,
> extends Parameter {
  readonly name: N;
  readonly kind: 'choice';
  readonly choices: Readonly<Record<L, string>>;
  readonly fallback: F;
}

export interface FlagParameter<N extends string = string> extends Parameter {
  readonly name: N;
  readonly kind: 'flag';
  readonly fallback: boolean;
}

export interface TextParameter<N extends string = string, F extends string | undefined = string | undefined>
  extends Parameter {
  readonly name: N;
  readonly kind: 'character' | 'name' | 'text' | 'data';
  readonly fallback: F;
}

/** The value of a default; none for words that say where the value comes from. */
type Fallback<V, D> = D extends V ? V : undefined;

type Letters<C> = `${Extract<keyof C, string | number>}`;

type Default = number | string | undefined;

function numeric<const N extends string, const D extends Default>(
  kind: NumberKind,
  [name, about]: Words<N>,
  bounds: Bounds,
  byDefault: D | undefined,
): BoundedParameter<N, Fallback<number, D>> {
  const fallback = (typeof byDefault === 'number' ? byDefault : undefined) as Fallback<number, D>;
  return { name, kind, about, bounds, ...inWords(byDefault), fallback };
}

function inWords(byDefault: Default): Pick<Parameter, 'byDefault'> {
  return byDefault === undefined ? {} : { byDefault: String(byDefault) };
}

/** A length in dots. A default in words says where the length comes from. */
export function dots<const N extends string, const D extends Default = undefined>(
  words: Words<N>,
  bounds: Bounds,
  byDefault?: D,
): BoundedParameter<N, Fallback<number, D>> {
  return numeric('dots', words, bounds, byDefault);
}

/** Coordinates on a label, in dots. */
export const PLACES: Bounds = [0, 32_000];

/** A place on the label in dots. */
export function place<const N extends string, const D extends Default>(
  words: Words<N>,
  byDefault: D,
): BoundedParameter<N, Fallback<number, D>> {
  return { ...dots(words, PLACES, byDefault), isPlace: true };
}

/** A whole number that no unit of `^MU` scales. */
export function whole<const N extends string, const D extends Default = undefined>(
  words: Words<N>,
  bounds: Bounds,
  byDefault?: D,
): BoundedParameter<N, Fallback<number, D>> {
  return numeric('whole', words, bounds, byDefault);
}

/** A number of bytes. */
export function count<const N extends string>(
  [name, about]: Words<N>,
  most: number = Number.POSITIVE_INFINITY,
): NumberParameter<N, number> {
  return { name, kind: 'whole', about, takes: [0, most], fallback: 0 };
}

/** A number that may have decimals, such as a ratio. */
export function decimal<const N extends string, const D extends Default = undefined>(
  words: Words<N>,
  bounds: Bounds,
  byDefault?: D,
): BoundedParameter<N, Fallback<number, D>> {
  return numeric('decimal', words, bounds, byDefault);
}

/** @param byDefault one of the choices, or words that say where the choice comes from. */
export function choice<
  const N extends string,
  const C extends Readonly<Record<string | number, string>>,
  D extends string | undefined = undefined,
>(
  [name, about]: Words<N>,
  choices: C,
  byDefault?: D,
): ChoiceParameter<N, Letters<C>, Fallback<Letters<C>, D>> {
  const isChoice = byDefault !== undefined && Object.hasOwn(choices, byDefault);
  const fallback = (isChoice ? byDefault : undefined) as Fallback<Letters<C>, D>;
  return { name, kind: 'choice', about, choices, ...inWords(byDefault), fallback };
}

/** A choice by number. Numbers between the least and the greatest are read as they are. */
export function numbered<const N extends string, const D extends Default = undefined>(
  words: Words<N>,
  choices: Readonly<Record<number, string>>,
  byDefault?: D,
): BoundedParameter<N, Fallback<number, D>> {
  const numbers = Object.keys(choices).map(Number);
  const bounds: Bounds = [Math.min(...numbers), Math.max(...numbers)];
  return { ...numeric('numbered', words, bounds, byDefault), choices };
}

/** Yes or no. */
export function flag<const N extends string>(
  [name, about]: Words<N>,
  byDefault: 'Y' | 'N',
): FlagParameter<N> {
  const choices = { Y: 'yes', N: 'no' };
  return { name, kind: 'flag', about, choices, byDefault, fallback: byDefault === 'Y' };
}

/** @param byDefault a character, or words that say where it comes from. */
export function character<const N extends string>(
  [name, about]: Words<N>,
  byDefault?: string,
): TextParameter<N, string> {
  const fallback = byDefault?.length === 1 ? byDefault : '';
  return { name, kind: 'character', about, ...inWords(byDefault), fallback };
}

/** @param byDefault words that say where the name comes from. */
export function objectName<const N extends string>(
  [name, about]: Words<N>,
  byDefault?: string,
): TextParameter<N, string> {
  return { name, kind: 'name', about, ...inWords(byDefault), fallback: '' };
}

/** Any text up to the next delimiter. */
export function text<const N extends string>(
  [name, about]: Words<N>,
  byDefault?: string,
): TextParameter<N, string> {
  return { name, kind: 'text', about, ...inWords(byDefault), fallback: byDefault ?? '' };
}

/** The rest of the command, delimiters included. */
export function data<const N extends string>([name, about]: Words<N>): TextParameter<N, string> {
  return { name, kind: 'data', about, fallback: '' };
}

/** A number by which the field grows to the right. */
export function across<P extends NumberParameter>(parameter: P): P {
  return { ...parameter, size: 'x' };
}

/** A number by which the field grows downwards. */
export function down<P extends NumberParameter>(parameter: P): P {
  return { ...parameter, size: 'y' };
}

/** A parameter that the renderer brings into its bounds without a warning. */
export function quiet<P extends NumberParameter>(parameter: P): P {
  return { ...parameter, isQuiet: true };
}

/** A parameter that the renderer reads only to check its bounds. */
export function unused<P extends Parameter>(parameter: P): P & { readonly isUnused: true } {
  return { ...parameter, isUnused: true };
}

/** The rotation of a field. */
export const ORIENTATION = choice(
  ['orientation', 'which way the field is turned'],
  { N: 'upright', R: 'a quarter clockwise', I: 'upside down', B: 'a quarter anticlockwise' },
  'what ^FW says',
);
