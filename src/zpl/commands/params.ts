import type { Orientation } from '../../bitmap/rotate.ts';
import type { Slot } from '../command-table/command-table.ts';
import type { ChoiceParameter, FlagParameter, NumberParameter } from '../command-table/entry.ts';
import type { DiagnosticCode } from '../diagnostic.ts';
import { type PrinterState, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';

/** No command but data and graphics has more parameters than this. */
const PARAMETERS_MAX = 16;

/** Characters of all parameters together; the rest of a longer command is not read. */
export const PARAMETER_BYTES_MAX = 1024;

/**
 * The parameters of a command, as its entry in the command table has them. A missing one is its default; one out of
 * range becomes the nearest bound and a diagnostic.
 */
export class Params {
  /** Split at the delimiter, white space around each removed. */
  readonly all: readonly string[];
  readonly #printer: PrinterState;
  readonly #command: Command;

  /** @param text the parameters where they are not the whole of the command's, as after the font of `^A`. */
  constructor(
    printer: PrinterState,
    command: Command,
    text: string = command.params,
    most: number = PARAMETERS_MAX,
  ) {
    this.#printer = printer;
    this.#command = command;
    this.all = splitParameters(text, command.delimiter, most);
  }

  text({ at }: Slot): string {
    return this.all[at] ?? '';
  }

  /** The first character, upper case; empty when missing. */
  letter(slot: Slot): string {
    return this.text(slot).charAt(0).toUpperCase();
  }

  /** Y or N by the first letter, or the default. */
  isYes(slot: Slot<FlagParameter>): boolean {
    const letter = this.letter(slot);
    return slot.fallback ? letter !== 'N' : letter === 'Y';
  }

  /** One of the allowed letters, or the default. */
  choice<L extends string>(slot: Slot<ChoiceParameter<string, L, L>>): L;
  choice<L extends string>(slot: Slot<ChoiceParameter<string, L>>, fallback: NoInfer<L>): L;
  choice(slot: Slot<ChoiceParameter>, fallback: string = slot.fallback as string): string {
    const letter = this.letter(slot);
    if (letter === '') return fallback;
    if (slot.letters.includes(letter)) return letter;
    this.#warn('parameter-not-allowed', slot, `is not one of ${slot.letters.join(' ')}`);
    return fallback;
  }

  /** N, R, I or B; without it what `^FW` says. */
  orientation(slot: Slot<ChoiceParameter<string, Orientation, undefined>>): Orientation {
    return this.choice(slot, this.#printer.settings.orientation);
  }

  /** A number with decimals, whatever its bounds are; undefined when there is none. */
  number(slot: Slot): number | undefined {
    return leadingNumber(this.text(slot));
  }

  /** A number with decimals, within bounds. */
  decimal(slot: Slot, fallback: number): number {
    return this.#within(slot, this.number(slot) ?? fallback);
  }

  /** A whole number within bounds. */
  whole(slot: Slot<NumberParameter<string, number>>): number;
  whole(slot: Slot<NumberParameter>, fallback: number): number;
  whole(slot: Slot<NumberParameter>, fallback: number = slot.fallback as number): number {
    const value = this.number(slot);
    return value === undefined ? fallback : this.#within(slot, Math.round(value));
  }

  /** A length in the unit of `^MU`, in dots within bounds. */
  dots(slot: Slot<NumberParameter<string, number>>): number;
  dots(slot: Slot<NumberParameter>, fallback: number): number;
  dots(slot: Slot<NumberParameter>, fallback: number = slot.fallback as number): number {
    const value = this.number(slot);
    if (value === undefined) return fallback;
    return this.#within(slot, Math.round(value * this.#printer.settings.dotsPerUnit));
  }

  /** A place in dots, 0 when missing; a sign is ignored, as are other characters around the number. */
  place(slot: Slot<NumberParameter>): number {
    const value = Math.abs(this.number(slot) ?? 0);
    return this.#within(slot, Math.round(value * this.#printer.settings.dotsPerUnit));
  }

  #within(slot: Slot, value: number): number {
    if (value >= slot.min && value <= slot.max) return value;
    const used = value < slot.min ? slot.min : slot.max;
    this.#warn('parameter-out-of-range', slot, `is ${value}; ${used} is used`);
    return used;
  }

  #warn(code: DiagnosticCode, { at, number }: Slot, fault: string): void {
    // The words count the parameters after the font of ^A.
    warn(this.#printer, this.#command, code, `parameter ${at + 1} ${fault}`, number);
  }
}

/**
 * Splits at the delimiter and trims. With `split` and `map`, parsing takes a seventh longer (`npm run bench -- zpl`).
 */
function splitParameters(text: string, delimiter: string, most: number): string[] {
  const all: string[] = [];
  const end = Math.min(text.length, PARAMETER_BYTES_MAX);
  for (let from = 0; from <= end && all.length < most; ) {
    const found = text.indexOf(delimiter, from);
    const to = found < 0 || found > end ? end : found;
    all.push(text.slice(from, to).trim());
    from = to + 1;
  }
  return all;
}

/** The number in a parameter. Printers ignore the characters around it, as in `^FOB50,660`. */
export const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/;

function leadingNumber(text: string): number | undefined {
  if (text === '') return undefined;
  const digits = digitsOnly(text);
  if (digits >= 0) return digits;
  const match = NUMBER.exec(text.slice(0, 32));
  return match === null ? undefined : Number(match[0]);
}

/**
 * The number that up to nine digits are, as nearly all parameters are; -1 for any other text. With the regular
 * expression alone, parsing takes a sixth longer (`npm run bench -- zpl`).
 */
function digitsOnly(text: string): number {
  if (text.length > 9) return -1;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
