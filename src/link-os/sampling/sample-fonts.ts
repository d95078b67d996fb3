import type { PrinterProfile } from '../../printer-profile/profile.ts';
import { headOf } from '../../units.ts';
import { dotsOfCell, fits, layOutCells, readCell, type SizeName } from './cells.ts';
import { type SizeCell, SizeSampling } from './glyph-cells.ts';
import type { Prober } from './prober.ts';
import { nameOfSize } from './used-fonts.ts';

/** Follows a sampling. */
export interface SamplingWatcher {
  /** Takes the profile with the results of a preview. */
  readonly keep: (profile: PrinterProfile) => void;
  /** Takes the part of the fonts or the rules that is done, from 0 to 1. */
  readonly progress: (of: 'fonts' | 'rules', share: number) => void;
  /** Takes a message for people about something that cannot be sampled. */
  readonly note: (note: string) => void;
}

/** The size of font 0 whose advances are used for all widths: wide, and low to take little room. Dots. */
const ADVANCES = { font: '0', height: 20, width: 250, orientation: 'N' } as const satisfies SizeName;

/**
 * Samples what a profile lacks of some sizes: the dots and the advance of each character, the baseline, and the
 * advances of font 0 at a large width. The results of each preview are kept before the next one, so that an interrupted
 * sampling can be continued.
 *
 * @returns the completed profile
 * @throws PreviewFault where the printer has no preview; the signal's reason once it is aborted.
 */
export async function sampleFonts(
  prober: Prober,
  before: PrinterProfile,
  sizes: readonly SizeName[],
  characters: readonly string[],
  { keep, progress, note }: SamplingWatcher,
  signal: AbortSignal,
): Promise<PrinterProfile> {
  const dotsPerMm = headOf(before.dpi);
  const advances = before.advances.find(({ font }) => font === ADVANCES.font);
  const begun = (size: SizeName, known: Pick<ReadonlyMap<string, unknown>, 'has'> | undefined) => {
    const missing = characters.filter((character) => known?.has(character) !== true);
    return missing.length === 0
      ? []
      : [new SizeSampling(size, missing, dotsPerMm, advances?.font === size.font ? advances : undefined)];
  };
  const wide = sizes.some(({ font }) => font === ADVANCES.font)
    ? begun({ ...ADVANCES, width: advances?.width ?? ADVANCES.width }, advances?.advances)
    : [];
  const all = [...sizes.flatMap((size) => begun(size, before.sizes.find(isOf(size))?.glyphs)), ...wide];
  let done = 0;
  let profile = before;

  /** Requests cells until each was read or given up. @param later cells of later calls, for the progress */
  async function ask(cells: readonly SizeCell[], later: readonly SizeCell[]): Promise<void> {
    let queue = cells;
    for (;;) {
      const { area } = prober;
      for (const cell of queue) if (!fits(cell, area)) note(`${nameOfCell(cell)} has no room in a preview`);
      queue = queue.filter((cell) => fits(cell, area));
      if (queue.length === 0) return;
      const current = queue;
      const picture = await prober.draw((on) => layOutCells(current, on), signal);
      const { placed, rest } = picture.fields;
      const again: SizeCell[] = [];
      for (const place of placed) {
        const { cell } = place;
        const ink = readCell(picture, place);
        const { sampling } = cell;
        if (ink !== null && sampling.take(cell, ink)) continue;
        const next = ink === null ? sampling.grown(cell) : sampling.parted(cell);
        if (next === null) note(`${nameOfCell(cell)} cannot be distinguished from the ink next to it`);
        else again.push(next);
      }
      for (const sampling of new Set(placed.map(({ cell }) => cell.sampling))) {
        if (sampling.glyphs.size > 0) profile = withSampling(profile, sampling, wide.includes(sampling));
      }
      if (profile !== before) keep(profile);
      done += dotsOf(placed.map(({ cell }) => cell));
      queue = [...again, ...rest];
      progress('fonts', done / (done + dotsOf(queue) + dotsOf(later)));
    }
  }

  await ask(
    all.flatMap((sampling) => sampling.stemCells()),
    all.flatMap((sampling) => sampling.glyphCells()),
  );
  const readable = all.filter((sampling) => {
    const isReadable = sampling.readStem();
    if (!isReadable)
      note(`font ${nameOfSize(sampling.size)} is not sampled: the printer draws nothing that can be read`);
    return isReadable;
  });
  await ask(
    readable.flatMap((sampling) => sampling.glyphCells()),
    [],
  );
  return profile;
}

function withSampling(
  profile: PrinterProfile,
  { size, baseline, glyphs }: SizeSampling,
  isWide: boolean,
): PrinterProfile {
  const { advances, sizes } = profile;
  if (isWide) {
    const known = advances.find(({ font }) => font === size.font)?.advances;
    const sampled = new Map(known);
    for (const [character, { advance }] of glyphs) sampled.set(character, advance);
    const others = advances.filter(({ font }) => font !== size.font);
    return { ...profile, advances: [...others, { font: size.font, width: size.width, advances: sampled }] };
  }
  const at = sizes.findIndex(isOf(size));
  const sampled = { ...size, baseline, glyphs: new Map([...(sizes[at]?.glyphs ?? []), ...glyphs]) };
  return { ...profile, sizes: at < 0 ? [...sizes, sampled] : sizes.with(at, sampled) };
}

function isOf(size: SizeName): (other: SizeName) => boolean {
  return (other) => nameOfSize(other) === nameOfSize(size);
}

function dotsOf(cells: readonly SizeCell[]): number {
  return cells.reduce((sum, cell) => {
    const { width, height } = dotsOfCell(cell);
    return sum + width * height;
  }, 0);
}

function nameOfCell({ size, of }: SizeCell): string {
  return `font ${nameOfSize(size)}: ${'character' in of ? of.character : 'all of it'}`;
}
