import { cornerOf } from '../../bitmap/frame.ts';
import type { SampledAdvances, SampledGlyph } from '../../printer-profile/profile.ts';
import { typefaceOf } from '../../raster/font/resident-fonts.ts';
import type { Typeface } from '../../raster/font/typeface.ts';
import { frameOf } from '../../raster/layout/field-box.ts';
import type { DotsPerMm } from '../../units.ts';
import type { Cell, CellInk, InkBox, Room, SizeName } from './cells.ts';

/** A stem with a sharp edge on both sides, which all fonts have. */
export const STEM = 'I';

/** Texts of the cells that measure the stem of a size. */
const STEM_TEXTS = { one: STEM, two: STEM + STEM, spaced: `${STEM} ${STEM}`, origin: STEM } as const;

type StemKind = keyof typeof STEM_TEXTS;

/** A cell of a size that is sampled. */
export interface SizeCell extends Cell {
  readonly sampling: SizeSampling;
  /** The part of a stem that it measures, or the character before spaces and a stem. */
  readonly of: { readonly stem: StemKind } | { readonly character: string; readonly spaces: number };
  /** The number of times that its room was enlarged. */
  readonly growths: number;
}

/** A size's stem. Dots. */
interface Stem extends InkBox {
  readonly ink: CellInk;
  readonly advance: number;
  /** The advance of a space. */
  readonly space: number;
}

/** Rooms are larger than what is expected of the printer's glyphs by this part, and these dots. */
const SLACK = 0.07;
const SLACK_DOTS = 2;
/** The same for the cells of stems, before anything is known of the printer's. */
const STEM_SLACK = 0.3;
/** The factor by which a cell grows each time that ink leaves it, and the most times. */
const GROWTH = 1.6;
const GROWTHS_MAX = 4;
/** Between a character and the stem. */
const SPACES_MAX = 4;

/** The sampling of a size: the expected glyphs, and those that were read. */
export class SizeSampling {
  readonly size: SizeName;
  readonly glyphs = new Map<string, SampledGlyph>();
  readonly #characters: readonly string[];
  readonly #typeface: Typeface;
  readonly #advances: SampledAdvances | undefined;
  readonly #stems = new Map<StemKind, CellInk>();
  readonly #above: number;
  readonly #below: number;
  #stem: Stem | null = null;

  /**
   * @param characters to sample
   * @param advances of the printer's font, as far as they are known, for the rooms of cells.
   */
  constructor(
    size: SizeName,
    characters: readonly string[],
    dotsPerMm: DotsPerMm,
    advances: SampledAdvances | undefined,
  ) {
    this.size = size;
    this.#characters = characters;
    this.#advances = advances;
    this.#typeface = typefaceOf({ name: size.font, height: size.height, width: size.width }, dotsPerMm);
    let above = this.#typeface.baseline;
    let below = 0;
    for (const character of [STEM, ...characters]) {
      const glyph = this.#typeface.draw(character);
      if (glyph === null) continue;
      above = Math.max(above, -glyph.top);
      below = Math.max(below, glyph.top + glyph.bits.height);
    }
    this.#above = above;
    this.#below = below;
  }

  /** From the top of the upright field to its baseline, once the stem was read. Dots. */
  get baseline(): number {
    const origin = this.#stems.get('origin')?.box();
    return this.#typeface.baseline + (origin?.top ?? 0) - (this.#stem?.top ?? 0);
  }

