import { readFileSync } from 'node:fs';
import type { LabelInput } from '../../src/store/store.ts';

/** A carrier label of 2 kB with 22 placeholders and one Code 128. */
export const CARRIER_ZPL = readFileSync(new URL('carrier.zpl', import.meta.url), 'utf8');

/** The names of its placeholders. */
export const CARRIER_VARIABLES: readonly string[] = [
  ...new Set([...CARRIER_ZPL.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)),
];

/** A label to be saved, of 4 by 6 inches: the carrier's or another one's ZPL. */
export function carrierLabel(zpl = CARRIER_ZPL): LabelInput {
  return {
    name: 'Carrier',
    size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 },
    outputFormat: 'vector',
    zpl,
    dynamicTokens: [],
    fieldTransforms: [],
    teamId: null,
  };
}

/** Values of the label's placeholders, of which so many are this set's own. */
export function carrierValues(set: number, own: number): Readonly<Record<string, string>> {
  // The parcel's number differs from label to label: it comes first.
  const names = CARRIER_VARIABLES.toSorted((a, b) => Number(b === 'tracking') - Number(a === 'tracking'));
  return Object.fromEntries(
    names.map((name, at) => {
      const mark = at < own ? set : 0;
      return [
        name,
        name === 'tracking' ? `1Z999AA1${String(mark).padStart(10, '0')}` : `Value ${at} ${mark}`,
      ];
    }),
  );
}
