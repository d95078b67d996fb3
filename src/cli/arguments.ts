import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './failure.ts';

type OptionTable = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: O & { json: { type: 'boolean' } }; allowPositionals: true }>
>['values'];

/**
 * Splits a command's arguments into its options (and `--json`, which every command has) and its operands, as
 * many as are named. A last name that ends in `...` stands for one or more.
 *
 * @throws UsageError
 */
export function parseArguments<const O extends OptionTable, const N extends readonly string[]>(
  argv: readonly string[],
  options: O,
  names: N,
): {
  values: Parsed<O>;
  json: boolean;
  operands: { readonly [I in keyof N]: string };
  all: readonly string[];
} {
  const { values, positionals } = parseStrictly(argv, { ...options, json: { type: 'boolean' } });
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing.replace('...', '')} is missing`);
  if (positionals.length > names.length && !names.at(-1)?.endsWith('...')) {
    throw new UsageError(`unexpected argument ${JSON.stringify(positionals[names.length])}`);
  }
  return {
    // parseArgs checked the values against this very table; a spread in it only loses the types.
    values: values as Parsed<O>,
    json: values['json'] === true,
    operands: positionals as { readonly [I in keyof N]: string },
    all: positionals,
  };
}

function parseStrictly(argv: readonly string[], options: OptionTable) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Option '(\S+)' argument is ambiguous/.exec(message) ?? [];
    if (option !== undefined)
      throw new UsageError(`${option} needs a value, which must not begin with a dash`);
    // Node adds advice after the first sentence that is about its own API.
    throw new UsageError(message.split(/\. |\n/)[0] as string);
  }
}

/** An option that must be given. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing`);
  return value;
}

/** One of a few words. */
export function oneOf<const T extends string>(value: string, allowed: readonly T[], what: string): T {
  const found = allowed.find((word) => word === value);
  if (found === undefined) {
    throw new UsageError(`${what} must be ${allowed.join(' or ')}, not ${JSON.stringify(value)}`);
  }
  return found;
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
