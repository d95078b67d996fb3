import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './failure.ts';

/**
 * A value of one place: a name in capital letters (`FILE`, `OUT` and `ROWS` are files), or the allowed words. A
 * single operand that ends in `...` stands for one or more, in brackets for any number.
 */
export type Value = string | readonly string[];

export interface Option {
  /** None for one that is there or not. */
  readonly value?: Value;
  /** Another name of one letter. */
  readonly short?: string;
  readonly required?: true;
  /** May be given several times. Words after it are further values, for a command without operands. */
  readonly many?: true;
}

/** By name, without dashes. */
export type Options = Readonly<Record<string, Option>>;

type TypeOf<V extends Value> = V extends readonly (infer Word)[] ? Word : string;

/** The parsed command line of a command. */
export interface Given<O extends Options, N extends readonly Value[]> {
  readonly values: {
    readonly [Name in keyof O]: O[Name] extends { readonly value: infer V extends Value }
      ? O[Name] extends { readonly many: true }
        ? readonly TypeOf<V>[]
        : TypeOf<V> | (O[Name] extends { readonly required: true } ? never : undefined)
      : boolean;
  };
  readonly operands: N extends readonly [`[${string}...]`]
    ? readonly string[]
    : N extends readonly [`${string}...`]
      ? readonly [string, ...string[]]
      : { readonly [Index in keyof N]: TypeOf<N[Index]> };
  /** Whether `--json` is there, which every command has. */
  readonly json: boolean;
}

/**
 * Splits and checks a command's arguments.
 *
 * @throws UsageError
 */
export function parseArguments<O extends Options, N extends readonly Value[]>(
  argv: readonly string[],
  options: O,
  operands: N,
): Given<O, N> {
  const { values, positionals } = parseStrictly(argv, options, operands.length === 0);
  const missing = operands[positionals.length];
  if (missing !== undefined && !isOptional(missing)) {
    throw new UsageError(`${valueName(missing).replace('...', '')} is missing`);
  }
  if (positionals.length > operands.length && !isList(operands.at(-1) ?? '')) {
    throw new UsageError(`unexpected argument ${JSON.stringify(positionals[operands.length])}`);
  }
  for (const [index, operand] of operands.entries())
    checkWord(positionals[index], operand, `argument ${index + 1}`);
  for (const [name, option] of Object.entries(options)) values[name] = checked(values[name], name, option);
  // The values were checked against these same tables.
  return { values, operands: positionals, json: values['json'] === true } as unknown as Given<O, N>;
}

/** Whether an operand stands for several. */
export function isList(operand: Value): boolean {
  return /\.\.\.\]?$/.test(valueName(operand));
}

function isOptional(operand: Value): boolean {
  return valueName(operand).startsWith('[');
}

type ParsedValue = string | boolean | string[] | undefined;

interface Parsed {
  readonly values: Record<string, ParsedValue>;
  readonly positionals: string[];
}

function parseStrictly(argv: readonly string[], options: Options, wordsAreValues: boolean): Parsed {
  const known: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' } };
  for (const [name, { value, short, many = false }] of Object.entries(options)) {
    known[name] = {
      type: value === undefined ? 'boolean' : 'string',
      multiple: many,
      ...(short === undefined ? {} : { short }),
    };
  }
  try {
    const args = withNumbersJoined(argv, options);
    const config = { args, options: known, allowPositionals: true, tokens: true } as const;
    const { values, tokens } = parseArgs(config);
    const parsed: Parsed = { values: { ...(values as Parsed['values']) }, positionals: [] };
    let list: ParsedValue;
    for (const token of tokens) {
      if (token.kind === 'option') list = parsed.values[token.name];
      if (token.kind !== 'positional') continue;
      if (wordsAreValues && Array.isArray(list)) list.push(token.value);
      else parsed.positionals.push(token.value);
    }
    return parsed;
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Option '(\S+)' argument is ambiguous/.exec(message) ?? [];
    if (option !== undefined)
      throw new UsageError(`${option} needs a value, which must not begin with a dash`);
    // Node adds advice after the first sentence that is about its own API.
    throw new UsageError(message.split(/\. |\n/)[0] as string);
  }
}

/** `--dpi -5` as `--dpi=-5`: a negative number is a value, which is judged as one, and no option. */
function withNumbersJoined(argv: readonly string[], options: Options): string[] {
  const takeValues = new Set(
    Object.entries(options)
      .filter(([, { value }]) => value !== undefined)
      .map(([name]) => `--${name}`),
  );
  const joined: string[] = [];
  for (const argument of argv) {
    const before = joined.at(-1) ?? '';
    if (takeValues.has(before) && /^-\.?\d/.test(argument)) joined.push(`${joined.pop()}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

function checked(given: ParsedValue, name: string, option: Option): ParsedValue {
  if (option.value === undefined) return given === true;
  const shown = optionName(name, option);
  const texts = Array.isArray(given) ? given : [given as string | undefined];
  for (const text of texts) {
    if (option.required === true) required(text, shown);
    checkWord(text, option.value, shown);
  }
  return option.many === true ? (given ?? []) : given;
}

function checkWord(given: string | undefined, value: Value, what: string): void {
  if (given === undefined || typeof value === 'string' || value.includes(given)) return;
  throw new UsageError(`${what} must be ${value.join(' or ')}, not ${JSON.stringify(given)}`);
}

/** An option as people write it. */
export function optionName(name: string, { short }: Option): string {
  return short === undefined ? `--${name}` : `-${short}`;
}

/** All names of an option, with their dashes. */
export function optionNames(name: string, { short }: Option): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** A value as people read it. */
export function valueName(value: Value): string {
  return typeof value === 'string' ? value : value.join('|');
}

/** A value that must be given. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing`);
  return value;
}

/** A finite decimal number. */
export function number(value: string, option: string): number {
  const parsed = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(parsed))
    throw new UsageError(`${option} must be a number, not ${JSON.stringify(value)}`);
  return parsed;
}

/** A decimal number above zero. */
export function positive(value: string | undefined, option: string): number {
  const parsed = number(required(value, option), option);
  if (parsed <= 0) throw new UsageError(`${option} must be above 0, not ${value}`);
  return parsed;
}

/** A decimal number within bounds. */
export function bounded(value: string, option: string, least: number, most: number): number {
  const parsed = number(value, option);
  if (parsed >= least && parsed <= most) return parsed;
  throw new UsageError(`${option} must be a number from ${least} to ${most}, not ${value}`);
}

/** Far above any print head. */
const DPI_MAX = 2400;

/** A resolution in dots per inch. */
export function resolution(value: string, option: string): number {
  return bounded(value, option, 1, DPI_MAX);
}

/** A whole number within bounds, in decimal digits. */
export function whole(value: string, option: string, least: number, most: number): number {
  const parsed = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (parsed >= least && parsed <= most) return parsed;
  throw new UsageError(
    `${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}`,
  );
}
