import { parsing, printerFonts } from '../../engine/printer-fonts.ts';
import { useProfile } from '../../engine/printer-profile.ts';
import type { PrinterProfile } from '../../printer-profile/profile.ts';
import { headOf } from '../../units.ts';
import { wallClock } from '../../wall-clock.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { parse } from '../../zpl/parse.ts';
import type { SizeName } from './cells.ts';
import type { Prober } from './prober.ts';
import { type SamplingWatcher, sampleFonts } from './sample-fonts.ts';
import { sampleRules } from './sample-rules.ts';
import { nameOfSize, type UsedFonts, usedFonts } from './used-fonts.ts';

export interface Sampled {
  readonly profile: PrinterProfile;
  /** The labels' own. */
  readonly sizes: readonly SizeName[];
}

/** Several rounds: rules and advances determine sizes, and sizes determine rules and advances. */
const ROUNDS_MAX = 3;

/**
 * Samples what a profile lacks for some labels: fonts, then rules, then the sizes that the labels turn out to use by
 * them.
 *
 * @param characters to sample of each size, in addition to those of the labels
 * @throws PreviewFault where the printer has no preview; the signal's reason once it is aborted; FailureError for a
 *   label that cannot be drawn.
 */
export async function samplePrinter(
  prober: Prober,
  before: PrinterProfile,
  labels: readonly ByteString[],
  characters: Iterable<string>,
  watcher: SamplingWatcher,
  signal: AbortSignal,
): Promise<Sampled> {
  let profile = before;
  let used = usedBy(labels, profile);
  const wanted = [...new Set([...characters, ...used.characters])];
  const asked = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const sizes = used.sizes.filter((size) => !asked.has(nameOfSize(size)));
    if (sizes.length === 0 && round > 0) break;
    for (const size of sizes) asked.add(nameOfSize(size));
    profile = await sampleFonts(prober, profile, sizes, wanted, watcher, signal);
    profile = await sampleRules(prober, profile, watcher, signal);
    used = usedBy(labels, profile);
  }
  return { profile, sizes: used.sizes };
}

function usedBy(labels: readonly ByteString[], profile: PrinterProfile): UsedFonts {
  const sizes = new Map<string, SizeName>();
  const characters = new Set<string>();
  const dotsPerMm = headOf(profile.dpi);
  useProfile(profile);
  try {
    for (const zpl of labels) {
      const used = usedFonts(
        parse(zpl, parsing({ dotsPerMm }, { now: wallClock(Date.now()) })),
        profile,
        printerFonts(),
      );
      for (const size of used.sizes) sizes.set(nameOfSize(size), size);
      for (const character of used.characters) characters.add(character);
    }
  } finally {
    useProfile(null);
  }
  return { sizes: [...sizes.values()], characters };
}
