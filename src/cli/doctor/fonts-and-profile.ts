import { readConfig } from '../../config.ts';
import { type CheckResult, type Environment, ok, warning } from './check.ts';

/** The fonts that the printer holds, and the scripts that they write. A damaged one is thrown. */
export async function fonts(env: Environment): Promise<readonly CheckResult[]> {
  const { fontsDir } = readConfig(env, ['fontsDir']);
  const name = 'fonts';
  if (fontsDir === '') return [ok(name, 'no FONTS_DIR; only the fonts that every printer has are drawn')];
  const { fontsIn } = await import('../../raster/font/held/font-folder.ts');
  const found = fontsIn(fontsDir);
  if (found.length === 0)
    return [warning(name, `${fontsDir} has no fonts`, 'put fonts there, or leave FONTS_DIR out')];
  const files = new Map(found.map(({ path, bytes }) => [path, bytes]));
  const mib = [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
  const scripts = [...new Set(found.flatMap((font) => font.scripts))].toSorted();
  return [
    ok(
      name,
      `${found.length} by name in ${files.size} files of ${mib.toFixed(1)} MiB; scripts: ${scripts.join(', ') || 'none known'}`,
    ),
  ];
}

/** The printer's profile, and what it has. A damaged one is thrown. */
export async function profile(env: Environment): Promise<readonly CheckResult[]> {
  const { printerProfile } = readConfig(env, ['printerProfile']);
  const name = 'profile';
  if (printerProfile === '') return [ok(name, 'no PRINTER_PROFILE; text is drawn with free fonts')];
  const { readProfile } = await import('../../printer-profile/profile-folder.ts');
  const { printer, dpi, sizes, rules } = readProfile(printerProfile);
  const on = Object.entries(rules).flatMap(([rule, sampled]) => (sampled.on ? [rule] : []));
  return [
    ok(
      name,
      `${printer.model ?? printer.name ?? 'a printer'} of ${dpi} dpi; sizes of fonts: ${sizes.length}; rules: ${on.join(', ') || 'none'}`,
    ),
  ];
}
