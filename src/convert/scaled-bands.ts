import { parametersOf } from '../zpl/command-table/command-table.ts';
import { NUMBER } from '../zpl/commands/params.ts';
import { bandsOf, placeOfBand, reasonAgainstBands } from '../zpl/graphic-encode.ts';
import type { Command, Prefixes } from '../zpl/tokenize.ts';
import { numberOf } from './printer-defaults.ts';
import type { ResampledPicture } from './scaled-picture.ts';

const FO = parametersOf('^FO');
const LT = parametersOf('^LT');

/** The place of a field as it is written. */
interface FieldPlace {
  readonly command: '^FO' | '^FT';
  readonly values: readonly string[];
}

/** The place of a field without one: the label's home. */
const HOME: FieldPlace = { command: '^FO', values: ['0', '0'] };
/** The places of a series are none for a picture. */
const SERIES: FieldPlace = { command: '^FT', values: [] };

/**
 * Divides pictures that are too large for one `^GF`: a band of each stays in its field, and the rest get fields of
 * their own after it, which draw the same dots.
 */
export class ScaledBands {
  readonly #fieldBytes: number;
  #place = HOME;
  #isReversed = false;
  /** `^LT` in dots. */
  #top = 0;
  /** The bands without the open field, as parameters of a place and of a `^GF`. */
  #others: { readonly place: FieldPlace; readonly params: string }[] = [];

  /** @param fieldBytes bytes of dots that one field may have */
  constructor(fieldBytes: number) {
    this.#fieldBytes = fieldBytes;
  }

  /** Follows a command with its parameters as they are written. */
  follow({ name, delimiter }: Command, params: string): void {
    if (name === '^FO' || name === '^FT') this.#place = { command: name, values: params.split(delimiter) };
    else if (name === '^FM') this.#place = SERIES;
    else if (name === '^FR') this.#isReversed = true;
    else if (name === '^LT') this.#top = numberOf(params.split(delimiter)[LT.top.at]);
  }

  isTooLarge({ dots }: ResampledPicture): boolean {
    return dots.data.length > this.#fieldBytes;
  }

  /** The reason why the picture of the open field has to stay whole; null if it need not. */
  reasonAgainst({ dots: { rows } }: ResampledPicture): string | null {
    const { command, values } = this.#place;
    const isNumber = (value = ''): boolean => NUMBER.test(value) && !value.includes('{');
    const isKnown = command === '^FO' ? !values.join().includes('{') : values.slice(0, 2).every(isNumber);
    if (!isKnown || (command === '^FT' && values.length < 2)) return 'its place is missing, or a placeholder';
    return reasonAgainstBands(this.#topOf(rows), rows, this.#top);
  }

  /** The parameters of the band that stays in the open field. */
  split({ dots, paramsOf }: ResampledPicture): string {
    const { command, values } = this.#place;
    const bands = bandsOf(dots);
    // The place of ^FT is below the picture: there the lowest band stays.
    const [own, others] = command === '^FO' ? [bands[0], bands.slice(1)] : [bands.at(-1), bands.slice(0, -1)];
    const top = this.#topOf(dots.rows);
    for (const band of others) {
      const y = placeOfBand(command, top, band);
      const placed = [values[FO.x.at] ?? '', String(y), ...values.slice(2)];
      this.#others.push({ place: { command, values: placed }, params: paramsOf(band.data) as string });
    }
    return paramsOf((own as (typeof bands)[number]).data) as string;
  }

  /** The fields of the other bands, at the end of the open one. */
  end({ format, delimiter }: Prefixes): string {
    const reversal = this.#isReversed ? `${format}FR` : '';
    const fields = this.#others.map(({ place: { command, values }, params }) => {
      const place = `${format}${command.slice(1)}${values.join(delimiter)}`;
      return `${place}${reversal}${format}GF${params}${format}FS`;
    });
    this.#place = HOME;
    this.#isReversed = false;
    this.#others = [];
    return fields.join('');
  }

  /** The upper edge of a picture of this many rows in the open field. */
  #topOf(rows: number): number {
    const { command, values } = this.#place;
    const y = Math.abs(numberOf(values[FO.y.at]));
    return command === '^FO' ? y : y - rows;
  }
}
