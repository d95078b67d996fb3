import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { type PackedProfile, packProfile } from '../printer-profile/packed-profile.ts';
import type { PrinterProfile } from '../printer-profile/profile.ts';
import { SampledFonts } from '../raster/font/sampled-fonts.ts';
import { type DotsPerMm, DPI_OF_HEAD } from '../units.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';

/** Threads inherit the data under this key from the thread that starts them; its memory is shared. */
const KEY = 'platen: profile of the printer';

/** Undefined until something asks for it. */
let fonts: SampledFonts | null | undefined;

/**
 * Draws as the printer of a profile, in this thread and in those that it starts from now on; null ends that. Prepared
 * labels that were drawn before stay as they are, so a process chooses before it draws them.
 */
export function useProfile(profile: PrinterProfile | null): void {
  setEnvironmentData(KEY, profile === null ? undefined : packProfile(profile));
  fonts = undefined;
}

/** The profile's fonts for a print head; null without a profile, and if it is of another head. */
export function sampledFonts(dotsPerMm: DotsPerMm): SampledFonts | null {
  const sampled = profileFonts();
  return sampled?.dotsPerMm === dotsPerMm ? sampled : null;
}

/** A warning if there is a profile that cannot be used for a print head; otherwise none. */
export function profileDiagnostics(dotsPerMm: DotsPerMm): readonly Diagnostic[] {
  const sampled = profileFonts();
  if (sampled === null || sampled.dotsPerMm === dotsPerMm) return [];
  const [of, label] = [sampled.dotsPerMm, dotsPerMm].map((head) => DPI_OF_HEAD[head]);
  const reason = `the printer's profile is of ${of} dpi and the label of ${label} dpi; it is drawn without the profile`;
  return [{ code: 'profile-not-used', command: '^XA', span: { start: 0, end: 0 }, reason }];
}

function profileFonts(): SampledFonts | null {
  if (fonts === undefined) {
    const packed = getEnvironmentData(KEY) as unknown as PackedProfile | undefined;
    fonts = packed === undefined ? null : new SampledFonts(packed);
  }
  return fonts;
}
