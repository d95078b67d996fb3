import { readdirSync, readFileSync } from 'node:fs';
import { asset } from '../asset.ts';
import { parseBundles } from '../bundle.ts';
import { zod } from '../on-first-use.ts';
import type { LabelInput } from '../store/store.ts';

const z = zod();

/** A label of the demonstration, with values that fill it. */
export interface Sample {
  /** Short name that files are called by, such as `tracked-parcel`. */
  readonly slug: string;
  /** Its id is the same wherever the demonstration runs. */
  readonly label: LabelInput & { readonly id: string };
  readonly variables: Readonly<Record<string, string>>;
}

/** The sample that the printed commands, and the README's, are about. */
export const FEATURED = 'tracked-parcel';

const FOLDER = asset('demo/labels/');
const Extra = z.object({ id: z.string(), sample_variables: z.record(z.string(), z.string()) });

/** The sample labels: each a bundle whose ZPL stands in a file of its own, where it can be read. */
export function readSamples(): readonly Sample[] {
  const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => {
      const slug = name.slice(0, -'.json'.length);
      const bundle: unknown = JSON.parse(read(name));
      const { id, sample_variables: variables } = Extra.parse(bundle);
      const { labels } = parseBundles(JSON.stringify({ ...(bundle as object), zpl: read(`${slug}.zpl`) }));
      return labels.map((label) => ({ slug, label: { ...label, id }, variables }));
    });
}