  stemCells(): readonly SizeCell[] {
    const advance = this.#typeface.advance(STEM);
    const frame = frameOf({ x: 0, y: 0, command: '^FO', justify: 0 }, this.size.orientation, {
      width: advance,
      height: this.size.height,
      anchor: this.#typeface.baseline,
    });
    const pen = cornerOf(frame, 0, this.#typeface.baseline, 0, 0);
    return (Object.keys(STEM_TEXTS) as StemKind[]).map((kind) => ({
      sampling: this,
      size: this.size,
      of: { stem: kind },
      text: STEM_TEXTS[kind],
      fromOrigin: kind === 'origin' ? { x: Math.round(pen.x), y: Math.round(pen.y) } : null,
      room: this.#room(STEM_TEXTS[kind], STEM_SLACK, 0),
      growths: 0,
    }));
  }

  /** The cells of the characters, the largest first. */
  glyphCells(): readonly SizeCell[] {
    return this.#characters
      .filter((character) => !this.glyphs.has(character))
      .map((character) => this.#cell(character, 1, 0))
      .toSorted((a, b) => dotsAlong(b) - dotsAlong(a));
  }

  /** The cell of a character before spaces and a stem. */
  #cell(character: string, spaces: number, growths: number): SizeCell {
    const text = character + ' '.repeat(spaces) + STEM;
    const of = { character, spaces };
    const room = this.#room(text, SLACK, growths);
    return { sampling: this, size: this.size, of, text, fromOrigin: null, room, growths };
  }

  /** The cell with more room, because ink leaves it; null after too many. */
  grown(cell: SizeCell): SizeCell | null {
    const { of, text } = cell;
    if (cell.growths === GROWTHS_MAX) return null;
    const growths = cell.growths + 1;
    if ('character' in of) return this.#cell(of.character, of.spaces, growths);
    return { ...cell, room: this.#room(text, STEM_SLACK, growths), growths };
  }

  /** The cell with another space, because ink reaches the stem; null after too many. */
  parted({ of, growths }: SizeCell): SizeCell | null {
    return 'stem' in of || of.spaces === SPACES_MAX ? null : this.#cell(of.character, of.spaces + 1, growths);
  }

  /** Takes the ink of a cell; false if it cannot be what the cell is for. */
  take({ of }: SizeCell, ink: CellInk): boolean {
    if ('stem' in of) {
      if (ink.box() !== null) this.#stems.set(of.stem, ink);
      return true;
    }
    const glyph = this.#glyph(ink, of.spaces);
    if (glyph === null) return false;
    this.glyphs.set(of.character, glyph);
    return true;
  }

  /** Reckons the stem from its cells; false if no preview shows it apart. */
  readStem(): boolean {
    const ink = this.#stems.get('one');
    const one = ink?.box();
    const two = this.#stems.get('two')?.box();
    const spaced = this.#stems.get('spaced')?.box();
    if (!ink || !one || !two || !spaced || !this.#stems.has('origin')) return false;
    const advance = two.right - one.right;
    const space = spaced.right - two.right;
    if (advance <= 0 || space < 0) return false;
    this.#stem = { ...one, ink, advance, space };
    this.glyphs.set(STEM, glyphOf(ink, one, advance));
    this.glyphs.set(' ', glyphOf(ink, null, space));
    return true;
  }

  #glyph(ink: CellInk, spaces: number): SampledGlyph | null {
    const stem = this.#stem as Stem;
    const pen = (ink.box()?.right ?? 0) - stem.right;
    const advance = pen - spaces * stem.space;
    if (advance < 0) return null;
    // Printers that add fractions draw the stem a dot off now and then.
    const found = ink.box({ from: pen + stem.left - 1 });
    const isStem =
      found !== null && Math.abs(found.top - stem.top) <= 1 && Math.abs(found.bottom - stem.bottom) <= 1;
    if (!isStem) return null;
    const box = ink.box({ to: found.left });
    return box?.right === found.left ? null : glyphOf(ink, box, advance);
  }

  #room(text: string, slack: number, growths: number): Room {
    const { height, width } = this.size;
    const grow = GROWTH ** growths;
    const roomy = (dots: number): number => Math.ceil(dots * (1 + slack)) + SLACK_DOTS;
    const advances = Array.from(text).reduce((sum, character) => sum + this.#advance(character), 0);
    const side = ((grow - 1) * Math.max(height, width)) / 2;
    return {
      before: roomy(slack * width + side),
      after: roomy(advances + side),
      above: roomy(this.#above * grow),
      below: roomy(Math.max(this.#below, slack * height) * grow),
    };
  }

  /** The expected advance of a character on the printer. Dots. */
  #advance(character: string): number {
    const { width } = this.size;
    const known = this.#advances?.advances.get(character);
    if (this.#advances !== undefined && known !== undefined)
      return 1 + (known * width) / this.#advances.width;
    const { advance = this.#typeface.advance(STEM) } = this.#stem ?? {};
    return this.#typeface.advance(character) * Math.max(1, advance / this.#typeface.advance(STEM));
  }
}

function dotsAlong({ room }: SizeCell): number {
  return room.before + room.after;
}

function glyphOf(ink: CellInk, box: InkBox | null, advance: number): SampledGlyph {
  if (box === null) return { advance, left: 0, top: 0, width: 0, height: 0, bits: new Uint8Array(0) };
  const { left, right, top, bottom } = box;
  return { advance, left, top, width: right - left, height: bottom - top, bits: ink.packed(box) };
}
