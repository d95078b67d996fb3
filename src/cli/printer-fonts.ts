import type { Io } from './io.ts';

/**
 * Reads the fonts that the printer holds: of `--fonts`, else of the folder that FONTS_DIR says, else there are none.
 *
 * @throws FontFolderError for a folder that cannot be used.
 */
export async function holdFontsOf(given: string | undefined, io: Io): Promise<void> {
  const folder = given ?? io.env['FONTS_DIR']?.trim() ?? '';
  if (folder === '') return;
  const [{ fontsIn }, { holdFonts }] = await Promise.all([
    import('../raster/font/held/font-folder.ts'),
    import('../engine/printer-fonts.ts'),
  ]);
  holdFonts(fontsIn(folder));
}
