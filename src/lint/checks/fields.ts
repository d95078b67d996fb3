import { shownData } from '../../zpl/commands/close-field.ts';
import type { Span } from '../../zpl/label.ts';
import type { OpenLabel, Printer } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { nameSpan, nameWithin } from './spans.ts';

const DATA = new Set(['^FD', '^FV', '^SN']);
const PLACES = new Set(['^FO', '^FT']);

/** How fields are put together: what begins and ends them, and what stands in the wrong order. */
export class FieldCheck {
  readonly #report: Report;
  /** The data command of the open field. */
  #data: Command | null = null;
  /** The last `^XF` of the open label recalled something that the stream does not hold. */
  #recallsOther = false;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Looks at the field as it is before a command is carried out. */
  take(command: Command, printer: Printer): void {
    const { name } = command;
    const { field, label } = printer;
    if (label === null) return;
    if (name === '^XA') {
      this.#data = null;
    } else if (DATA.has(name)) {
      this.#replaced(name);
      this.#data = command;
    } else if (PLACES.has(name)) {
      if (this.#data !== null && field.origin !== null) this.#replaced(name);
    } else if (name === '^FH' && this.#data !== null && this.#data.params.trim() !== '') {
      const message = `^FH stands after the ${this.#data.name} whose escapes it should decode`;
      this.#report.add({ code: 'escapes-after-data', span: nameSpan(command), command: name, message });
    } else if (name === '^FS' || name === '^XZ') {
      this.#closes(command, printer);
      this.#data = null;
      if (name === '^XZ') this.#labelEnds(label);
    }
  }

  /** What recalling a format has not found. */
  recallFailed(): void {
    this.#recallsOther = true;
  }

  #replaced(by: string): void {
    // An empty one is often sent before ^FH and the data itself.
    if (this.#data === null || this.#data.params.trim() === '') return;
    const { name } = this.#data;
    const message = `this field is not ended before the next ${by}, so its data is lost`;
    this.#report.add({ code: 'field-not-closed', span: nameSpan(this.#data), command: name, message });
    this.#data = null;
  }

  #closes({ name }: Command, { field }: Printer): void {
    if (this.#data === null) return;
    const at = { span: nameSpan(this.#data), command: this.#data.name };
    if (name === '^XZ') {
      this.#report.add({ code: 'field-closed-by-label', ...at, message: 'this field is ended by ^XZ only' });
    }
    if (field.origin === null && field.fieldNumber === null && !field.onTag && field.data?.bytes !== '') {
      const message = 'this field has no place, and is printed in the corner of the label';
      this.#report.add({ code: 'field-without-place', ...at, message });
    }
  }

  #labelEnds(label: OpenLabel): void {
    if (this.#recallsOther || label.recording !== null) {
      this.#recallsOther = false;
      return;
    }
    for (const item of label.items) {
      if (item.kind !== 'pending') continue;
      const { fieldNumber, span } = item.field;
      if (fieldNumber === null) continue;
      if (shownData(label, item.field) === null && span !== null) this.#neverFilled(fieldNumber, span);
    }
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
