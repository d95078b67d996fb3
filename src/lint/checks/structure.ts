import type { Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';

/** Commands that put something on a label. */
const FIELD_COMMANDS = new Set('^FO ^FT ^FD ^FV ^GB ^GC ^GD ^GE ^GF ^XG ^IM'.split(' '));

/** Follows where labels begin and end. */
export class StructureCheck {
  readonly #report: Report;
  /** The `^XA` of the label that is open. */
  #opened: Span | null = null;
  /** A field outside of labels was told of, and has not ended. */
  #outside = false;

  constructor(report: Report) {
    this.#report = report;
  }

  take({ name, start, paramsStart }: Command): void {
    const span = { start, end: paramsStart };
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
    } else if (this.#opened === null && !this.#outside && FIELD_COMMANDS.has(name)) {
      this.#outside = true;
      const message = `${name} stands outside of a label, and is not printed`;
      this.#report.add({ code: 'label-not-opened', span, command: name, message });
    }
  }

  finish(): void {
    if (this.#opened === null) return;
    const message = 'the label is never closed';
    this.#report.add({ code: 'label-not-closed', span: this.#opened, command: '^XA', message });
  }
}
