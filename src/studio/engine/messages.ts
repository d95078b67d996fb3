import type { Rectangle } from '../../bitmap/box.ts';
import type { ComparedText } from '../../convert/zpl-difference.ts';
import type { LabelaryResult, LabelaryTask, PageTask } from '../../labelary/labelary-task.ts';
import type { Comparison } from '../../link-os/compare-dots.ts';
import type { LabelSize } from '../../units.ts';
import type { Element } from '../../zpl/label.ts';
import type { DroppedStream, ImportChoices } from './dropped-stream.ts';
import type { ReadBarcode } from './read-barcodes.ts';
import type { SampleRows } from './sample-rows.ts';
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

/** Tasks of the thread. */
export type StudioTask =
  | { readonly kind: 'barcodes'; readonly draft: Draft; readonly index: number }
  | {
      readonly kind: 'import';
      readonly name: string;
      readonly stream: Uint8Array;
      readonly choices: ImportChoices;
    }
  | {
      readonly kind: 'scale';
      readonly draft: Pick<Draft, 'zpl' | 'encoding' | 'size'>;
      readonly toDpi: number;
    }
  | {
      readonly kind: 'print';
      readonly draft: Draft;
      /** The values of each row. */
      readonly rows: readonly Draft['variables'][];
      /** Copies of each row. */
      readonly copies: number;
    }
  | { readonly kind: 'findings'; readonly draft: Draft }
  | { readonly kind: 'difference'; readonly from: ComparedText; readonly to: ComparedText }
  | { readonly kind: 'printer-stream'; readonly draft: Draft; readonly index: number }
  | {
      readonly kind: 'printer-difference';
      readonly draft: Draft;
      readonly index: number;
      readonly preview: Uint8Array;
    }
  | { readonly kind: 'rows'; readonly table: Uint8Array }
  | { readonly kind: 'labelary'; readonly task: LabelaryTask | PageTask }
  | { readonly kind: 'view'; readonly draft: Draft; readonly first: number; readonly count: number }
  | {
      readonly kind: 'file';
      readonly draft: Draft;
      readonly format: 'zpl' | 'png' | 'pdf';
      readonly index: number;
    };

/** Results of each task. */
export interface StudioResults {
  readonly view: View;
  readonly file: MadeFile;
  readonly import: DroppedStream;
  readonly labelary: LabelaryResult;
  /** Jobs for a printer, one for each row. */
  readonly print: readonly Uint8Array[];
  readonly scale: ScaledDraft;
  readonly findings: readonly ShownFinding[];
  /** Null where too many lines differ. */
  readonly difference: string | null;
  readonly 'printer-stream': Uint8Array;
  readonly 'printer-difference': PrinterDifference;
  readonly rows: SampleRows;
  /** Bar codes read in one label. */
  readonly barcodes: readonly ReadBarcode[];
}

/** An answer as it crosses from the thread: errors do not keep their class. */
export type StudioReply<K extends StudioTask['kind'] = StudioTask['kind']> =
  | { readonly ok: true; readonly result: StudioResults[K] }
  | { readonly ok: false; readonly status: number; readonly message: string };
