import type { Diagnostic } from '../../zpl/label.ts';
import type { GlyphCache } from '../font/glyph-cache.ts';
import type { DotsPerMm } from '../font/resident-fonts.ts';

/** What drawing needs besides the element and the surface. */
export interface DrawContext {
  readonly dotsPerMm: DotsPerMm;
  readonly glyphs: GlyphCache;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** Throws `busy` when the time for this label is over. */
  readonly checkDeadline: () => void;
}
