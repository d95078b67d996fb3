import { type Given, type Options, optionName, parseArguments, type Value, valueName } from './arguments.ts';
import type { Io } from './io.ts';

/** A command of `platen`: help, completion and parsing are made from it. */
export interface CliCommand {
  readonly options: Options;
  readonly operands: readonly Value[];
  /** Lists of commands show the first sentence. */
  readonly summary: string;
  /**
   * Takes what follows the command's words. Resolves to {@link PARTLY}, or to nothing when all was done; rejects with a
   * `UsageError`, or with why the command failed.
   */
  readonly run: (argv: readonly string[], io: Io) => Promise<Done>;
}

/** Exit status of a command that came to its end, and said what of its work could not be done. */
export const PARTLY = 3;

type Done = typeof PARTLY | void;

/**
 * A command from what it takes. `load` comes once the arguments are known to be good, and loads no more than the
 * command needs: `render` never sees the database.
 */
export function command<const O extends Options = {}, const N extends readonly Value[] = []>({
  options = {} as O,
  operands = [] as readonly Value[] as N,
  summary,
  load,
}: {
  readonly options?: O;
  readonly operands?: N;
  readonly summary: string;
  readonly load: () => Promise<(given: Given<O, N>, io: Io) => Promise<Done> | Done>;
}): CliCommand {
  return {
    options,
    operands,
    summary,
    async run(argv, io) {
      const given = parseArguments(argv, options, operands);
      const execute = await load();
      return execute(given, io);
    },
  };
}

/** The operands and options of a command, for its help; a line may end after each. */
export function synopsis({ options, operands }: CliCommand): readonly string[] {
  const shown = Object.entries(options).map(([name, option]) => {
    const text =
      `${optionName(name, option)} ${valueName(option.value ?? '')}`.trimEnd() + (option.many ? '...' : '');
    return option.required === true ? text : `[${text}]`;
  });
  return [...operands.map(valueName), ...shown, '[--json]'];
}

/** The first sentence of a command's summary. */
export function firstSentence({ summary }: CliCommand): string {
  return (summary.split(/(?<=\.|;|:)\s/)[0] as string).replace(/[;:]$/, '.');
}
