import type { LabelSource } from '../../../src/engine/task.ts';
import { CARRIER_ZPL } from '../../labels/carrier.ts';

/** The values that differ from one record to the next. */
const CHANGING = ['to_name', 'to_street', 'to_city', 'tracking', 'reference'];

/** A carrier label of 4 by 6 inches, 20 values, one Code 128. */
export function labelSource(): LabelSource {
  return {
    id: 'carrier',
    accountId: 'bench',
    contentId: 'content',
    zpl: Buffer.from(CARRIER_ZPL),
    size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 },
    dynamicTokens: [],
    fieldTransforms: [],
  };
}

/** Many records, so that nothing can be remembered from one to the next but what they share. */
export function recordsOf({ zpl }: LabelSource): Readonly<Record<string, string>>[] {
  const text = Buffer.from(zpl).toString();
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const shared = Object.fromEntries(names.map((name, j) => [name, `Value of ${j}`]));
  return Array.from({ length: 512 }, (_, i) => ({
    ...shared,
    ...Object.fromEntries(CHANGING.map((name, j) => [name, `Value ${i} of ${j}`])),
  }));
}

let turn = 0;

export function nextRecord(records: readonly Readonly<Record<string, string>>[]) {
  return records[turn++ % records.length] as Readonly<Record<string, string>>;
}
