import { isList, optionNames, type Value } from './arguments.ts';
import { type CliCommand, firstSentence } from './command.ts';

type Commands = Readonly<Record<string, CliCommand>>;

/** A word that can stand in a place, and what it does where that is to be said. */
export interface Candidate {
  readonly word: string;
  readonly summary: string;
}

/** The words that can stand in one place of a command line. */
export interface CompletionPlace {
  /**
   * The words of the command, a space, and `-` for an option's name, or the option whose value it is, or the number of
   * operands before it.
   */
  readonly at: string;
  /** Whether it stands for further operands too. */
  readonly repeats: boolean;
  readonly candidates: readonly Candidate[];
  readonly files: boolean;
}

/** All that a shell has to know of the program. */
export interface Completion {
  /** Steps to a command or a group: the words so far, a space, the next word. */
  readonly steps: readonly string[];
  /** Options that are followed by a value: the command's words, a space, the option. */
  readonly takeValues: readonly string[];
  /** Places that repeat come last. */
  readonly places: readonly CompletionPlace[];
}

/** Lists all places to complete, from the table of commands. */
export function completionOf(commands: Commands): Completion {
  const words = Object.keys(commands);
  const groups = [...new Set(words.filter((each) => each.includes(' ')).map(firstWord))];
  const steps = [
    ...new Set(words.flatMap((each) => [` ${firstWord(each)}`, ...(each.includes(' ') ? [each] : [])])),
  ];
  const beginnings: Candidate[] = [...new Set(words.map(firstWord))].map((word) => ({
    word,
    summary: commands[word] === undefined ? `Commands of ${word}.` : firstSentence(commands[word]),
  }));
  const places = [
    place(' 0', [...beginnings, { word: 'help', summary: 'Shows what there is.' }]),
    place(' -', ['--help', '--version'].map(plain)),
    place('help 0', beginnings),
    ...groups.flatMap((group) => [
      place(`${group} 0`, commandsOf(commands, group)),
      place(`${group} -`, [plain('--help')]),
    ]),
    ...Object.entries(commands).flatMap(([name, command]) => placesOf(name, command)),
  ];
  return {
    steps: [...steps, ' help'],
    takeValues: Object.entries(commands).flatMap(([name, { options }]) =>
      Object.entries(options)
        .filter(([, { value }]) => value !== undefined)
        .flatMap(([option, definition]) => optionNames(option, definition).map((each) => `${name} ${each}`)),
    ),
    places: places.toSorted((a, b) => Number(a.repeats) - Number(b.repeats)),
  };
}

function commandsOf(commands: Commands, group: string): Candidate[] {
  return Object.entries(commands)
    .filter(([words]) => words.startsWith(`${group} `))
    .map(([words, command]) => ({ word: words.slice(group.length + 1), summary: firstSentence(command) }));
}

function placesOf(name: string, { options, operands }: CliCommand): CompletionPlace[] {
  const named = Object.keys(options).map((option) => `--${option}`);
  return [
    place(`${name} -`, [...named, '--json', '--help'].map(plain)),
    ...Object.entries(options).flatMap(([option, definition]) =>
      definition.value === undefined
        ? []
        : optionNames(option, definition).map((each) =>
            valuePlace(`${name} ${each}`, definition.value as Value),
          ),
    ),
    ...operands.map((operand, index) => valuePlace(`${name} ${index}`, operand)),
  ].filter(({ candidates, files }) => candidates.length > 0 || files);
}

/**
 * Words in small letters are themselves; the others stand for something, `FILE`, `OUT`, `ROWS`, `PATH` and `DIR` for
 * files.
 */
function valuePlace(at: string, value: Value): CompletionPlace {
  const words = typeof value === 'string' ? value.split('|') : value;
  const files = words.some((word) => /^\[?(FILE|OUT|ROWS|PATH|DIR)/.test(word));
  const repeats = isList(value);
  const candidates = words.filter((word) => word === word.toLowerCase()).map(plain);
  return { at: repeats ? at.replace(/\d+$/, '') : at, repeats, candidates, files };
}

function place(at: string, candidates: readonly Candidate[]): CompletionPlace {
  return { at, repeats: false, candidates, files: false };
}

function plain(word: string): Candidate {
  return { word, summary: '' };
}

function firstWord(words: string): string {
  return words.split(' ')[0] as string;
}
