import { IGNORED_COMMANDS } from '../../zpl/commands/ignored.ts';
import { COMMANDS } from '../../zpl/parse.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { COMMAND_REFERENCE } from '../reference/command-reference.ts';
import type { Report } from '../report.ts';
import { nameSpan } from './spans.ts';

/** Commands that change what is printed, and that the renderer passes over. */
const NOT_SHOWN = new Set(['^SF', '~DB', '~DE', '~DS', '~DT']);

/** Commands that there are not, and those that change nothing in a picture. */
export function checkCommandName(command: Command, report: Report): void {
  const { name } = command;
  const reference = COMMAND_REFERENCE.get(name);
  const isKnown = COMMANDS.has(name) || IGNORED_COMMANDS.has(name);
  if (isKnown && !NOT_SHOWN.has(name)) return;
  const at = { span: nameSpan(command), command: name };
  if (reference === undefined)
    report.add({ code: 'command-unknown', ...at, message: `there is no command ${name}` });
  else
    report.add({
      code: 'command-not-shown',
      ...at,
      message: `${name} (${reference.title}) is not shown here`,
    });
}
