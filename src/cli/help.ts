import { type CliCommand, firstSentence, synopsis } from './command.ts';

type Commands = Readonly<Record<string, CliCommand>>;

/** The width of help. */
const COLUMNS = 120;

/** How far a word may be from a command's to be taken for it: letters that are wrong, missing or too many. */
const MISTYPED = 2;

/** The text of `platen --help`. */
export function overview(commands: Commands): string {
  return [
    'Usage: platen COMMAND [OPTIONS] [--json]',
    '',
    ...listed(commands),
    '',
    'platen COMMAND --help shows the options. --json prints one JSON document on standard output.',
    '',
  ].join('\n');
}

/** The commands that begin with a word, or null if none has others after it. */
export function groupHelp(commands: Commands, group: string): string | null {
  const its = Object.entries(commands).filter(([words]) => words.startsWith(`${group} `));
  if (its.length === 0) return null;
  return [
    `Usage: platen ${group} COMMAND [OPTIONS] [--json]`,
    '',
    ...listed(Object.fromEntries(its)),
    '',
    `platen ${group} COMMAND --help shows the options.`,
    '',
  ].join('\n');
}

/** The text of a command's own `--help`. */
export function commandHelp(words: string, command: CliCommand): string {
  const lines: string[] = [];
  let line = `Usage: platen ${words}`;
  for (const part of synopsis(command)) {
    if (line.length + part.length < COLUMNS) {
      line += ` ${part}`;
    } else {
      lines.push(line);
      line = `  ${part}`;
    }
  }
  return `${[...lines, line].join('\n')}\n\n${command.summary}\n`;
}

/** The command that was probably meant, or null. */
export function meant(commands: Commands, given: readonly string[]): string | null {
  const near = Object.keys(commands)
    .map((words) => {
      const typed = given.slice(0, words.split(' ').length).join(' ');
      return { words, distance: distance(typed, words) };
    })
    .filter((each) => each.distance <= MISTYPED)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.words ?? null;
}

function listed(commands: Commands): string[] {
  return Object.entries(commands).map(
    ([words, command]) => `  ${words.padEnd(20)} ${firstSentence(command)}`,
  );
}

/** Letters to change, insert or leave out to make one of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (const [left, other] of [...to].entries()) {
      const changed = (row[left] as number) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[left + 1] as number) + 1, (next[left] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
