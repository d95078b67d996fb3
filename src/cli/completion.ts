import type { CliCommand } from './command.ts';
import { type Completion, completionOf } from './completion-places.ts';
import { bashScript, fishScript, zshScript } from './completion-scripts.ts';
import { answer, type Io } from './io.ts';

type Shell = 'bash' | 'zsh' | 'fish';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  Shell,
  (completion: Completion) => string
>;

interface ToComplete {
  readonly operands: readonly [shell: Shell];
  readonly json: boolean;
}

/** The command that prints a script for a shell, of these commands. */
export function completion(
  commands: Readonly<Record<string, CliCommand>>,
): (given: ToComplete, io: Io) => void {
  return ({ operands: [shell], json }, io) => {
    const script = SCRIPTS[shell](completionOf(commands));
    answer(io, json, { shell, script }, () => script.trimEnd());
  };
}
