import type { PARTLY } from './command.ts';
import { COMMANDS } from './commands.ts';
import { describeFailure, UsageError } from './failure.ts';
import { commandHelp, groupHelp, meant, overview } from './help.ts';
import type { Io } from './io.ts';

/**
 * Runs one command line (without the program's name) and resolves to its exit status: 0, 1 for a failure,
 * with one line on standard error, 2 for bad usage or settings, or 3 when a part of the work could not be done.
 */
export async function run(argv: readonly string[], io: Io): Promise<0 | 1 | 2 | typeof PARTLY> {
  const wantsHelp = argv[0] === 'help' || argv.some((argument) => argument === '--help' || argument === '-h');
  const given = argv[0] === 'help' ? argv.slice(1) : argv;
  if (given[0] === '--version' || given[0] === '-V') return run(['version', ...given.slice(1)], io);
  const words = [given.slice(0, 2).join(' '), given[0] ?? ''].find((name) => Object.hasOwn(COMMANDS, name));
  const command = words === undefined ? undefined : COMMANDS[words];
  if (words === undefined || command === undefined) return answerWithoutCommand(given, wantsHelp, io);
  if (wantsHelp) {
    io.stdout(commandHelp(words, command));
    return 0;
  }
  try {
    return (await command.run(given.slice(words.split(' ').length), io)) ?? 0;
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

/** Help where it was asked for; otherwise which command there is instead. */
function answerWithoutCommand(argv: readonly string[], wantsHelp: boolean, io: Io): 0 | 2 {
  const [group = '', ...others] = argv.filter((word) => !word.startsWith('-'));
  const groupList = groupHelp(COMMANDS, group);
  if (wantsHelp && (group === '' || groupList !== null)) {
    io.stdout(groupList ?? overview(COMMANDS));
    return 0;
  }
  if (groupList !== null && others.length === 0) {
    io.stderr(groupList);
    return 2;
  }
  const shown = [group, ...others].slice(0, 2).join(' ');
  const instead = meant(COMMANDS, [group, ...others]);
  const reason =
    group === ''
      ? 'a command is missing'
      : `there is no command ${JSON.stringify(shown)}${instead === null ? '' : `, perhaps you mean ${instead}`}`;
  io.stderr(`platen: ${reason}; platen ${groupList === null ? '' : `${group} `}--help lists them\n`);
  return 2;
}
