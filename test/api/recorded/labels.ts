import { CARRIER_VARIABLES, carrierLabel } from '../../../bench/labels/carrier.ts';
import type { LabelInput } from '../../../src/store/store.ts';
import { type LabelChanges, labelInput } from '../../store/label-input.ts';

const SIMPLE = '^XA^CI28^FO20,20^A0N,30^FD{name}^FS^FO20,60^A0N,20^FD{qty}^FS^XZ';
const CODES =
  '^XA^CI28^FO20,20^A0N,30^FD{name} {Qty}^FS^FO20,60^BCN,60,Y,N,N^FD{code}^FS^FO20,160^BEN,60^FD{ean}^FS^XZ';
const UPPER_10 = [{ op: 'upper' }, { op: 'max_length', length: 10 }];

/** Labels by a name for each, in every state that a saved label can have. */
export const LABELS = {
  simple: small(SIMPLE),
  codes: small(CODES),
  transforms: small(SIMPLE, { fieldTransforms: [{ variable: 'name', steps: UPPER_10 }] }),
  none: small(null),
  named: small('^XA^FO1,1^A0N,20^FD{format} {records}^FS^XZ', { name: 'Größe "1"/2' }),
  carrier: carrierLabel(),
  bitmap: small(SIMPLE, { outputFormat: 'bitmap' }),
  'bitmap without names': small('^XA^FO1,1^FDx^FS^XZ', { outputFormat: 'bitmap' }),
  'too narrow': small(SIMPLE, { size: { widthMm: 5 } }),
  'no dots': small(SIMPLE, { size: { dpi: 0 } }),
  'bad transforms': small(SIMPLE, { fieldTransforms: [{ variable: 'name', steps: [{ op: 'pad_start' }] }] }),
  latin: small('^XA^CI0^FO1,1^FD{name}^FS^XZ'),
  pages: small(`${SIMPLE}${SIMPLE}^XA^FO9,9^GB50,50,5^FS^XZ`),
  warns: small('^XA^FO1,1^XGR:NONE.GRF^FS^FO20,20^A0N,30^FD{name}^FS^XZ'),
  large: small(`^XA${'^FO1,1^FDx^FS'.repeat(40_000)}^FD{name}^FS^XZ`),
  qr: small('^XA^FO20,20^BQN,2,4^FDQA,{name}^FS^XZ'),
} as const satisfies Record<string, LabelInput>;

export type LabelName = keyof typeof LABELS;

export const LABEL_NAMES = Object.keys(LABELS) as LabelName[];

/** One of many different sets of values for the carrier's label. */
export function carrierValues(set: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CARRIER_VARIABLES.map((name, at) => [
      name,
      name === 'tracking' ? `1Z999AA1${String(set).padStart(10, '0')}` : `Value ${at} ${set}`,
    ]),
  );
}

function small(zpl: string | null, { size, ...more }: LabelChanges = {}): LabelInput {
  return labelInput({ name: 'L', zpl, size: { widthMm: 50, heightMm: 30, dpi: 203, ...size }, ...more });
}
