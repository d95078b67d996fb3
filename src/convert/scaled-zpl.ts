import { fail } from '../errors.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import {
  COMMAND_TABLE,
  type CommandEntry,
  parametersOf,
  type Slot,
} from '../zpl/command-table/command-table.ts';
import { FIELD_BYTES_MAX } from '../zpl/command-table/graphics.ts';
import { NUMBER } from '../zpl/commands/params.ts';
import { POWER_UP_BARS } from '../zpl/power-up.ts';
import { type Command, commandsOf, DEFAULT_PREFIXES } from '../zpl/tokenize.ts';
import { type Needs, needsOf, numberOf } from './printer-defaults.ts';
import { ScaledBands } from './scaled-bands.ts';
import { type FontSize, ScaledFonts } from './scaled-fonts.ts';
import { lengthSlots, ScaledLengths } from './scaled-lengths.ts';
import { scaledMarker } from './scaled-marker.ts';
import { type PictureScale, type ResampledPicture, scaledPicture } from './scaled-picture.ts';

/** A stream for another resolution. */
export interface ScaledStream {
  readonly zpl: ByteString;
  /** Lines about parts that stayed as they were, and lengths that a printer of that resolution does not take. */
  readonly notes: readonly string[];
  /** Whether a picture became several fields, so that labels have more elements than before. */
  readonly isSplit: boolean;
}

/** Bytes of pictures that one stream may have after scaling. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

const BY = parametersOf('^BY');
const FO = parametersOf('^FO');
const FW = parametersOf('^FW');

/** The parameters of fonts and marks that are sizes. */
const SIZED: Readonly<Record<string, { readonly height: Slot; readonly width: Slot }>> = {
  '^A': parametersOf('^A'),
  '^CF': parametersOf('^CF'),
  '^GS': parametersOf('^GS'),
};

/** Commands between the marker of a raster and its picture. */
const AFTER_MARKER = new Set(['^FS', '^FO', '^FT', '^FR', '^FX', '^GF']);

/**
 * A stream for another resolution: places, sizes and modules are multiplied, pictures resampled. Lengths that the
 * stream leaves to the printer's defaults are written, since these are the same number of dots on every head. The rest
 * stays byte for byte.
 *
 * Modules are whole dots, at least one, and fonts A to H and P to V have whole magnifications, so that these grow or
 * shrink by less or more than the rest. Lengths in inches and millimetres (`^MU`) stay as they are. A picture that is
 * too large for one `^GF` becomes several fields.
 *
 * @param fieldBytes bytes of a picture that one field may have
 * @throws FailureError `too_large` where the pictures would take more than 16 MiB
 */
export function scaledZpl(
  source: ByteString,
  fromDpi: number,
  toDpi: number,
  fieldBytes: number = FIELD_BYTES_MAX,
): ScaledStream {
  if (fromDpi === toDpi) return { zpl: source, notes: [], isSplit: false };
  const scaler = new Scaler(source, fromDpi, toDpi, fieldBytes);
  const parts: string[] = [];
  let at = 0;
  for (const command of commandsOf(source)) {
    const { start, paramsStart, end } = command;
    parts.push(source.slice(at, start), scaler.before(command), source.slice(start, paramsStart));
    parts.push(scaler.paramsOf(command), scaler.after(command));
    at = end;
  }
  parts.push(source.slice(at), scaler.closeField());
  return { zpl: parts.join('') as ByteString, notes: scaler.notes(), isSplit: scaler.isSplit };
}

class Scaler {
  readonly #lengths: ScaledLengths;
  readonly #fonts: ScaledFonts;
  readonly #needs: Needs;
  readonly #notes = new Set<string>();
  readonly #prefixes = { ...DEFAULT_PREFIXES };
  /** Whether lengths are in dots: `^MU` can change the unit or the resolution. */
  #isInDots = true;
  #isConverted = false;
  /** Whether the defaults have still to be written: after the first `^XA`, and then `^DF`. */
  #defaults: 'none' | 'due' | 'written' = 'none';
  /** Whether a `^BY` has set the module and the height. */
  readonly #hasBars = { module: false, height: false };
  /** The scale that a marker gives the next picture. */
  #marked: { readonly scale: PictureScale | null } | null = null;
  /** `^LH` of the stream in dots, across and down, before scaling. */
  #home: readonly number[] = [];
  #justify = '0';
  #fieldJustify: string | null = null;
  readonly #bands: ScaledBands;
  /** Whether a picture became several fields. */
  isSplit = false;
  #pictureBytesLeft = PICTURE_BYTES_MAX;
  #pictures = 0;

