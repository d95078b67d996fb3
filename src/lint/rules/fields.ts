import { FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import { shownData } from '../../zpl/commands/close-field.ts';
import { references } from '../../zpl/commands/embed.ts';
import type { Span } from '../../zpl/label.ts';
import { POWER_UP_FONT } from '../../zpl/power-up.ts';
import type { OpenField, OpenLabel, PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Edit } from '../finding.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan, nameWithin } from '../spans.ts';

/** The commands that make up a field, and their order. */
export const FIELDS = {
  rules: {
    'field-not-closed': {
      severity: 'error',
      title: 'A field is not ended before the next one',
      wrong: 'Without `^FS` the next field takes its place: its data is never printed.',
      example: '^XA^FO50,50^A0N,30«^FD»One\n^FO50,90^A0N,30^FDTwo^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDOne^FS\n^FO50,90^A0N,30^FDTwo^FS^XZ',
      instead: 'end the field with ^FS',
      repair: 'redraws',
    },
    'field-closed-by-label': {
      severity: 'warning',
      title: 'The last field is not ended',
      wrong: 'It is printed nevertheless, until another field is added after it.',
      example: '^XA^FO50,50^A0N,30«^FD»Price^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'end the field with ^FS',
      repair: 'keeps picture',
    },
    'field-without-place': {
      severity: 'warning',
      title: 'A field has no position',
      wrong: 'Without `^FO` or `^FT` it is printed at the label home, which is the upper left corner.',
      example: '^XA^A0N,30«^FD»Price^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'begin the field with ^FO or ^FT',
    },
    'field-number-empty': {
      severity: 'warning',
      title: 'Nothing fills a numbered field',
      wrong:
        'A field with `^FN` prints the value that another field gives that number; this field prints nothing.',
      example: '^XA^FO50,50^A0N,30«^FN»2^FS\n^FN3^FDPrice^FS^FO50,90^A0N,30^FN3^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FN3^FS\n^FN3^FDPrice^FS^XZ',
      instead: 'give the number a value with ^FN and ^FD, or write the data into the field',
    },
    'field-number-unused': {
      severity: 'warning',
      title: 'No field shows the value of a number',
      wrong: 'A value that `^FN` and `^FD` give is printed only where the label has a field of that number.',
      example: '^XA^FO50,50^A0N,30^FN1^FS^FN1^FDPrice^FS^FN«2»^FDEUR^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FN1^FS^FO50,90^A0N,30^FN2^FS^FN1^FDPrice^FS^FN2^FDEUR^FS^XZ',
      instead: 'give it the number of a field, or leave it out',
    },
    'field-number-twice': {
      severity: 'warning',
      title: 'A number gets two values',
      wrong: 'Only one of them is printed; usually another number was meant.',
      example: '^XA^FO50,50^A0N,30^FN1^FS^FN1^FDPrice^FS^FN«1»^FDEUR^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FN1^FS^FO50,90^A0N,30^FN2^FS^FN1^FDPrice^FS^FN2^FDEUR^FS^XZ',
      instead: 'give each number one value',
    },
    'escapes-after-data': {
      severity: 'error',
      title: '^FH comes after the data',
      wrong: '`^FH` decodes the data that follows it; data before it is printed with its escapes.',
      example: '^XA^FO50,50^A0N,30^FDPrice_3A«^FH»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FH^FDPrice_3A^FS^XZ',
      instead: 'put ^FH before ^FD',
      repair: 'redraws',
    },
    'font-missing': {
      severity: 'info',
      title: 'A text has no font',
      wrong:
        'A font of `^A` holds for one field. Texts after it are printed in the default font of `^CF`, which is 9 dots high if nothing sets it.',
      example: '^XA^FO50,50^A0N,30^FDPrice^FS^FO50,90«^FD»EUR^FS^XZ',
      corrected: '^XA^CF0,30^FO50,50^FDPrice^FS^FO50,90^FDEUR^FS^XZ',
      instead: 'set a font for all fields with ^CF, or put ^A before the data',
    },
  },
  commands: (report): CommandListener => new FieldCheck(report),
} as const satisfies RuleFamily;

/**
 * Bytes of data that are searched for references (`^FE`) in one stream: fields may show the same data over and over.
 * Beyond them the stream gets no finding about numbers that no field shows.
 */
const SEARCHED_BYTES_MAX = 4 * 1024 * 1024;

const PLACES = new Set(['^FO', '^FT']);

/** The structure of fields: their beginnings, their ends, and commands in the wrong order. */
class FieldCheck implements CommandListener {
  readonly #report: Findings;
  /** The data command of the open field. */
  #data: Command | null = null;
  /** The number of the open field. */
  #number: Command | null = null;
  /** The commands of numbers to which fields without a position gave a value. */
  readonly #given = new Map<number, Command>();
  /** Whether an earlier field had a font of its own. */
  #hasFont = false;
  #searchedBytesLeft = SEARCHED_BYTES_MAX;
  /** The last `^XF` of the open label recalled a format that is not in the stream. */
  #recallsOther = false;

  constructor(report: Findings) {
    this.#report = report;
  }

  /** Checks the field as it is before a command is carried out. */
  before(command: Command, printer: PrinterState): void {
    const { name } = command;
    const { field, label } = printer;
    if (label === null) return;
    if (name === '^XA') {
      this.#data = null;
      this.#number = null;
      this.#given.clear();
    } else if (name === '^A') {
      this.#hasFont = true;
    } else if (name === '^FN') {
      this.#number = command;
    } else if (FIELD_DATA_COMMANDS.has(name)) {
      this.#replaced(command);
      this.#data = command;
    } else if (PLACES.has(name)) {
      if (this.#data !== null && field.origin !== null) this.#replaced(command);
    } else if (name === '^FH' && this.#data !== null && this.#data.params.trim() !== '') {
      const message = `^FH comes after the ${this.#data.name} whose escapes it should decode`;
      const edits = [
        { offset: this.#data.start, length: 0, text: `^FH${command.params.trim().charAt(0)}` },
        {
          offset: command.start,
          length: command.paramsStart + command.params.trimEnd().length - command.start,
          text: '',
        },
      ];
      const span = nameSpan(command);
      this.#report.add({ code: 'escapes-after-data', span, command: name, message, edits });
    } else if (name === '^FS' || name === '^XZ') {
      this.#closes(command, printer);
      this.#data = null;
      this.#number = null;
      if (name === '^XZ') this.#labelEnds(label);
    }
  }

  /** Notes a format that is not found or not recalled: its fields are not known. */
  diagnosed({ name }: Command): void {
    if (name === '^XF') this.#recallsOther = true;
  }

  #replaced(by: Command): void {
    // An empty one is often sent before ^FH and the data itself.
    if (this.#data === null || this.#data.params.trim() === '') return;
    const { name } = this.#data;
    const found = { code: 'field-not-closed', span: nameSpan(this.#data), command: name } as const;
    if (by.name === '^SN') {
      const message = `^SN takes the place of this ${name}, whose data is lost`;
      this.#report.add({ ...found, message, suggestion: `leave out ${name} and its data` });
    } else {
      const message = `this field is not ended before the next ${by.name}, so its data is lost`;
      const edits = PLACES.has(by.name) ? [endOfField(this.#data)] : undefined;
      this.#report.add({ ...found, message, ...(edits && { edits }) });
    }
    this.#data = null;
  }

  #closes({ name }: Command, { field, settings }: PrinterState): void {
    if (this.#data === null) return;
    const { origin, fieldNumber, onTag } = field;
    if (this.#number !== null && fieldNumber !== null && origin === null && !onTag) {
      const before = this.#given.get(fieldNumber);
      // A format that is recalled twice gives its own values twice.
      if (before !== undefined && before.start < this.#number.start)
        this.#givenTwice(fieldNumber, this.#number);
      this.#given.set(fieldNumber, this.#number);
    }
    const at = { span: nameSpan(this.#data), command: this.#data.name };
    if (name === '^XZ') {
      const edits = [endOfField(this.#data)];
      const message = 'this field is ended by ^XZ only';
      this.#report.add({ code: 'field-closed-by-label', ...at, message, edits });
    }
    if (field.origin === null && field.fieldNumber === null && !field.onTag && field.data?.bytes !== '') {
      const message = 'this field has no position, and is printed in the corner of the label';
      this.#report.add({ code: 'field-without-place', ...at, message });
    }
    if (this.#hasFont && settings.font === POWER_UP_FONT && isPlainText(field)) {
      const message = 'no ^A and no ^CF sets a font for this text, which is printed in font A, 9 dots high';
      this.#report.add({ code: 'font-missing', ...at, message });
    }
  }

  #labelEnds(label: OpenLabel): void {
    if (this.#recallsOther || label.recording !== null) {
      this.#recallsOther = false;
      return;
    }
    for (const item of label.items) {
      if (item.kind !== 'pending') continue;
      const { fieldNumber, span, embedIndicator } = item.field;
      const data = shownData(label, item.field);
      if (embedIndicator !== null && data !== null) this.#embeds(data.bytes, embedIndicator);
      if (fieldNumber === null) continue;
      this.#given.delete(fieldNumber);
      if (data === null && span !== null) this.#neverFilled(fieldNumber, span);
    }
    for (const [fieldNumber, command] of this.#given) this.#neverShown(fieldNumber, command);
  }

  /** Notes that data shows the values of the numbers that it refers to. */
  #embeds(data: string, indicator: string): void {
    if (this.#given.size === 0) return;
    this.#searchedBytesLeft -= data.length;
    if (this.#searchedBytesLeft < 0) this.#given.clear();
    else for (const { fieldNumber } of references(data, indicator)) this.#given.delete(fieldNumber);
  }

  #givenTwice(fieldNumber: number, command: Command): void {
    const message = `^FN${fieldNumber} has a value already`;
    const at = { span: numberSpan(command), command: '^FN', parameter: 1 };
    this.#report.add({ code: 'field-number-twice', ...at, message });
  }

  #neverShown(fieldNumber: number, command: Command): void {
    const message = `no field shows the value of ^FN${fieldNumber}`;
    const at = { span: numberSpan(command), command: '^FN', parameter: 1 };
    this.#report.add({ code: 'field-number-unused', ...at, message });
  }

  #neverFilled(fieldNumber: number, span: Span): void {
    const message = `nothing gives ^FN${fieldNumber} a value, so this field is blank`;
    this.#report.add({
      code: 'field-number-empty',
      span: nameWithin(span),
      command: '^FN',
      message,
    });
  }
}

/** Whether a field prints text in the default font. */
function isPlainText({ font, barcode, symbol, onTag, origin, data }: OpenField): boolean {
  const isText = barcode === null && symbol === null && !onTag && origin !== null;
  return isText && font === null && data !== null && data.bytes.trim() !== '';
}

/** The number of `^FN`; the name of the command without a number. */
function numberSpan(command: Command): Span {
  const { params, paramsStart } = command;
  const digits = /^\d*/.exec(params)?.[0].length ?? 0;
  return digits > 0 ? { start: paramsStart, end: paramsStart + digits } : nameSpan(command);
}

/** An edit that ends a field after its data. */
function endOfField({ params, paramsStart }: Command): Edit {
  const lineEnds = /[\r\n]*$/.exec(params)?.[0].length ?? 0;
  return { offset: paramsStart + params.length - lineEnds, length: 0, text: '^FS' };
}
