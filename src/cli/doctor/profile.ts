import { readConfig } from '../../config.ts';
import { type CheckResult, type Environment, ok } from './check.ts';

/** The printer's profile, and what it has. A damaged one is thrown. */
export async function profile(env: Environment): Promise<readonly CheckResult[]> {
  const { printerProfile } = readConfig(env, ['printerProfile']);
  const name = 'profile';
  if (printerProfile === '') return [ok(name, 'no PRINTER_PROFILE; labels are drawn with free fonts')];
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
