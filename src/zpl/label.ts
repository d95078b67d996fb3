import type { Orientation } from '../bitmap/rotate.ts';
import type { BarcodeCommand, BarcodeOptions } from './barcode-options.ts';
import type { ByteString } from './byte-string.ts';

/** Bytes of the ZPL stream that something came from. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The position of a field, in dots from the top left of the label, offsets included. */
export interface Origin {
  readonly x: number;
  readonly y: number;
  /** `^FO` gives the top left of the rotated field; `^FT` its baseline (text) or bottom left (the rest). */
  readonly command: '^FO' | '^FT';
  /** 0 left, 1 right, 2 auto. */
  readonly justify: 0 | 1 | 2;
  /**
   * The coordinates that a `^FT` left out: there the field begins where the last text field of the label ended (its pen
   * after the last glyph). `x` and `y` hold the place to take if there was no text before.
   */
  readonly pen?: { readonly x: boolean; readonly y: boolean };
}

interface Placed {
  readonly origin: Origin;
  /** `^FR` or `^LR`: the field inverts what lies beneath. */
  readonly reverse: boolean;
  readonly span: Span;
  /** The span of the data, if another field gave it by `^FN`. */
  readonly dataSpan?: Span;
  /** The canonical command that drew it, where its kind alone does not tell. */
  readonly command?: string;
}

/** A resident font and the size asked for, in dots. Zero means "not given". */
export interface FontChoice {
  /** `A`–`Z`, `0`–`9`, or the name of a downloaded font or of one that the printer holds. */
  readonly name: string;
  readonly height: number;
  readonly width: number;
  /** `^FL`: names of fonts for what this one lacks, in that order; absent when there are none. */
  readonly links?: readonly string[];
}

/** Properties switched on by `^PA`. */
export interface TextProperties {
  /** A character that the font lacks prints the font's sign for that instead of a blank. */
  readonly defaultGlyph: boolean;
  /** Text of right-to-left scripts runs that way. */
  readonly bidirectional: boolean;
  /** Letters take the forms that their script asks for. */
  readonly shaping: boolean;
  /** Ligatures, kerning, and what else the font's tables have. */
  readonly openType: boolean;
}

/** `^FB`: lines of at most `width` dots. */
export interface FieldBlock {
  readonly kind: 'block';
  readonly width: number;
  readonly lines: number;
  /** Added between lines; may be negative. Dots. */
  readonly lineSpacing: number;
  readonly justify: 'L' | 'C' | 'R' | 'J';
  /** Indent of the second and later lines. Dots. */
  readonly indent: number;
}

/** `^TB`: text cut at `height` dots. */
export interface TextBlock {
  readonly kind: 'text-block';
  readonly width: number;
  readonly height: number;
}

export interface TextElement extends Placed {
  readonly kind: 'text';
  readonly font: FontChoice;
  readonly orientation: Orientation;
  /** Unicode, decoded by `^CI`. In a `^FB` block, escapes such as `\&` are still there. */
  readonly text: string;
  readonly block: FieldBlock | TextBlock | null;
  /** Absent when nothing is switched on. */
  readonly properties?: TextProperties;
  /** `^FP`: horizontal, vertical or reverse, and the gap after each glyph in dots. */
  readonly direction: 'H' | 'V' | 'R';
  readonly gap: number;
}

/** `^GS`: one of the symbols A–E. A size of zero means "not given". */
export interface SymbolElement extends Placed {
  readonly kind: 'symbol';
  readonly orientation: Orientation;
  readonly height: number;
  readonly width: number;
  readonly text: string;
}

/** `^GB`, in dots; rounding 0–8. */
export interface BoxElement extends Placed {
  readonly kind: 'box';
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
  readonly white: boolean;
  readonly rounding: number;
}

/** `^GE`, and `^GC` with width and height alike. */
export interface EllipseElement extends Placed {
  readonly kind: 'ellipse';
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
  readonly white: boolean;
}

/** `^GD`: `R` rises to the right (`/`), `L` to the left. */
export interface DiagonalElement extends Placed {
  readonly kind: 'diagonal';
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
  readonly white: boolean;
  readonly lean: 'R' | 'L';
}

/** `^GF`, `^XG`, `^IM`, `^IL`: packed rows, most significant bit leftmost, 1 is black. */
export interface GraphicElement extends Placed {
  readonly kind: 'graphic';
  readonly bytesPerRow: number;
  readonly rows: number;
  readonly data: Uint8Array;
  /** Pixel replication of `^XG`; 1 elsewhere. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** A `^B*` field. */
export interface BarcodeElement extends Placed {
  readonly kind: 'barcode';
  readonly command: BarcodeCommand;
  /** Values of its parameters. */
  readonly options: BarcodeOptions[BarcodeCommand];
  readonly orientation: Orientation;
  /** `^BY`: module width in dots, wide to narrow ratio, height in dots. */
  readonly moduleWidth: number;
  readonly ratio: number;
  readonly height: number;
  /** Field data after `^FH`: the bytes that the symbol carries. */
  readonly data: ByteString;
  /** The font of a preceding `^A`, for the interpretation line of `^BC` only. */
  readonly font: FontChoice | null;
  /** `^FM`: where the symbols of a series go, null for one that is left out; absent without `^FM`. */
  readonly places?: readonly (Origin | null)[];
  /** `^CVY`: data that the symbology refuses print as `INVALID - X` in reverse; absent means off. */
  readonly validated?: boolean;
}

export type Element =
  | TextElement
  | SymbolElement
  | BoxElement
  | EllipseElement
  | DiagonalElement
  | GraphicElement
  | BarcodeElement;

/** One `^XA…^XZ` with something to print, ready to draw. */
export interface Label {
  readonly elements: readonly Element[];
  /** `^PW` in dots when it is narrower than the canvas was asked to be; null when not given. */
  readonly printWidth: number | null;
  /** `^LL` in dots, which the canvas does not follow; absent or null when not given. */
  readonly labelLength?: number | null;
  /** `^POI`: the finished label is rotated by 180 degrees. */
  readonly inverted: boolean;
  /** `^PMY`: mirrored left to right. */
  readonly mirrored: boolean;
  /** `^JMB`: the elements are drawn on half the canvas and every dot is doubled; absent means off. */
  readonly doubled?: boolean;
  /** `^PQ`: how many of it a printer would print; absent means 1. */
  readonly quantity?: number;
}
