import { COMMANDS } from './commands.ts';
import { describeFailure, UsageError } from './failure.ts';
import type { Io } from './io.ts';

/**
 * Runs one command line (without the program's name) and resolves to its exit status: 0, 1 for a failure,
 * with one line on standard error, or 2 for bad usage or settings.
 */
export async function run(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const words = [argv.slice(0, 2).join(' '), argv[0] ?? ''].find((name) => Object.hasOwn(COMMANDS, name));
  const command = words === undefined ? undefined : COMMANDS[words];
  const wantsHelp = argv.some((argument) => argument === '--help' || argument === '-h');
  if (words === undefined || command === undefined) {
    if (wantsHelp || argv[0] === 'help') {
      io.stdout(overview());
      return 0;
    }
    const given =
      argv.length === 0
        ? 'a command is missing'
        : `there is no command ${JSON.stringify(argv.slice(0, 2).join(' '))}`;
    io.stderr(`platen: ${given}; platen --help lists them\n`);
    return 2;
  }
  if (wantsHelp) {
    io.stdout(
      `Usage: platen ${words} ${command.synopsis}${command.synopsis === '' ? '' : ' '}[--json]\n\n${command.summary}\n`,
    );
    return 0;
  }
  try {
    await (await command.load())(argv.slice(words.split(' ').length), io);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr(`platen ${words}: ${describeFailure(error)}; platen ${words} --help says how\n`);
      return 2;
    }
    // By name, because only the commands that read settings load their module.
    if (error instanceof Error && error.name === 'ConfigError') {
      for (const failure of (error as Error & { failures: readonly string[] }).failures)
        io.stderr(`platen: ${failure}\n`);
      return 2;
    }
    io.stderr(`platen ${words}: ${describeFailure(error)}\n`);
    return 1;
  }
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([words, { summary }]) => {
    return `  ${words.padEnd(20)} ${summary.split(/(?<=\.|;|:)\s/)[0]?.replace(/[;:]$/, '.')}`;
  });
  return [
    'Usage: platen COMMAND [OPTIONS] [--json]',
    '',
    ...lines,
    '',
    'platen COMMAND --help shows the options. --json prints one JSON document on standard output.',
    '',
  ].join('\n');
}
