import type { Orientation } from '../../bitmap/rotate.ts';
import type { DiagnosticCode } from '../diagnostic.ts';
import { type Printer, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';

/** No command but data and graphics has more parameters than this. */
const PARAMETERS_MAX = 16;

/** Characters of all parameters together; the rest of a longer command is not read. */
const PARAMETER_BYTES_MAX = 1024;

/** Dots. */
const COORDINATE_MAX = 32_000;

const ORIENTATIONS: readonly Orientation[] = ['N', 'R', 'I', 'B'];

/**
 * The parameters of a command, by position. A missing one is its default; one out of range becomes the
 * nearest bound and a diagnostic.
 */
export class Params {
  /** Split at the delimiter, white space around each removed. */
  readonly all: readonly string[];
  readonly #printer: Printer;
  readonly #command: Command;

  /** @param text the parameters where they are not the whole of the command's, as after the font of `^A`. */
  constructor(
    printer: Printer,
    command: Command,
    text: string = command.params,
    most: number = PARAMETERS_MAX,
  ) {
    this.#printer = printer;
    this.#command = command;
    this.all = splitParameters(text, command.delimiter, most);
  }

  text(index: number): string {
    return this.all[index] ?? '';
  }

  /** The first character, upper case; empty when missing. */
  letter(index: number): string {
    return this.text(index).charAt(0).toUpperCase();
  }

  yes(index: number): boolean {
    return this.letter(index) === 'Y';
  }

  /** One of the allowed letters, or the default. */
  choice<T extends string>(index: number, allowed: readonly T[], fallback: T): T {
    const letter = this.letter(index);
    const found = allowed.find((value) => value === letter);
    if (found === undefined && letter !== '') {
      this.#warn('parameter-not-allowed', index, `is not one of ${allowed.join(' ')}`);
    }
    return found ?? fallback;
  }

  /** N, R, I or B; without it what `^FW` says. */
  orientation(index: number): Orientation {
    return this.choice(index, ORIENTATIONS, this.#printer.settings.orientation);
  }

  /** A number with decimals; undefined when there is none. */
  number(index: number): number | undefined {
    return leadingNumber(this.text(index));
  }

  /** A number with decimals, within bounds. */
  decimal(index: number, min: number, max: number, fallback: number): number {
    return this.#within(index, this.number(index) ?? fallback, min, max);
  }

  whole(index: number, min: number, max: number, fallback: number): number {
    const value = this.number(index);
    return value === undefined ? fallback : this.#within(index, Math.round(value), min, max);
  }

  /** A length in the unit of `^MU`, in dots. */
  dots(index: number, min: number, max: number, fallback: number): number {
    const value = this.number(index);
    if (value === undefined) return fallback;
    return this.#within(index, Math.round(value * this.#printer.settings.dotsPerUnit), min, max);
  }

  /** A coordinate in dots; a sign is ignored, as are other characters around the number. */
  coordinate(index: number): number {
    const value = Math.abs(this.number(index) ?? 0);
    return this.#within(index, Math.round(value * this.#printer.settings.dotsPerUnit), 0, COORDINATE_MAX);
  }

  #within(index: number, value: number, min: number, max: number): number {
    const used = Math.min(Math.max(value, min), max);
    if (used !== value) this.#warn('parameter-out-of-range', index, `is ${value}; ${used} is used`);
    return used;
  }

  #warn(code: DiagnosticCode, index: number, fault: string): void {
    // Zebra's guide counts the font of ^A, which is not among these.
    const parameter = index + (this.#command.name === '^A' ? 2 : 1);
    warn(this.#printer, this.#command, code, `parameter ${index + 1} ${fault}`, parameter);
  }
}

/** Splits at the delimiter and trims. With `split` and `map`, parsing takes a seventh longer (`npm run bench -- zpl`). */
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

/** The number in a parameter; what stands around it is ignored, as in `^FOB50,660`. */
function leadingNumber(text: string): number | undefined {
  if (text === '') return undefined;
  const digits = digitsOnly(text);
  if (digits >= 0) return digits;
  const match = /-?(?:\d+\.?\d*|\.\d+)/.exec(text.slice(0, 32));
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
