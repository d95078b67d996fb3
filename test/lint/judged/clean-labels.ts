import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Golden cases that are labels of other projects. */
const CASES = [
  'aztec-error-correction-levels',
  'carrier-data-matrix-turned-four-ways',
  'carrier-porterbuddy-qr-and-graphic',
  'carrier-stored-graphic-recalled',
  'carrier-swiss-post-rotated-text-and-bars',
  'carrier-usps-priority-mail',
  'cf-designator-with-glued-digits',
  'code128-all-three-subsets',
  'code128-mode-d-gs1',
  'cp850-by-hex-escape',
  'databar-expanded',
  'diagonals-both-leans-wide',
  'field-block-font-a',
  'field-reverse-over-rounded-boxes',
  'font-0-caps-line',
  'font-0-wide-line',
  'ft-continues-after-last-text',
  'logmars-with-text',
  'maxicode-inverted',
  'micropdf417',
  'millimetre-units-form',
  'pdf417-long-data-default-columns',
  'return-label-qr',
  'sample-shipping-label',
  'stored-format-first-recall',
  'symbols-via-gs',
  'text-block-ft-font-0',
  'text-block-ft-font-g',
  'upc-addon-five-digits',
] as const;

const GOLDEN = new URL('../../golden/cases/', import.meta.url);

/** Labels of carriers and of other projects on which the linter finds no fault, by name. */
export function cleanLabels(): ReadonlyMap<string, Uint8Array> {
  const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));
  const small = JSON.parse(read('clean-labels.json').toString()) as Readonly<Record<string, string>>;
  return new Map<string, Uint8Array>([
    ...CASES.map((name) => [name, readFileSync(new URL(`${name}/label.zpl`, GOLDEN))] as const),
    ...Object.entries(small).map(([name, zpl]) => [name, Buffer.from(zpl)] as const),
    ['dhlpaket', gunzipSync(read('dhlpaket.zpl.gz'))],
  ]);
}
