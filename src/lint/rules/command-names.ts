import { COMMAND_TABLE, FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Edit } from '../finding.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Commands that do not exist or should not be there, and those that a picture does not show. */
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
    'caret-in-data': {
      severity: 'warning',
      title: 'A caret ends field data',
      wrong: 'A caret begins a command wherever it is, so the rest of the text is not printed.',
      example: '^XA^FO50,50^A0N,30^FD5 m«^2 » of felt^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FH^FD5 m_5E2 of felt^FS^XZ',
      instead: 'put ^FH before ^FD, and write _5E for the caret',
      repair: 'redraws',
    },
    'command-in-data': {
      severity: 'error',
      title: 'A control command ends field data',
      wrong:
        'A tilde and the letters of a control command are executed even within a text, whose rest is not printed. `~JA` cancels all jobs.',
      example: '^XA^FO50,50^A0N,30^FDSize «~JA»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FH^FDSize _7EJA^FS^XZ',
      instead: 'put ^FH before ^FD, and write _7E for the tilde',
      repair: 'redraws',
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
      title: 'A command sets up, queries or moves the printer',
      wrong:
        'Viewers ignore it. A printer executes it each time the label is printed, and many of its effects remain after the label.',
      example: '^XA^FO50,50^A0N,30^FDPrice^FS«^JU»S^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'remove it if the printer is already set up',
    },
  },
  commands: (report): CommandListener => new NameCheck(report),
} as const satisfies RuleFamily;

/** The length of an incomplete name: a prefix and one character. */
const INCOMPLETE_MAX = 2;

/** Field data, and the indicator of its escapes. */
interface DataBefore {
  readonly command: Command;
  readonly indicator: string | null;
}

/** Reports names that are no command, commands within data, and commands that a picture does not show. */
class NameCheck implements CommandListener {
  readonly #report: Findings;
  /** The command before, if it is field data. */
  #data: DataBefore | null = null;
  /** The indicator that `^FH` gives the data that follows. */
  #indicator: string | null = null;

  constructor(report: Findings) {
    this.#report = report;
  }

  read(command: Command): void {
    const { name } = command;
    const isSaid = this.#data !== null && this.#endsData(this.#data.command, command);
    this.#data = null;
    if (name === '^FH') {
      this.#indicator = command.params.trim().charAt(0) || '_';
    } else if (FIELD_DATA_COMMANDS.has(name)) {
      this.#data = { command, indicator: this.#indicator };
      this.#indicator = null;
    } else if (name === '^FS' || name === '^XA') {
      this.#indicator = null;
    }
    if (!isSaid) this.#checkName(command);
  }

  #checkName(command: Command): void {
    const { name } = command;
    const at = { span: nameSpan(command), command: name };
    const entry = COMMAND_TABLE.get(name);
    if (entry === undefined) {
      this.#report.add({ code: 'command-unknown', ...at, message: `there is no command ${name}` });
    } else if (entry.effect === 'for-printer') {
      const message = `${name} (${entry.title}) is for the printer; viewers ignore it`;
      this.#report.add({ code: 'command-for-printer', ...at, message });
    } else if (entry.effect === 'later-labels' || entry.effect === 'not-drawn') {
      const message = `${name} (${entry.title}) is not shown here`;
      this.#report.add({ code: 'command-not-shown', ...at, message });
    }
  }

  /** Reports a command that ends data in the middle of its text. Returns whether it does. */
  #endsData(data: Command, next: Command): boolean {
    if (data.params.trim() === '') return false;
    const skipped = next.start - data.end;
    if (skipped > 0 && skipped <= INCOMPLETE_MAX) {
      const span = { start: data.end, end: next.start };
      const message = `a caret ends the data of ${data.name}; it begins no command`;
      const repair = this.#escaped('^', span.start, '');
      this.#report.add({ code: 'caret-in-data', span, command: data.name, parameter: 1, message, ...repair });
      return false;
    }
    const at = { span: nameSpan(next), command: data.name, parameter: 1 };
    const entry = COMMAND_TABLE.get(next.name);
    if (entry === undefined) {
      const message = `a caret ends the data of ${data.name}; there is no command ${next.name}`;
      const repair = this.#escaped('^', next.start, next.params);
      this.#report.add({ code: 'caret-in-data', ...at, message, ...repair });
      return true;
    }
    if (!next.name.startsWith('~')) return false;
    const message = `${next.name} ends the data of ${data.name}, and is executed (${entry.title})`;
    const repair = this.#escaped('~', next.start, next.params);
    this.#report.add({ code: 'command-in-data', ...at, message, ...repair });
    return true;
  }

  /** The repair: an escape in place of a prefix. */
  #escaped(prefix: '^' | '~', offset: number, rest: string): { readonly edits?: readonly Edit[] } {
    const { command, indicator } = this.#data as DataBefore;
    const edit = { offset, length: 1, text: `${indicator ?? '_'}${prefix === '^' ? '5E' : '7E'}` };
    if (indicator !== null) return { edits: [edit] };
    // Another _ would begin an escape then.
    if (command.params.includes('_') || rest.includes('_')) return {};
    return { edits: [{ offset: command.start, length: 0, text: '^FH' }, edit] };
  }
}
