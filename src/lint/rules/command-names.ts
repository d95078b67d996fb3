import { COMMAND_TABLE } from '../../zpl/command-table/command-table.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Commands that do not exist, and those that a picture does not show. */
export const COMMAND_NAMES = {
  rules: {
    'command-unknown': {
      severity: 'warning',
      title: 'The command is unknown',
      wrong: 'Printers ignore an unknown command, together with the text after it.',
      example: '^XA^FO50,50^A0N,30«^FQ»^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'correct its name, or leave it out',
    },
    'command-not-shown': {
      severity: 'info',
      title: 'Pictures do not show what a command does',
      wrong: 'A printer executes it, and its print differs from the picture.',
      example: '^XA^FO50,50^A0N,30^FDA001«^SF»%DDD,1^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^SNA001,1,Y^FS^XZ',
      instead: 'look at a printed label',
    },
    'command-for-printer': {
      severity: 'info',
      title: 'A command sets up, asks or moves the printer',
      wrong:
        'Viewers ignore it. A printer executes it each time the label is printed, and many of its effects remain after the label.',
      example: '^XA^FO50,50^A0N,30^FDPrice^FS«^JU»S^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'remove it if the printer is already set up',
    },
  },
  commands: (report) => ({ read: (command) => checkCommandName(command, report) }),
} as const satisfies RuleFamily;

/** Reports names that are no command, and commands of which a picture shows nothing. */
function checkCommandName(command: Command, report: Findings): void {
  const { name } = command;
  const at = { span: nameSpan(command), command: name };
  const entry = COMMAND_TABLE.get(name);
  if (entry === undefined) {
    report.add({ code: 'command-unknown', ...at, message: `there is no command ${name}` });
  } else if (entry.effect === 'for-printer') {
    const message = `${name} (${entry.title}) is for the printer; viewers ignore it`;
    report.add({ code: 'command-for-printer', ...at, message });
  } else if (entry.effect === 'later-labels' || entry.effect === 'not-drawn') {
    const message = `${name} (${entry.title}) is not shown here`;
    report.add({ code: 'command-not-shown', ...at, message });
  }
}
