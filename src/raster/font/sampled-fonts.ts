import type { Orientation } from '../../bitmap/rotate.ts';
import { magnified } from '../../bitmap/scale.ts';
import { type PackedProfile, Strikes } from '../../printer-profile/packed-profile.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import { type DotsPerMm, headOf } from '../../units.ts';
import type { FontChoice } from '../../zpl/label.ts';
import { isBitmapFont } from './bitmap-fonts.ts';
import type { GlyphBits } from './fill-outline.ts';
import { magnifications } from './magnification.ts';
import { sampleOf, typefaceOf } from './resident-fonts.ts';
import type { Typeface } from './typeface.ts';

/** Typefaces that a thread remembers; then it begins again. */
const TYPEFACES_KEPT = 500;

type PackedSize = PackedProfile['sizes'][number];

/** Advances of a font at some width; those of others are in proportion. */
interface Advances {
  readonly strikes: Strikes;
  readonly width: number;
}

let profiles = 0;

/** The fonts of a printer as its profile has them, for one thread. */
export class SampledFonts {
  /** Rules that the printer follows. */
  readonly rules: ReadonlySet<RuleName>;
  /** The print head that was sampled. */
  readonly dotsPerMm: DotsPerMm;
  readonly #profile: PackedProfile;
  /** A key that the glyphs of no other profile have. */
  readonly #key = `profile ${++profiles}`;
  readonly #sizes: ReadonlyMap<string, PackedSize>;
  readonly #strikes = new Map<PackedSize, Strikes>();
  readonly #advances = new Map<string, Advances | null>();
  readonly #typefaces = new Map<string, Typeface>();

  constructor(profile: PackedProfile) {
    this.#profile = profile;
    this.rules = new Set(profile.rules);
    this.dotsPerMm = headOf(profile.dpi);
    this.#sizes = new Map(profile.sizes.map((size) => [nameOf(size, size.orientation), size]));
  }

  /**
   * A resident font that a label chose, in the orientation in which it is drawn. A size that was not sampled has its
   * outlines, with the printer's advances if any are known.
   */
  typeface(font: FontChoice, orientation: Orientation): Typeface {
    const key = `${orientation}${font.name}/${font.height}/${font.width}`;
    let typeface = this.#typefaces.get(key);
    if (typeface === undefined) {
      typeface = this.#make(font, orientation);
      if (this.#typefaces.size === TYPEFACES_KEPT) this.#typefaces.clear();
      this.#typefaces.set(key, typeface);
    }
    return typeface;
  }

  #make(choice: FontChoice, orientation: Orientation): Typeface {
    const base = typefaceOf(choice, this.dotsPerMm);
    const sample = sampleOf(choice, this.dotsPerMm);
    const { font, height, width } = sample;
    const isBitmap = isBitmapFont(font);
    const own = this.#sizes.get(nameOf(sample, orientation));
    // A font of bitmaps is turned by the printer too.
    const size = own ?? this.#sizes.get(nameOf(sample, 'N'));
    const named = `font ${font}${isBitmap ? '' : ` at ${height} x ${width} dots`}`;
    const scaled = (character: string): number => {
      const advances = this.#advancesOf(font);
      const known = advances?.strikes.advance(character);
      if (advances === null || isBitmap) return base.advance(character);
      if (known === undefined) return Math.round(base.advance(character));
      return Math.round((known * width) / advances.width);
    };
    if (size === undefined) {
      const key = `${this.#key}/${base.key}`;
      return { ...base, key, advance: scaled, unsampled: `${named} is not in the printer's profile` };
    }
    const [down, across] = isBitmap ? magnifications(choice.height, choice.width, height, width) : [1, 1];
    const strikes = this.#strikesOf(size);
    const isBackwards = orientation === 'I' || orientation === 'B';
    // Larger and turned dots keep the line below the capitals, which may be a dot below the baseline (printer evidence
    // 65). Text may begin past its last dot (printer evidence 68).
    const lastRow = isBitmap && this.rules.has('lastRowBaseline') ? 1 : 0;
    const line = orientation === 'R' || orientation === 'I' ? 0 : lastRow;
    const back = isBitmap && isBackwards && this.rules.has('turnedBitmapFonts') ? 1 : 0;
    return {
      ...base,
      key: `${this.#key}/${nameOf(size, orientation)}/${down}/${across}`,
      baseline: (size.baseline + lastRow) * down - line,
      isOnLastRow: line > 0,
      sample: named,
      ...(own === undefined && !isBitmap
        ? { unsampled: `${named} is in the printer's profile upright only, and turned to ${orientation}` }
        : {}),
      advance(character) {
        const advance = strikes.advance(character);
        return advance === undefined ? scaled(character) : advance * across;
      },
      isMissing(character) {
        const strike = strikes.strike(character);
        return strike === undefined ? base.isMissing(character) : strike === null;
      },
      draw(character, ink) {
        const strike = strikes.strike(character);
        if (strike === undefined) return standIn(base.draw(character, ink));
        return (
          strike && {
            bits: magnified(strike.bits, across, down),
            left: strike.left * across - back,
            top: (strike.top - lastRow) * down + line,
          }
        );
      },
    };
  }

  #strikesOf(size: PackedSize): Strikes {
    let strikes = this.#strikes.get(size);
    if (strikes === undefined) {
      strikes = new Strikes(this.#profile, size);
      this.#strikes.set(size, strikes);
    }
    return strikes;
  }

  /** Sampled advances, else those of the widest size; null if the font was not sampled. */
  #advancesOf(font: string): Advances | null {
    let advances = this.#advances.get(font);
    if (advances === undefined) {
      const sampled = this.#profile.advances.find((one) => one.font === font);
      const [widest] = this.#profile.sizes
        .filter((size) => size.font === font)
        .toSorted((a, b) => b.width - a.width);
      if (sampled !== undefined)
        advances = { strikes: new Strikes(this.#profile, sampled), width: sampled.width };
      else advances = widest === undefined ? null : { strikes: this.#strikesOf(widest), width: widest.width };
      this.#advances.set(font, advances);
    }
    return advances;
  }
}

function nameOf(
  { font, height, width }: { readonly font: string; readonly height: number; readonly width: number },
  orientation: Orientation,
): string {
  return `${orientation}${font}/${height}/${width}`;
}

function standIn(glyph: GlyphBits | null): GlyphBits | null {
  return glyph && { ...glyph, isStandIn: true };
}
