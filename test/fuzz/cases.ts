import { readdirSync, readFileSync } from 'node:fs';
import type { LabelSize } from '../../src/units.ts';
import { Chance } from './chance.ts';
import { generatedStream } from './grammar.ts';
import { mutated } from './mutate.ts';

/** A label that nobody would save, with what else its drawing depends on. */
export interface FuzzCase {
  /** A character a byte. */
  readonly zpl: string;
  readonly size: LabelSize;
}

const SEED_FOLDERS = ['../golden/cases/', '../../src/demo/labels/', '../../bench/labels/'];

/** Small ones mostly: what they do to a label they do on any canvas, and the bombs see to the large ones. */
const SIZES: readonly LabelSize[] = [
  { widthMm: 50, heightMm: 30, dpi: 203 },
  { widthMm: 50, heightMm: 30, dpi: 203 },
  { widthMm: 10, heightMm: 10, dpi: 152 },
  { widthMm: 60, heightMm: 40, dpi: 300 },
  { widthMm: 12, heightMm: 10, dpi: 600 },
  { widthMm: 101.6, heightMm: 152.4, dpi: 203 },
];
const LARGEST: LabelSize = { widthMm: 169.3, heightMm: 169.3, dpi: 600 };

let labels: readonly string[] | undefined;

/** The labels that cases are made from. */
function seeds(): readonly string[] {
  labels ??= SEED_FOLDERS.flatMap((folder) => {
    const url = new URL(folder, import.meta.url);
    return readdirSync(url, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zpl'))
      .toSorted()
      .map((name) => readFileSync(new URL(name, url), 'latin1'));
  });
  return labels;
}

/** The case of this number: a damaged label, a generated stream, or a generated one that is damaged too. */
export function fuzzCase(number: number): FuzzCase {
  const chance = new Chance(number);
  const size = chance.oneIn(500) ? LARGEST : chance.of(SIZES);
  const other = () => chance.of(seeds());
  switch (chance.below(5)) {
    case 0:
      return { zpl: generatedStream(chance), size };
    case 1:
      return { zpl: mutated(generatedStream(chance), chance, other), size };
    default:
      return { zpl: mutated(other(), chance, other), size };
  }
}
