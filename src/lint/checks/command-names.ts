import { IGNORED_COMMANDS } from '../../zpl/commands/ignored.ts';
import { COMMANDS } from '../../zpl/parse.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { COMMAND_REFERENCE } from '../reference/command-reference.ts';
import { PRINTER_COMMANDS } from '../reference/printer-setup.ts';
import type { Report } from '../report.ts';
import { nameSpan } from './spans.ts';

/** Commands that change what is printed, and that the renderer passes over. */
const NOT_SHOWN = new Set(['^SF', '~DB', '~DE', '~DS', '~DT']);

/** Commands that there are not, and those of which a picture shows nothing. */
export function checkCommandName(command: Command, report: Report): void {
  const { name } = command;
  const at = { span: nameSpan(command), command: name };
  const reference = COMMAND_REFERENCE.get(name);
  if (reference === undefined) {
    if (COMMANDS.has(name) || IGNORED_COMMANDS.has(name)) return;
    report.add({ code: 'command-unknown', ...at, message: `there is no command ${name}` });
  } else if (name in PRINTER_COMMANDS) {
    const message = `${name} (${reference.title}) is for the printer; viewers ignore it`;
    report.add({ code: 'command-for-printer', ...at, message });
  } else if (NOT_SHOWN.has(name) || !(COMMANDS.has(name) || IGNORED_COMMANDS.has(name))) {
    const message = `${name} (${reference.title}) is not shown here`;
    report.add({ code: 'command-not-shown', ...at, message });
  }
}
