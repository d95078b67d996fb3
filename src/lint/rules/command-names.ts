import { IGNORED_COMMANDS } from '../../zpl/commands/ignored.ts';
import { COMMANDS } from '../../zpl/parse.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { COMMAND_REFERENCE } from '../reference/command-reference.ts';
import { PRINTER_COMMANDS } from '../reference/printer-setup.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Commands that do not exist, and those that a picture does not show. */
export const COMMAND_NAMES = {
  rules: {
    'command-unknown': {
      severity: 'warning',
      title: 'No such command is known',
      wrong: 'Printers pass over a command that they do not know, and what stands behind it with it.',
      example: '^XA^FO50,50^A0N,30«^FQ»^FDPrice^FS^XZ',
      mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'correct its name, or leave it out',
    },
    'command-not-shown': {
      severity: 'info',
      title: 'Pictures do not show what a command does',
      wrong: 'A printer carries it out, and prints something else than the picture.',
      example: '^XA^FO50,50^A0N,30^FDA001«^SF»%DDD,1^FS^XZ',
      mended: '^XA^FO50,50^A0N,30^SNA001,1,Y^FS^XZ',
      instead: 'look at a printed label',
    },
    'command-for-printer': {
      severity: 'info',
      title: 'A command sets up, asks or moves the printer',
      wrong:
        'Viewers ignore it. A printer carries it out each time that the label is printed, and much of it stays when the label is done.',
      example: '^XA^FO50,50^A0N,30^FDPrice^FS«^JU»S^XZ',
      mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'leave it out where the printer is set up already',
    },
  },
  commands: (report) => ({ read: (command) => checkCommandName(command, report) }),
} as const satisfies RuleFamily;

/** Commands that change what is printed, and that the renderer passes over. */
const NOT_SHOWN = new Set(['^SF', '~DB', '~DE', '~DS', '~DT']);

/** Commands that there are not, and those of which a picture shows nothing. */
function checkCommandName(command: Command, report: Findings): void {
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
