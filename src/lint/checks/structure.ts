import type { Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { BYTE_ORDER_MARK } from '../source.ts';
import { nameSpan } from './spans.ts';

/** Commands that put something on a label. */
const PRINTING = new Set('^FO ^FT ^FD ^FV ^GB ^GC ^GD ^GE ^GF ^XG ^IM ^XF'.split(' '));

/** Commands that take no parameters, so that what stands behind them is text. */
const BARE = new Set(['^XA', '^XZ', '^FS', '^FR']);

/** What printer drivers begin with, which changes nothing: `CT~~CD,~CC^~CT~`. */
const PREAMBLE = /^\s*CT~?\s*$/;

/** Follows where labels begin and end, and the text around commands. */
export class StructureCheck {
  readonly #report: Report;
  /** The `^XA` of the label that is open. */
  #opened: Span | null = null;
  /** Told of a field outside of labels that has not ended. */
  #outside = false;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Bytes before the first command. */
  lead(text: string): void {
    const markEnd = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    const rest = text.slice(markEnd);
    if (!PREAMBLE.test(rest)) this.#text(rest, markEnd);
  }

  take(command: Command): void {
    const { name } = command;
    const span = nameSpan(command);
    if (name === '^XA') {
      if (this.#opened !== null) {
        const message = 'the label before is still open';
        this.#report.add({ code: 'label-opened-twice', span, command: name, message });
      }
      this.#opened ??= span;
    } else if (name === '^XZ') {
      this.#opened = null;
    } else if (name === '^FS') {
      this.#outside = false;
    } else if (this.#opened === null && !this.#outside && PRINTING.has(name)) {
      this.#outside = true;
      const message = `${name} stands outside of a label, and is not printed`;
      this.#report.add({ code: 'label-not-opened', span, command: name, message });
    }
    if (BARE.has(name)) this.#text(command.params, command.paramsStart, name);
  }

  finish(): void {
    if (this.#opened === null) return;
    const message = 'the label is never closed';
    this.#report.add({ code: 'label-not-closed', span: this.#opened, command: '^XA', message });
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
