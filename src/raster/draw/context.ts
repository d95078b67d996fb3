import type { WorkMeter } from '../../bitmap/work-meter.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { DotsPerMm } from '../../units.ts';
import type { Diagnostic } from '../../zpl/diagnostic.ts';
import type { DownloadedFonts } from '../font/downloaded-fonts.ts';
import type { InkRule } from '../font/fill-outline.ts';
import type { GlyphCache } from '../font/glyph-cache.ts';
import type { HeldFonts } from '../font/held/held-fonts.ts';
import type { SampledFonts } from '../font/sampled-fonts.ts';
import type { MissingGlyphs } from './missing-glyphs.ts';
import type { UnsampledText } from './unsampled-text.ts';

/** The end of the label's last text field, in dots; null before the first. */
export interface TextEnd {
  at: { readonly x: number; readonly y: number } | null;
}

/** The state of drawing besides the element and the surface. */
export interface DrawContext {
  readonly dotsPerMm: DotsPerMm;
  readonly glyphs: GlyphCache;
  /** The dots of an outline that are ink; a reversed element has all that it touches (printer evidence 71). */
  readonly ink: InkRule;
  /** The fonts that came with the label. */
  readonly fonts: DownloadedFonts;
  /** The fonts that the printer holds. */
  readonly held: HeldFonts;
  /** The fonts of the printer's profile; null without a profile. */
  readonly sampled: SampledFonts | null;
  /** The rules of the printer's profile that are on. */
  readonly rules: ReadonlySet<RuleName>;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** The position from which a `^FT` without a coordinate goes on. */
  readonly textEnd: TextEnd;
  /** Characters of the element being drawn that its font has no glyph for. */
  readonly missing: MissingGlyphs;
  /** Text of the element that the printer's profile has no sample of. */
  readonly unsampled: UnsampledText;
  readonly meter: WorkMeter;
  /** Throws `busy` when the time for this label is over. */
  readonly checkDeadline: () => void;
}
