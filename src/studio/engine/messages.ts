import type { Rectangle } from '../../bitmap/box.ts';
import type { Comparison } from '../../link-os/compare-dots.ts';
import type { Dither } from '../../raster/images/dithered.ts';
import type { TurnDegrees } from '../../raster/images/grey-picture.ts';
import type { LabelSize } from '../../units.ts';
import type { Element } from '../../zpl/label.ts';
import type { ShownTransform } from './transform-steps.ts';

/** A label with values, as the page has it. */
export interface DraftLabel {
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

/** A printed element: its range of the text, and its place on the label. */
export interface ShownElement extends TextRange {
  readonly kind: Element['kind'];
  readonly box: Rectangle | null;
}

/** One label of the stream, drawn. */
export interface ShownLabel {
  /** The bitmap's words (`packDots`), in base64. */
  readonly dots: string;
  readonly elements: readonly ShownElement[];
  /** Changes of the picture after its elements were drawn. */
  readonly inverted: boolean;
  readonly mirrored: boolean;
  readonly doubled: boolean;
  /** `^PW` and `^LL` in dots; null if they are not given. */
  readonly printWidth: number | null;
  readonly labelLength: number | null;
}

/** A finding of the linter or the renderer at a place. */
export interface ShownFinding extends TextRange {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | null;
  /** The only repair, in the order of the text; null if there are several, or none. */
  readonly fix: { readonly edits: readonly ShownEdit[]; readonly redraws: boolean } | null;
}

/** Text in place of a range. */
export interface ShownEdit extends TextRange {
  readonly insert: string;
}

/** A placeholder of the label, listed once. */
export interface ShownVariable {
  readonly name: string;
  /** `automatic`: filled by the clock or a counter. */
  readonly kind: 'variable' | 'automatic';
  /** Whether its value is a picture in base64. */
  readonly isPicture: boolean;
}

/** A label as the page shows it. */
export interface View {
  /** The time that automatic tokens showed, as in a {@link DraftLabel}. */
  readonly clock: number;
  readonly width: number;
  readonly height: number;
  /** The drawn labels, from index `first` on. */
  readonly labels: readonly ShownLabel[];
  readonly first: number;
  readonly labelCount: number;
  /** Why the values could not be inserted, or nothing could be drawn: then the label is drawn as saved. */
  readonly failure: string | null;
  /** Warnings of the renderer; the findings of the linter are a later answer. */
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

/** A comparison of one label (the first picture) with a printer's preview of it (the second). Dots. */
export interface PrinterDifference extends Omit<Comparison, 'offset'> {
  /** A PNG in base64: black for the dots of both, red for Platen's only, blue for the printer's only. */
  readonly png: string;
}

/** The most bytes of a picture or a PDF that becomes a field. */
export const PICTURE_BYTES_MAX = 24 * 2 ** 20;

/** How a picture, or a page of a PDF, becomes a field. */
export interface PictureChoices {
  readonly dpi: number;
  /** The height follows in proportion; null for the file's own size. */
  readonly widthMm: number | null;
  /** The label's dots: a picture without a width is made no larger. */
  readonly within: { readonly width: number; readonly height: number };
  /** Whether white edges are left out. */
  readonly cropsToInk: boolean;
  readonly turn: TurnDegrees;
  readonly dither: Dither;
  /** Pixels darker than that are black, from 0 to 255. */
  readonly threshold: number;
  /** A page of a PDF, from 1. */
  readonly page: number;
  /** Whether the fields are made as small as possible, which takes longer than a preview may. */
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
  /** The `^GF` fields of the picture from the top: the rows above each, and its parameters. */
  readonly fields: readonly { readonly y: number; readonly parameters: readonly (string | number)[] }[];
  /** Pages of a PDF; 1 for a picture. */
  readonly pageCount: number;
  /** Whether the file has further pictures, of which only the first is used. */
  readonly isAnimated: boolean;
}
