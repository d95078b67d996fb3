import { fail } from '../errors.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import {
  BARCODE_COMMANDS,
  COMMAND_TABLE,
  FIELD_DATA_COMMANDS,
  type Slot,
  slotsOf,
} from '../zpl/command-table/command-table.ts';
import { type Command, commandsOf, DEFAULT_PREFIXES } from '../zpl/tokenize.ts';
import { scaledPicture } from './scaled-picture.ts';

/** Bytes of pictures that one stream may have after scaling. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

/** The bar code defaults of a printer that was just switched on. Dots. */
const POWER_UP_BARS = { module: 2, height: 10 };
/** Its default font, A. Dots. */
const POWER_UP_FONT = { height: 9, width: 5 };

const BARCODES: ReadonlySet<string> = new Set(BARCODE_COMMANDS);

/**
 * A stream for another resolution: places, sizes and modules are multiplied, pictures resampled. What the stream leaves
 * to the printer's defaults is written, since those are as many dots on every head. All else stays byte for byte.
 *
 * Modules are whole dots, at least one, so symbols grow or shrink by less or more than the rest. Lengths in inches and
 * millimetres (`^MU`) stay as they are.
 *
 * @param ratio dots of the new resolution for one of the old one
 * @throws FailureError `too_large` where the pictures would take more than 16 MiB
 */
export function scaledZpl(source: ByteString, ratio: number): ByteString {
  if (ratio === 1) return source;
  const scaler = new Scaler(source, ratio);
  const parts: string[] = [];
  let at = 0;
  for (const command of commandsOf(source)) {
    parts.push(source.slice(at, command.paramsStart), scaler.paramsOf(command));
    at = command.end;
  }
  parts.push(source.slice(at));
  return parts.join('') as ByteString;
}

class Scaler {
  readonly #source: ByteString;
  readonly #ratio: number;
  readonly #prefixes = { ...DEFAULT_PREFIXES };
  /** Lengths are in dots; `^MU` may say otherwise. */
  #isInDots = true;
  #hasDefaults = false;
  #pictureBytesLeft = PICTURE_BYTES_MAX;

  constructor(source: ByteString, ratio: number) {
    this.#source = source;
    this.#ratio = ratio;
  }

  /** The parameters of a command, and whatever is written behind it. */
  paramsOf(command: Command): string {
    const { name, params, delimiter } = command;
    const entry = COMMAND_TABLE.get(name);
    if (entry === undefined || entry.holds !== undefined) return params;
    this.#prefixes.delimiter = delimiter;
    if (entry.prefix !== undefined) {
      if (params !== '') this.#prefixes[entry.prefix] = params;
      return params;
    }
    if (name === '^MU') this.#isInDots = /^\s*(?:D|$|[^DIM])/i.test(params.split(delimiter, 1)[0] ?? '');
    if (name === '^XA') return params + this.#defaults();
    if (!this.#isInDots) return params;
    if (name === '^FM')
      return params.replace(/\d+/g, (digits) => String(this.#length(Number(digits), -Infinity)));
    const picture = scaledPicture(command, this.#prefixes, this.#ratio);
    if (picture !== null) {
      this.#pictureBytesLeft -= picture.bytes;
      if (this.#pictureBytesLeft < 0) fail('too_large', `pictures take more than ${PICTURE_BYTES_MAX} bytes`);
      return picture.params;
    }
    const slots = slotsOf(entry).filter(({ parameter }) => parameter.kind === 'dots' || parameter.countsDots);
    if (slots.length === 0) return params;
    const values = params.split(delimiter);
    for (const slot of slots) {
      const value = values[slot.at];
      if (value !== undefined) values[slot.at] = this.#scaled(value, slot);
    }
    return values.join(delimiter);
  }

  /** The number at the beginning of a value, scaled within the bounds that it keeps; anything else stays. */
  #scaled(value: string, { min, max, parameter }: Slot): string {
    return value.replace(/^(\s*)([+-]?\d+(?:\.\d+)?)/, (_, space: string, digits: string) => {
      const number = Number(digits);
      const length = this.#length(number, number > 0 && parameter.isPlace !== true ? 1 : -Infinity);
      const isWithin = number >= min && number <= max;
      return space + String(isWithin ? Math.min(Math.max(length, min), max) : length);
    });
  }

  /** A length in whole dots: the nearest. */
  #length(dots: number, least: number): number {
    return Math.max(least, Math.round(dots * this.#ratio));
  }

  /** The printer's defaults behind the first `^XA`, as commands. */
  #defaults(): string {
    if (this.#hasDefaults) return '';
    this.#hasDefaults = true;
    const { format, delimiter } = this.#prefixes;
    const of = (dots: number): number => this.#length(dots, 1);
    const { hasBars, hasText } = usesOf(this.#source);
    const bars = `${format}BY${of(POWER_UP_BARS.module)}${delimiter}${delimiter}${of(POWER_UP_BARS.height)}`;
    const font = `${format}CFA${delimiter}${of(POWER_UP_FONT.height)}${delimiter}${of(POWER_UP_FONT.width)}`;
    return (hasText ? font : '') + (hasBars ? bars : '');
  }
}

/** Whether a stream has fields of text or bar codes. */
function usesOf(source: ByteString): { readonly hasBars: boolean; readonly hasText: boolean } {
  let hasBars = false;
  let hasText = false;
  for (const { name } of commandsOf(source)) {
    hasBars ||= BARCODES.has(name);
    hasText ||= FIELD_DATA_COMMANDS.has(name);
    if (hasBars && hasText) break;
  }
  return { hasBars, hasText };
}
