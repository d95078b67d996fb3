import { COMMANDS_MAX } from './parse.ts';
import { createPrinter, type ParseOptions, type PrinterState } from './printer.ts';
import type { Command } from './tokenize.ts';

/** The bound of an observation. */
export interface CommandBound {
  /** The most commands to perform, those of recalled formats included. */
  readonly most: number;
  /** Called for each command beyond; it may throw. */
  readonly exceeded?: () => void;
}

/**
 * A printer just switched on whose commands an observer performs: it executes them (`execute` of `parse.ts`), leaves
 * them out, or looks at the printer before and after. The linter, imports, and templates of saved labels learn by it
 * what the printer would do, without drawing.
 */
export class ObservedPrinter {
  readonly printer: PrinterState;
  readonly #observer: (command: Command, printer: PrinterState) => void;
  readonly #bound: CommandBound;
  #performed = 0;
  readonly #recorded: (readonly Command[])[] = [];
  readonly #recalled = new Set<Command>();

  /**
   * @param observer performs a command; commands that a recalled format (`^XF`) repeats reach it as well.
   * @param bound the renderer's, if absent.
   */
  constructor(
    options: ParseOptions,
    observer: (command: Command, printer: PrinterState) => void,
    bound: CommandBound = { most: COMMANDS_MAX },
  ) {
    this.#observer = observer;
    this.#bound = bound;
    this.printer = createPrinter(options, (command) => this.perform(command));
  }

  /** Lets the observer perform a command; returns false for commands beyond the bound. */
  perform(command: Command): boolean {
    if (this.#performed++ >= this.#bound.most) {
      this.#bound.exceeded?.();
      return false;
    }
    if (this.printer.recalling) this.#recalled.add(command);
    this.#observer(command, this.printer);
    return true;
  }

  /** Notes the format that `^DF` has recorded, for {@link unrecalled}. To be called before its label ends. */
  noteFormat(): void {
    const recording = this.printer.label?.recording;
    if (recording) this.#recorded.push(recording.commands);
  }

  /** Formats that the stream stores and has not recalled so far, as the next stream would. */
  *unrecalled(): Generator<readonly Command[], void, undefined> {
    for (const format of this.#recorded) {
      const last = format.at(-1);
      if (last !== undefined && !this.#recalled.has(last)) yield format;
    }
  }
}
