import { readdirSync, readFileSync } from 'node:fs';

/** A carrier's label as it is printed, 4 by 8 inches at 203 dpi. */
export interface CarrierStream {
  readonly name: string;
  readonly zpl: Uint8Array;
}

const CASES = new URL('../../test/golden/cases/', import.meta.url);
const JUDGED = new URL('../../test/lint/judged/', import.meta.url);

/** Labels of the linter's tests that are no golden cases. */
const JUDGED_ONLY = ['dbschenker', 'evri', 'postnl', 'royalmail', 'tnt-express'] as const;

/** Labels of 25 carriers and shops, of 0.5 to 18 kB. */
export function carrierStreams(): readonly CarrierStream[] {
  const cases = readdirSync(CASES).filter((name) => name.startsWith('carrier-'));
  return [
    ...cases.map((name) => ({ name, zpl: readFileSync(new URL(`${name}/label.zpl`, CASES)) })),
    ...JUDGED_ONLY.map((name) => ({ name, zpl: readFileSync(new URL(`${name}.zpl`, JUDGED)) })),
  ];
}
