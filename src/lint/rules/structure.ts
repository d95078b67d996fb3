import { WITHOUT_PARAMETERS } from '../../zpl/command-table/command-table.ts';
import { GRAPHICS_COMMANDS } from '../../zpl/command-table/graphics.ts';
import type { Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';
import { BYTE_ORDER_MARK } from '../source.ts';
import { nameSpan } from '../spans.ts';

/** Labels that begin and end, and the text between commands. */
export const STRUCTURE = {
  rules: {
    'label-not-closed': {
      severity: 'error',
      title: 'A label is never closed',
      wrong: 'Without `^XZ` a printer prints nothing, and takes the next data for a part of this label.',
      example: '«^XA»^FO50,50^A0N,30^FDLast words^FS',
      corrected: '^XA^FO50,50^A0N,30^FDLast words^FS^XZ',
      instead: 'end the label with ^XZ',
      repair: 'redraws',
    },
    'label-not-opened': {
      severity: 'error',
      title: 'A field is outside of every label',
      wrong:
        'Fields before `^XA` or after `^XZ` are not printed. Of several fields in a row the first is reported.',
      example: '^XA^FO50,50^A0N,30^FDInside^FS^XZ\n«^FO»50,90^A0N,30^FDOutside^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDInside^FS^XZ\n^XA^FO50,90^A0N,30^FDOutside^FS^XZ',
      instead: 'put the field between ^XA and ^XZ',
      repair: 'redraws',
    },
    'label-opened-twice': {
      severity: 'warning',
      title: 'A label is opened within another',
      wrong: 'Two labels become one if the `^XZ` between them is missing.',
      example: '^XA^FO50,50^A0N,30^FDOne^FS\n«^XA»^FO50,90^A0N,30^FDTwo^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDOne^FS^XZ\n^XA^FO50,90^A0N,30^FDTwo^FS^XZ',
      instead: 'end the previous label with ^XZ',
    },
    'text-between-fields': {
      severity: 'warning',
      title: 'Text is between fields',
      wrong: 'Printers ignore text that belongs to no command. Often an earlier command has lost its prefix.',
      example: '^XA^FO50,50^A0N,30^FDPrice^FS«FO50,90»^A0N,30^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^FO50,90^A0N,30^FDEUR^FS^XZ',
      instead: 'put it into a field, begin a comment with ^FX, or leave it out',
    },
    'text-outside-labels': {
      severity: 'info',
      title: 'Text is outside of labels',
      wrong: 'Printers ignore text before `^XA` and after `^XZ`.',
      example: '«Label of 3 May»\n^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'leave it out, or begin it with ^FX after ^XA',
    },
  },
  commands: (report): CommandListener => new StructureCheck(report),
} as const satisfies RuleFamily;

/** Commands that put something on a label. */
const PRINTING = new Set(['^FO', '^FT', '^FD', '^FV', '^XF', ...Object.keys(GRAPHICS_COMMANDS)]);

/** Commands by which a label has a field. */
export const BEGINS_FIELD: ReadonlySet<string> = new Set([...PRINTING, '^FN', '^SN']);

/** The preamble of printer drivers, which changes nothing: `CT~~CD,~CC^~CT~`. */
const PREAMBLE = /^\s*CT~?\s*$/;

/** Follows where labels begin and end, and the text around commands. */
class StructureCheck implements CommandListener {
  readonly #report: Findings;
  /** The `^XA` of the label that is open. */
  #opened: Span | null = null;
  /** The first command since a label ended. */
  #first: Command | null = null;
  /** The first field since then, outside of labels. */
  #outside: Command | null = null;
  /** The end of the last command, without white space after it. */
  #end = 0;

  constructor(report: Findings) {
    this.#report = report;
  }

  /** Bytes before the first command. */
  lead(text: string): void {
    const markEnd = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    const rest = text.slice(markEnd);
    if (!PREAMBLE.test(rest)) this.#text(rest, markEnd);
  }

  read(command: Command): void {
    const { name } = command;
    const span = nameSpan(command);
    this.#end = command.paramsStart + command.params.trimEnd().length;
    if (name === '^XA') {
      this.#outsideEnds(false);
      if (this.#opened !== null) {
        const message = 'the previous label is still open';
        this.#report.add({ code: 'label-opened-twice', span, command: name, message });
      }
      this.#opened ??= span;
    } else if (name === '^XZ') {
      this.#outsideEnds(this.#opened === null);
      this.#opened = null;
    } else if (this.#opened === null) {
      if (name.startsWith('^')) this.#first ??= command;
      if (PRINTING.has(name)) this.#outside ??= command;
    }
    // Anything after them is text.
    if (WITHOUT_PARAMETERS.has(name)) this.#text(command.params, command.paramsStart, name);
  }

  end(): void {
    this.#outsideEnds(false);
    if (this.#opened === null) return;
    const message = 'the label is never closed';
    const edits = [{ offset: this.#end, length: 0, text: '^XZ' }];
    this.#report.add({ code: 'label-not-closed', span: this.#opened, command: '^XA', message, edits });
  }

  /** Reports fields outside of labels, which `^XZ` ends where `isClosed`. */
  #outsideEnds(isClosed: boolean): void {
    const [first, outside] = [this.#first, this.#outside];
    this.#first = null;
    this.#outside = null;
    if (first === null || outside === null) return;
    const { name } = outside;
    const found = { code: 'label-not-opened', span: nameSpan(outside), command: name } as const;
    const message = `${name} is outside of a label, and is not printed`;
    const suggestion = 'begin the label with ^XA';
    const edits = [{ offset: first.start, length: 0, text: '^XA' }];
    this.#report.add({ ...found, message, ...(isClosed ? { suggestion, edits } : {}) });
  }

  /** Text that belongs to no command. */
  #text(text: string, at: number, command: string | null = null): void {
    // Some drivers end a stream with a zero byte.
    const first = text.search(/[^\s\0]/);
    if (first < 0) return;
    let last = text.length;
    while (/[\s\0]/.test(text[last - 1] as string)) last--;
    const span = { start: at + first, end: at + last };
    if (this.#opened === null) {
      const message = 'text outside of labels is not printed';
      this.#report.add({ code: 'text-outside-labels', span, command, message });
    } else {
      const message = 'this text belongs to no command, and is not printed';
      this.#report.add({ code: 'text-between-fields', span, command, message });
    }
  }
}
