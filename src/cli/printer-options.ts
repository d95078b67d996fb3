import { holdPrinter } from '../engine/hold-printer.ts';
import type { Io } from './io.ts';

/**
 * Draws as the user's printer does: with the fonts of `--fonts`, else of FONTS_DIR, and the profile of `--profile`,
 * else of PRINTER_PROFILE; without these as Platen does.
 *
 * @throws FontFolderError, ProfileError for a folder that cannot be used.
 */
export async function holdPrinterOf(
  { fonts, profile }: { readonly fonts: string | undefined; readonly profile: string | undefined },
  io: Io,
): Promise<void> {
  const folder = (given: string | undefined, variable: string): string =>
    given ?? io.env[variable]?.trim() ?? '';
  await holdPrinter({
    fontsDir: folder(fonts, 'FONTS_DIR'),
    printerProfile: folder(profile, 'PRINTER_PROFILE'),
  });
}
