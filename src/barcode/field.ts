import type { BarcodeSymbol, LinearSymbol } from '../symbology/symbol.ts';
import type { ByteString } from '../zpl/byte-string.ts';

/** The commands that make a barcode of field data. */
export type BarcodeCommand =
  | '^B0'
  | '^B1'
  | '^B2'
  | '^B3'
  | '^B4'
  | '^B5'
  | '^B7'
  | '^B8'
  | '^B9'
  | '^BA'
  | '^BB'
  | '^BC'
  | '^BD'
  | '^BE'
  | '^BF'
  | '^BI'
  | '^BJ'
  | '^BK'
  | '^BL'
  | '^BM'
  | '^BO'
  | '^BP'
  | '^BQ'
  | '^BR'
  | '^BS'
  | '^BT'
  | '^BU'
  | '^BX'
  | '^BZ';

/** One barcode field as the printer holds it when `^FS` arrives. */
export interface NativeField {
  /** Canonical name, such as `^BC`. */
  readonly command: string;
  /** Split at the delimiter, as sent. */
  readonly params: readonly string[];
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
}

/** A piece of an interpretation line with a place of its own. */
export interface LinePiece {
  readonly text: string;
  /** Dots from the left edge of the bars, may be a fraction. */
  readonly at: number;
  /** What of the text stands there. */
  readonly side: 'left' | 'centre' | 'right';
}

/** The text beside the bars. */
export interface InterpretationLine {
  readonly text: string;
  /** False when the label turned it off. */
  readonly shown: boolean;
  readonly above: boolean;
  /** Font A at the module width; OCR-B (EAN and UPC); font 0 shrunk to 0.94 of the bars (`^BC` mode D). */
  readonly style: 'A' | 'ocr-b' | '0-fitted';
  /** Of OCR-B; 1 when absent. */
  readonly magnification?: number;
  /** EAN and UPC below the bars: where the digits stand. Elsewhere the whole text is centred on the bars. */
  readonly pieces?: readonly LinePiece[];
}

/** A symbol that can be drawn. */
export interface Drawn {
  readonly ok: true;
  readonly symbology: string;
  readonly symbol: BarcodeSymbol;
  /** Null for symbologies that have none. */
  readonly line: InterpretationLine | null;
  /** What was asked for and is drawn as something else; absent when nothing was. */
  readonly note?: string;
}

/** Why not even a lenient printer has something to print, with the letter that `^CV` would print. */
export interface Refused {
  readonly ok: false;
  readonly symbology: string;
  readonly reason: string;
  readonly code: 'C' | 'E' | 'L' | 'S' | 'P';
}

/** One symbology of the printer. */
export interface NativeSymbology {
  symbology(field: NativeField): string;
  /** Pads, cuts and drops as the printer does. */
  encode(field: NativeField): Drawn | Refused;
  /** What is wrong with the data for a caller who wants exactly it printed, or null. */
  check(field: NativeField): string | null;
}

export function refused(symbology: string, code: Refused['code'], reason: string): Refused {
  return { ok: false, symbology, reason, code };
}

/** A parameter, trimmed and in upper case; empty when absent. */
export function letter(field: NativeField, index: number): string {
  return (field.params[index] ?? '').trim().toUpperCase();
}

/** A yes-or-no parameter. */
export function flag(field: NativeField, index: number, byDefault: boolean): boolean {
  const value = letter(field, index);
  return value === 'Y' ? true : value === 'N' ? false : byDefault;
}

/** A whole number within bounds; `byDefault` when it is absent or not a number. */
export function whole(
  field: Pick<NativeField, 'params'>,
  index: number,
  byDefault: number,
  min: number,
  max: number,
): number {
  const value = Number.parseInt(field.params[index] ?? '', 10);
  return Math.min(max, Math.max(min, Number.isNaN(value) ? byDefault : value));
}

/** Bar height in dots. */
export function barHeight(field: NativeField, index: number): number {
  return whole(field, index, Math.round(field.height), 1, 32_000);
}

/** The module width in whole dots, at least one. */
export function moduleDots(field: NativeField): number {
  return Math.max(1, Math.round(field.moduleWidth));
}

/** Widths of elements that are counted in modules. */
export function inModules(field: NativeField, elements: readonly number[], height: number): LinearSymbol {
  const dots = moduleDots(field);
  return { kind: 'linear', widths: elements.map((element) => element * dots), height };
}

/**
 * Widths of narrow (1) and wide (2) elements; a wide one is cut to whole dots (printer evidence 57). Plessey's
 * terminator (3) is as much wider again.
 */
export function inTwoWidths(field: NativeField, elements: readonly number[], height: number): LinearSymbol {
  const narrow = moduleDots(field);
  // The small addition undoes binary fractions such as 3 × 2.1.
  const wide = Math.floor(narrow * field.ratio + 1e-9);
  return {
    kind: 'linear',
    widths: elements.map((element) => narrow + (element - 1) * (wide - narrow)),
    height,
  };
}