  constructor(source: ByteString, fromDpi: number, toDpi: number, fieldBytes: number) {
    this.#lengths = new ScaledLengths(fromDpi, toDpi);
    this.#fonts = new ScaledFonts(fromDpi, toDpi);
    this.#needs = needsOf(source);
    this.#bands = new ScaledBands(fieldBytes);
  }

  notes(): readonly string[] {
    if (this.#lengths.ratio < 1 && this.#pictures > 0) {
      const words = this.#pictures === 1 ? 'a picture has' : `${this.#pictures} pictures have`;
      this.#notes.add(`${words} fewer dots: bar codes in pictures may be unreadable`);
    }
    return [...this.#notes];
  }

  /** Text to add before a command. */
  before({ name }: Command): string {
    if (name === '^XZ') return this.closeField();
    return this.#defaults === 'due' && name !== '^DF' ? this.#writeDefaults() : '';
  }

  /** The bands of a field that the stream leaves open. */
  closeField(): string {
    const bands = this.#bands.end(this.#prefixes);
    return bands === '' ? '' : `${this.#prefixes.format}FS${bands}`;
  }

  /** Text to add after a command. */
  after({ name }: Command): string {
    if (name === '^XA' && this.#defaults === 'none') this.#defaults = 'due';
    if (name === '^FS') return this.#bands.end(this.#prefixes);
    return this.#defaults === 'due' && name === '^DF' ? this.#writeDefaults() : '';
  }

  /** The parameters of a command. */
  paramsOf(command: Command): string {
    const params = this.#scaledParams(command);
    this.#bands.follow(command, params);
    return params;
  }

  #scaledParams(command: Command): string {
    const { name, params, delimiter } = command;
    const entry = COMMAND_TABLE.get(name);
    if (!AFTER_MARKER.has(name)) this.#marked = null;
    if (name === '^FX') return this.#comment(command.params);
    if (entry === undefined || entry.holds !== undefined) return params;
    this.#prefixes.delimiter = delimiter;
    if (entry.prefix !== undefined) {
      if (params !== '') this.#prefixes[entry.prefix] = params;
      return params;
    }
    this.#follow(command);
    if (name === '^FM' && this.#isInDots)
      return params.replace(/\d+/g, (digits) => String(this.#lengths.free(Number(digits))));
    const picture = this.#picture(command);
    if (picture !== null) return picture;
    return this.#scaledLengths(command, entry);
  }

  /** Keeps the settings that later commands depend on. */
  #follow({ name, params, delimiter }: Command): void {
    const values = params.split(delimiter, 3);
    const valueOf = ({ at }: Slot): string => values[at]?.trim() ?? '';
    switch (name) {
      case '^MU':
        this.#isInDots = !/^\s*[IM]/i.test(params);
        this.#isConverted = values.length > 1;
        if (!this.#isInDots) this.#notes.add('lengths in millimetres or inches (^MU) stay as they are');
        return;
      case '^BY':
        this.#hasBars.module ||= valueOf(BY.module) !== '';
        this.#hasBars.height ||= valueOf(BY.height) !== '';
        return;
      case '^LH':
        this.#home = this.#isInDots ? values.map((value) => Math.abs(numberOf(value))) : [];
        return;
      case '^FW':
        this.#justify = valueOf(FW.justification) || this.#justify;
        return;
      case '^FO':
      case '^FT':
        this.#fieldJustify = valueOf(FO.justification) || this.#justify;
        return;
      case '^FS':
        this.#fieldJustify = null;
        return;
      case '^CW':
        this.#fonts.alias(params.trim().charAt(0));
    }
  }

  #picture(command: Command): string | null {
    const marked = command.name === '^GF' ? this.#marked : null;
    const scale = marked?.scale ?? null;
    const isRight = command.name === '^GF' && (this.#fieldJustify ?? this.#justify) === '1';
    const picture = scaledPicture(
      command,
      this.#prefixes,
      scale ?? { x: this.#lengths.ratio, y: this.#lengths.ratio },
      isRight,
    );
    if (command.name === '^GF') this.#marked = null;
    if (picture === null) return null;
    if ('kept' in picture) {
      this.#notes.add(picture.kept);
      return command.params;
    }
    const { data } = picture.dots;
    const isSplit = command.name === '^GF' && this.#isInBands(picture, marked !== null);
    const params = isSplit ? this.#bands.split(picture) : picture.paramsOf(data);
    if (params === null) return null;
    if (scale === null) this.#pictures++;
    this.#pictureBytesLeft -= data.length;
    if (this.#pictureBytesLeft < 0) fail('too_large', `pictures take more than ${PICTURE_BYTES_MAX} bytes`);
    return params;
  }

  /** Whether a picture becomes several fields; adds a note about a larger picture that has to stay one. */
  #isInBands(picture: ResampledPicture, isMarked: boolean): boolean {
    if (!this.#bands.isTooLarge(picture)) return false;
    const reason = isMarked
      ? 'its marker belongs to a single field'
      : this.#isPlain()
        ? this.#bands.reasonAgainst(picture)
        : 'its place is not in dots (^MU)';
    if (reason === null) {
      this.isSplit = true;
      return true;
    }
    const { length } = picture.dots.data;
    this.#notes.add(
      `a picture has ${length} bytes, more than printers take in one ^GF, and stays one: ${reason}`,
    );
    return false;
  }

  /** The parameters of a command whose lengths are scaled. */
  #scaledLengths({ name, params, delimiter }: Command, entry: CommandEntry): string {
    const slots = lengthSlots(name, entry);
    if (slots.length === 0) return params;
    // Additions come before a line end after the command.
    const words = params.trimEnd();
    const given = words.split(delimiter);
    const values = [...given];
    for (const slot of slots) {
      if (!this.#isInDots && !slot.parameter.countsDots) continue;
      const value = given[slot.at]?.trim() ?? '';
      if (value !== '') values[slot.at] = this.#scaled(given[slot.at] as string, name, slot);
      else if (this.#isPlain()) put(values, slot.at, this.#lengths.byDefault(name, slot));
    }
    const sized = SIZED[name];
    if (sized !== undefined && this.#isPlain()) {
      const size = this.#fontSize(name, given, {
        height: numberOf(given[sized.height.at]),
        width: numberOf(given[sized.width.at]),
      });
      put(values, sized.height.at, size && String(size.height));
      put(values, sized.width.at, size && String(size.width));
    }
    return values.join(delimiter) + params.slice(words.length);
  }

  /** A size in place of the one that a command gives or leaves out. */
  #fontSize(name: string, [first = '']: readonly string[], given: FontSize): FontSize | null {
    if (name === '^GS') return this.#fonts.ofMarks(given);
    const letter = first.trim().charAt(0);
    return name === '^CF' ? this.#fonts.setDefault(letter, given) : this.#fonts.ofField(letter, given);
  }

  #isPlain(): boolean {
    return this.#isInDots && !this.#isConverted;
  }

  /** The number in a value, scaled within its bounds; a value without one stays, and so does a placeholder. */
  #scaled(value: string, name: string, slot: Slot): string {
    if (value.includes('{')) return value;
    return value.replace(NUMBER, (digits) => {
      const number = Number(digits);
      // The sign of a place is ignored.
      if (slot.parameter.isPlace)
        return (number < 0 ? '-' : '') + String(this.#place(Math.abs(number), name, slot));
      // A printer ignores a shift that is too large.
      if (name === '^LT' && !this.#lengths.isInBounds(number, slot)) return digits;
      const scaled = this.#lengths.bounded(number, slot);
      const exact = this.#lengths.free(number);
      if (name === '^LT' && scaled !== exact)
        this.#notes.add(`^LT${digits} would be ${exact} dots, and printers take ${scaled}`);
      return String(scaled);
    });
  }

  /** A coordinate; a printer adds the home to those of fields. */
  #place(number: number, name: string, slot: Slot): number {
    const home = name === '^FO' || name === '^FT' ? (this.#home[slot.at] ?? 0) : 0;
    return this.#lengths.place(number, home, slot);
  }

  #comment(params: ByteString): string {
    const marker = scaledMarker(params, this.#lengths.ratio);
    if (marker === null) return params;
    this.#marked = { scale: marker.scale };
    return marker.params;
  }

  /** The printer's defaults as commands, unless the stream has set them by now. */
  #writeDefaults(): string {
    this.#defaults = 'written';
    if (!this.#isPlain()) return '';
    const { format, delimiter } = this.#prefixes;
    const commands: string[] = [];
    if (this.#needs.font) {
      const { name, size } = this.#fonts.writeDefault();
      commands.push(`${format}CF${[name, size.height, size.width].join(delimiter)}`);
    }
    if (this.#needs.bars) {
      const of = (isSet: boolean, slot: Slot, dots: number): string =>
        isSet ? '' : String(this.#lengths.bounded(dots, slot));
      const module = of(this.#hasBars.module, BY.module, POWER_UP_BARS.moduleWidth);
      const height = of(this.#hasBars.height, BY.height, POWER_UP_BARS.height);
      commands.push(`${format}BY${[module, '', height].join(delimiter)}`);
    }
    return commands.join('');
  }
}

/** Writes a value at its place, with empty ones before it; nothing for null. */
function put(values: string[], at: number, value: string | null): void {
  if (value === null) return;
  while (values.length < at) values.push('');
  values[at] = value;
}
