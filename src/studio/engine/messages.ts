import type { Rectangle } from '../../bitmap/box.ts';
import type { Comparison } from '../../link-os/compare-dots.ts';
import type { Dither } from '../../raster/images/dithered.ts';
import type { Turn } from '../../raster/images/grey-picture.ts';
import type { LabelSize } from '../../units.ts';
import type { Element } from '../../zpl/label.ts';
import type { ShownTransform } from './transform-steps.ts';

/** A label with values, as the page has it. */
export interface Draft {
  readonly zpl: string;
  readonly encoding: 'utf-8' | 'bytes';
  readonly size: LabelSize;
  readonly fieldTransforms: unknown;
  readonly dynamicTokens: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The time that automatic tokens show, as a UTC time in milliseconds since the epoch; null for the clock's. */
  readonly now: number | null;
}

/** A range of the text: JavaScript string indexes. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Something that prints, where it comes from and where it is on the label. */
export interface ShownElement extends TextRange {
  readonly kind: Element['kind'];
  readonly box: Rectangle | null;
}

/** One label of the stream, drawn. */
export interface ShownLabel {
  /** The bitmap's words (`packDots`), in base64. */
  readonly dots: string;
  readonly elements: readonly ShownElement[];
  /** How its elements were moved after they were drawn. */
  readonly inverted: boolean;
  readonly mirrored: boolean;
  readonly doubled: boolean;
  /** `^PW` and `^LL` in dots; null where they are not given. */
  readonly printWidth: number | null;
  readonly labelLength: number | null;
}

/** A finding of the linter or the renderer at a place. */
export interface ShownFinding extends TextRange {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | null;
  /** The only repair, in the order of the text; null where there are several, or none. */
  readonly fix: { readonly edits: readonly ShownEdit[]; readonly redraws: boolean } | null;
}

/** Text in place of a range. */
export interface ShownEdit extends TextRange {
  readonly insert: string;
}

/** A placeholder of the label, once however often it stands there. */
export interface ShownVariable {
  readonly name: string;
  /** `automatic`: filled in by the clock, or a counter. */
  readonly kind: 'variable' | 'automatic';
  /** Whether its value is a picture in base64. */
  readonly isPicture: boolean;
}

/** A label as the page shows it. */
export interface View {
  /** The time that automatic tokens showed, as in a {@link Draft}. */
  readonly clock: number;
  readonly width: number;
  readonly height: number;
  /** Labels that were drawn, from index `first` on. */
  readonly labels: readonly ShownLabel[];
  readonly first: number;
  readonly labelCount: number;
  /** Why the values could not be put in, or nothing could be drawn. What is drawn then is the label as saved. */
  readonly failure: string | null;
  /** Warnings of the renderer; the linter comes later. */
  readonly warnings: readonly ShownFinding[];
  readonly variables: readonly ShownVariable[];
  readonly transforms: readonly ShownTransform[];
}

/** A file that was made. */
export interface MadeFile {
  readonly bytes: Uint8Array;
  readonly labelCount: number;
}

/** The text of a draft for another resolution. */
export interface ScaledDraft {
  readonly zpl: string;
  /** Lines about parts that changed otherwise than in proportion. */
  readonly notes: readonly string[];
}

/** One label, the first picture, beside a printer's preview of it, the second. Dots. */
export interface PrinterDifference extends Omit<Comparison, 'offset'> {
  /** A PNG, in base64: black where both are, red for Platen alone, blue for the printer alone. */
  readonly png: string;
}

/** The most bytes of a picture or a PDF that becomes a field. */
export const PICTURE_BYTES_MAX = 24 * 2 ** 20;

/** How a picture, or a page of a PDF, becomes a field. */
export interface PictureChoices {
  readonly dpi: number;
  /** The height is in proportion; null for the file's own size. */
  readonly widthMm: number | null;
  /** The label's dots: without a width the picture is no larger. */
  readonly within: { readonly width: number; readonly height: number };
  /** Whether white edges are left out. */
  readonly cropsToInk: boolean;
  readonly turn: Turn;
  readonly dither: Dither;
  /** Pixels darker than that are black, from 0 to 255. */
  readonly threshold: number;
  /** A page of a PDF, from 1. */
  readonly page: number;
  /** Whether the fields are written as small as can be, which takes longer than a preview may. */
  readonly isFinal: boolean;
}

/** A picture as the label would print it. */
export interface PlacedPicture {
  /** The format of its file. */
  readonly type: string;
  /** Dots. */
  readonly width: number;
  readonly height: number;
  /** The bitmap's words (`packDots`), in base64. */
  readonly dots: string;
  /** Its `^GF` fields, one below the other: the rows above each, and its parameters. */
  readonly fields: readonly { readonly y: number; readonly parameters: readonly (string | number)[] }[];
  /** Pages of a PDF; 1 for a picture. */
  readonly pageCount: number;
  /** Whether the file has more pictures than the first one, which is taken. */
  readonly isAnimated: boolean;
}
