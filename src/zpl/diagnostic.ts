import type { Span } from './label.ts';

/**
 * Everything that the renderer or substitution may do differently from what a label asks. Programs go by these names.
 */
export type DiagnosticCode =
  // Commands and their parameters.
  | 'command-unsupported'
  | 'parameter-not-allowed'
  | 'parameter-out-of-range'
  // Limits of the renderer.
  | 'too-many-commands'
  | 'too-many-elements'
  | 'too-much-data'
  | 'memory-full'
  // Labels and field data.
  | 'nothing-printed'
  | 'label-not-closed'
  | 'data-too-long'
  | 'clock-missing'
  | 'encoding-uncertain'
  | 'encoding-not-writable'
  // Fonts and text.
  | 'font-unknown'
  | 'font-damaged'
  | 'font-not-drawn'
  | 'too-many-font-links'
  | 'font-not-sampled'
  | 'profile-not-used'
  | 'glyph-missing'
  | 'script-not-shaped'
  | 'control-character'
  | 'block-overflow'
  // Pictures and stored formats.
  | 'picture-unknown'
  | 'picture-too-large'
  | 'picture-checksum'
  | 'picture-short'
  | 'picture-damaged'
  | 'picture-size-missing'
  | 'picture-type-unsupported'
  | 'format-unknown'
  | 'format-nested'
  // Barcodes, and rasters marked as barcodes.
  | 'barcode-refused'
  | 'barcode-changed'
  | 'series-not-split'
  | 'marker-damaged'
  | 'raster-kept'
  // The edge of the label.
  | 'ink-cut';

/** One thing that the renderer or substitution did differently from what the label asks. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Canonical command name, such as `^FB`. */
  readonly command: string;
  /**
   * The parameter of the command that is at fault, from 1 as Zebra's guide counts them; absent for the whole command.
   */
  readonly parameter?: number;
  /** Lines that a `block-overflow` has beyond the block; absent for other codes. */
  readonly excessLines?: number;
  readonly span: Span;
  /** A clause in English, for people. */
  readonly reason: string;
}
