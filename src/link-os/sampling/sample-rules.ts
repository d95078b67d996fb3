import { useProfile } from '../../engine/printer-profile.ts';
import { renderImages } from '../../engine/render-images.ts';
import type { PrinterProfile, SampledRule } from '../../printer-profile/profile.ts';
import { PROBE_BOX, PROFILE_RULES, RULE_NAMES, type RuleName } from '../../printer-profile/profile-rules.ts';
import { mmOf } from '../../units.ts';
import { byteStringOf } from '../../zpl/byte-string.ts';
import { compareDots } from '../compare-dots.ts';
import { type Dots, dotsOfBitmap, isBlackAt } from '../dots.ts';
import { type ProbeArea, type ProbeFields, type Prober, RESET } from './prober.ts';
import type { SamplingWatcher } from './sample-fonts.ts';

/** Rules whose probes were laid out together. */
interface RuleFields extends ProbeFields {
  readonly placed: readonly { readonly name: RuleName; readonly x: number; readonly y: number }[];
}

/** Parts of IoU that are kept. */
const PRECISION = 1e4;

/**
 * Finds out which rules the printer follows, of those that its profile leaves open: the probe of each is drawn by the
 * printer, and by Platen with and without the rule. The closer drawing wins; without a difference the rule is off.
 *
 * @returns the profile with these rules.
 * @throws PreviewFault where the printer has no preview; the signal's reason once it is aborted.
 */
export async function sampleRules(
  prober: Prober,
  before: PrinterProfile,
  { keep, progress }: SamplingWatcher,
  signal: AbortSignal,
): Promise<PrinterProfile> {
  const unknown = RULE_NAMES.filter((name) => before.rules[name] === undefined);
  const rules: Partial<Record<RuleName, SampledRule>> = { ...before.rules };
  let queue = unknown;
  while (queue.length > 0) {
    const names = queue;
    const { fields, isBlack } = await prober.draw((area) => layOutRules(names, area), signal);
    const { area } = prober;
    // Without any of the rules that are not known yet.
    const plain = drawn(fields.zpl, area, before);
    for (const { name, x, y } of fields.placed) {
      const printer = cropped(isBlack, x, y);
      const alike = (dots: Dots): number => {
        const ours = cropped((column, row) => isBlackAt(dots, column, row), x, y);
        return Math.round(compareDots(ours, printer).iou * PRECISION) / PRECISION;
      };
      const tried = { ...before, rules: { ...before.rules, [name]: ruled(true, 0, 0) } };
      const withRule = alike(drawn(fields.zpl, area, tried));
      const without = alike(plain);
      rules[name] = ruled(withRule > without, withRule, without);
    }
    keep({ ...before, rules: { ...rules } });
    queue = names.slice(fields.placed.length);
    progress('rules', 1 - queue.length / unknown.length);
  }
  return { ...before, rules };
}

function ruled(on: boolean, withRule: number, without: number): SampledRule {
  return { on, evidence: { with: withRule, without } };
}

function layOutRules(names: readonly RuleName[], { x, y, width, height }: ProbeArea): RuleFields {
  // A canvas that is smaller than a box cuts both drawings alike.
  const columns = Math.max(1, Math.floor(width / PROBE_BOX.width));
  const rows = Math.max(1, Math.floor(height / PROBE_BOX.height));
  const placed = names.slice(0, columns * rows).map((name, i) => ({
    name,
    x: x + (i % columns) * PROBE_BOX.width,
    y: y + Math.floor(i / columns) * PROBE_BOX.height,
  }));
  const zpl = placed
    .map((place) => `${RESET}^LH${place.x},${place.y}${PROFILE_RULES[place.name].probe}`)
    .join('');
  return { zpl, placed };
}

function drawn(fields: string, { width, y, height }: ProbeArea, profile: PrinterProfile): Dots {
  const { dpi } = profile;
  const size = { widthMm: mmOf(width, dpi), heightMm: mmOf(y + height, dpi), dpi };
  useProfile(profile);
  try {
    const { bitmaps } = renderImages(byteStringOf(Buffer.from(`^XA${fields}^XZ`, 'latin1')), size, 'first');
    return dotsOfBitmap(bitmaps[0] as (typeof bitmaps)[number]);
  } finally {
    useProfile(null);
  }
}

function cropped(isBlack: (x: number, y: number) => boolean, left: number, top: number): Dots {
  const { width, height: rows } = PROBE_BOX;
  const bytesPerRow = (width + 7) >> 3;
  const data = new Uint8Array(bytesPerRow * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      if (isBlack(left + x, top + y)) data[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return { width, bytesPerRow, rows, data };
}
