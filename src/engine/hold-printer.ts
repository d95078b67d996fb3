/** Folders of the user's printer; an empty path for none. */
export interface PrinterFolders {
  /** Fonts that the printer holds. */
  readonly fontsDir: string;
  /** Its profile. */
  readonly printerProfile: string;
}

/**
 * Draws as a printer, in this thread and in those that it starts from now on. The code that reads the folders is loaded
 * only if there are any.
 *
 * @throws FontFolderError, ProfileError for a folder that cannot be used.
 */
export async function holdPrinter({ fontsDir, printerProfile }: PrinterFolders): Promise<void> {
  if (fontsDir !== '') {
    const [{ fontsIn }, { holdFonts }] = await Promise.all([
      import('../raster/font/held/font-folder.ts'),
      import('./printer-fonts.ts'),
    ]);
    holdFonts(fontsIn(fontsDir));
  }
  if (printerProfile !== '') {
    const [{ readProfile }, { useProfile }] = await Promise.all([
      import('../printer-profile/profile-folder.ts'),
      import('./printer-profile.ts'),
    ]);
    useProfile(readProfile(printerProfile));
  }
}
