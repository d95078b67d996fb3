import type { RuleName } from '../printer-profile/profile-rules.ts';
import type { BarcodeSymbol, LinearSymbol } from '../symbology/symbol.ts';
import type { BarcodeCommand, BarcodeOptions } from '../zpl/barcode-options.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { ControlSequence } from './control-sequences.ts';

/** One barcode field as the printer holds it when `^FS` arrives. */
export interface BarcodeField<C extends BarcodeCommand = BarcodeCommand> {
  readonly command: C;
  readonly options: BarcodeOptions[C];
  /** `^BY` w, dots. */
  readonly moduleWidth: number;
  /** `^BY` r, wide to narrow. */
  readonly ratio: number;
  /** `^BY` h, dots. */
  readonly height: number;
  /** After `^FH`. */
  readonly data: ByteString;
  /** 8 when absent. */
  readonly dotsPerMm?: number;
  /** Rules of the printer's profile that are on; none when absent. */
  readonly rules?: ReadonlySet<RuleName>;
}

/** A piece of an interpretation line with a place of its own. */
export interface LinePiece {
  readonly text: string;
  /** Dots from the left edge of the bars, may be a fraction. */
  readonly at: number;
  /** The position of the text. */
  readonly side: 'left' | 'centre' | 'right';
}

/** The line of text above or below the bars. */
export interface InterpretationLine {
  readonly text: string;
  /** False when the label turned it off. */
  readonly shown: boolean;
  readonly above: boolean;
  /** Font A at the module width; OCR-B (EAN and UPC); font 0 shrunk to 0.94 of the bars (`^BC` mode D). */
  readonly style: 'A' | 'ocr-b' | '0-fitted';
  /** Magnification of OCR-B; 1 if absent. */
  readonly magnification?: number;
  /** Groups of digits below EAN and UPC. Without pieces the whole text is centred on the bars. */
  readonly pieces?: readonly LinePiece[];
}

/** A symbol that can be drawn. */
export interface Drawn {
  readonly ok: true;
  readonly symbology: string;
  readonly symbol: BarcodeSymbol;
  /** Null for symbologies that have none. */
  readonly line: InterpretationLine | null;
  /** A feature that is drawn as something else; absent if all is drawn as asked. */
  readonly note?: string;
}

/** Reason why even a lenient printer prints nothing, with the letter that `^CV` would print. */
export interface Refused {
  readonly ok: false;
  readonly symbology: string;
  readonly reason: string;
  readonly code: 'C' | 'E' | 'L' | 'S' | 'P';
}

/** Microseconds that any symbol takes at most, and each byte of its data. */
export type SymbolCost = readonly [symbol: number, byte: number];

/** The cost of bars that this program makes itself. */
export const BARS_COST: SymbolCost = [20, 0.8];

/** Makes symbols of the fields of one command. */
export interface Symbology<C extends BarcodeCommand> {
  /**
   * Counted before the symbol is made. `npm run bench -- symbol-work` measures every symbology by kind and length of
   * data and shows those that take longer than is counted; the costs are lines above 1.4 times what it found (Node 20,
   * one core of a server of 2026 with others at work).
   */
  readonly cost: SymbolCost | ((options: BarcodeOptions[C]) => SymbolCost);
  symbology(field: BarcodeField<C>): string;
  /** Pads, cuts and drops as the printer does. */
  encode(field: BarcodeField<C>): Drawn | Refused;
  /** The fault of the data for callers who want exactly this data printed, or null. */
  check(field: BarcodeField<C>): string | null;
  /** Data that passes {@link check} is never refused by the encoder, so checking need not encode. */
  readonly checkIsComplete?: true;
  /** The symbols of a field that has several places; one symbol otherwise. */
  encodeSeries?(field: BarcodeField<C>, places: number): readonly Drawn[] | Refused;
  /** The data with the digits in it that the printer itself puts there, for `^CVY`. */
  printedData?(field: BarcodeField<C>): string;
  /** Digits that it takes where their number is fixed, without and with their check digit. */
  readonly digits?: readonly [least: number, most: number];
  /** Writes a value so that it stays data. */
  escape?(value: string, options: BarcodeOptions[C]): string;
  /** The control sequences in the data, in order. */
  controlSequences?(data: string, options: BarcodeOptions[C]): readonly ControlSequence[];
}

/** A refusal: `symbology` names the kind of symbol, `reason` is a clause that says which data is allowed. */
export function refused(symbology: string, code: Refused['code'], reason: string): Refused {
  return { ok: false, symbology, reason, code };
}

/** Bar height in dots: what the command says, else `^BY`. */
export function barHeight({
  options,
  height,
}: {
  readonly options: { readonly height: number | undefined };
  readonly height: number;
}): number {
  return options.height ?? within(Math.round(height), 1, 32_000);
}

/** The number from `min` to `max` that is nearest to `value`. */
export function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** The module width or magnification that a printer takes when none is given, by its resolution. */
export function defaultMagnification({ dotsPerMm = 8 }: Pick<BarcodeField, 'dotsPerMm'>): number {
  return dotsPerMm <= 6 ? 1 : dotsPerMm <= 8 ? 2 : dotsPerMm <= 12 ? 3 : 6;
}

/** Widths from `^BY`. */
type Modules = Pick<BarcodeField, 'moduleWidth' | 'ratio'>;

/** The module width in whole dots, at least one. */
export function moduleDots(field: Modules): number {
  return Math.max(1, Math.round(field.moduleWidth));
}

/** Widths of elements that are counted in modules. */
export function inModules(field: Modules, elements: readonly number[], height: number): LinearSymbol {
  const dots = moduleDots(field);
  return { kind: 'linear', widths: elements.map((element) => element * dots), height };
}

/**
 * Widths of narrow (1) and wide (2) elements; a wide one is cut to whole dots (printer evidence 57). Plessey's
 * terminator (3) is as much wider again.
 */
export function inTwoWidths(field: Modules, elements: readonly number[], height: number): LinearSymbol {
  const narrow = moduleDots(field);
  // The small addition undoes binary fractions such as 3 × 2.1.
  const wide = Math.floor(narrow * field.ratio + 1e-9);
  return {
    kind: 'linear',
    widths: elements.map((element) => narrow + (element - 1) * (wide - narrow)),
    height,
  };
}
