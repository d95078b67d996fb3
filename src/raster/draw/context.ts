import type { Diagnostic } from '../../zpl/label.ts';
import type { GlyphCache } from '../font/glyph-cache.ts';
import type { DotsPerMm } from '../font/resident-fonts.ts';

/** Where the label's last text field ended, in dots; null before the first. */
export interface TextEnd {
  at: { readonly x: number; readonly y: number } | null;
}

/** What drawing needs besides the element and the surface. */
export interface DrawContext {
  readonly dotsPerMm: DotsPerMm;
  readonly glyphs: GlyphCache;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** Where a `^FT` that left out a coordinate goes on. */
  readonly textEnd: TextEnd;
  /** Throws `busy` when the time for this label is over. */
  readonly checkDeadline: () => void;
}
