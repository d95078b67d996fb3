import type { Example } from './model.ts';

/** The demonstration's `tracked-parcel`, which the examples render and print. */
export const EXAMPLE_LABEL_ID = '1e59f60b-e086-41fe-b254-dd2916b24bb3';

const PARCEL_LABEL = {
  id: EXAMPLE_LABEL_ID,
  name: 'Tracked parcel 4x6',
  width: 101.6,
  height: 152.4,
  dpi: 203,
  revision: 1,
  created_at: '2026-11-22T09:30:00.000Z',
  updated_at: '2026-11-22T09:30:00.000Z',
  output_format: 'vector',
} as const;

const PARCEL = {
  sender: 'Ellwood & Finch Ltd\n123 Business Park\nManchester M1 2AB',
  order_id: 'EF-20260315',
  weight: '1.25',
  item: '1 of 1',
  recipient: 'Zoë Brontë-Smith',
  address: 'Flat 2A\n45 High Street\nLondon',
  area: 'sw1a',
  unit: '1aa',
  service: '24',
  tracking: 'nw 1234 5678 9gb',
  instructions: 'Leave in the porch, behind the blue door',
};

const SECOND_PARCEL = {
  ...PARCEL,
  order_id: 'EF-20260316',
  weight: '0.8',
  recipient: 'Ada Byron',
  tracking: 'nw 1234 5679 0gb',
};

/** The demonstration's `bin-location`. */
const BIN_LOCATION = [
  '^XA',
  '^FXWarehouse location with check digits, 4 x 6 in at 203 dpi. Layout after a J.C. Penney sample.^FS',
  '^CI28^PW812^LL1218^PON^LH16,10',
  '^CFE,28',
  '',
  '^FXAll of it is read from the right, along the shelf^FS',
  '^FWR',
  '^FO590,24^A0,180,160^FD{aisle}-{bay}^FS',
  '^FO680,700^A0,72,68^FDLEVEL {level}^FS',
  '^FO590,700^A0,72,68^FDPOSITION {position}^FS',
  '^FO560,20^GB4,1150,4^FS',
  '^BY4,3,220^FO310,40^BCR,220,N,N,N^FD{location}^FS',
  '^FO224,40^A0,72,68^FD{location}^FS',
  '^FO310,880^BXR,16,200^FD{location}^FS',
  '^FO200,20^GB4,1150,4^FS',
  '',
  '^FXThe picker says these digits to confirm the place^FS',
  '^FO20,20^GB160,300,160^FS',
  '^FO146,48^FR^A0,24,22^FDCHECK DIGITS^FS',
  '^FO10,57^FR^A0,120,120^FB260,1,0,C^FD{check}^FS',
  '^BY3,3,110^FO70,380^B3R,N,110,N,N^FD{zone}^FS',
  '^FO30,380^A0,32,30^FDZONE {zone}^FS',
  '^FWN',
  '^FT140,880^A0R,36,34^FDMax. {max_load} kg^FS',
  '^FT90,880^A0R,30,28^FDPrinted {DATE:DD/MM/YYYY}^FS',
  '^XZ',
  '',
].join('\n');

/** Bodies of requests by name. */
const RENDERS = {
  png: { summary: 'A picture', value: { format: 'png', variables: PARCEL } },
  pdf: { summary: 'A PDF', value: { format: 'pdf', variables: PARCEL } },
  zpl: { summary: 'ZPL for a printer', value: { variables: PARCEL } },
} as const satisfies Examples;

const REFUSED_RENDERS = {
  invalid_request: {
    summary: 'A name twice: rejected',
    value: { variables: { weight: '1.25', ' weight ': '0.8' } },
  },
  barcode_invalid: {
    summary: 'A value that the barcode cannot hold: rejected',
    value: { variables: { ...PARCEL, tracking: 'nw 1234 5678 9gł' } },
  },
} as const satisfies Examples;

const PRINTS = {
  records: { summary: 'Two labels, each twice', value: { records: [PARCEL, SECOND_PARCEL], copies: 2 } },
  variables: { summary: 'One label', value: { variables: PARCEL } },
} as const satisfies Examples;

const REFUSED_PRINTS = {
  invalid_request: {
    summary: 'One record and several: rejected',
    value: { variables: PARCEL, records: [SECOND_PARCEL] },
  },
  barcode_invalid: {
    summary: 'A value that the barcode cannot hold: rejected',
    value: { records: [PARCEL, { ...SECOND_PARCEL, tracking: 'nw 1234 5678 9gł' }] },
  },
  field_transform_invalid: {
    summary: 'A weight that is not a number: rejected',
    value: { records: [PARCEL, { ...SECOND_PARCEL, weight: 'heavy' }] },
  },
} as const satisfies Examples;

type Examples = Readonly<Record<string, Example>>;

const ofLabel = (
  action: 'render' | 'print',
  { summary, value }: { summary: string; value: object },
): Example => ({
  summary,
  value: { label_id: EXAMPLE_LABEL_ID, action, ...value },
});

/** By the name of the body's schema. */
export const REQUEST_EXAMPLES = {
  RenderRequest: RENDERS,
  PrintRequest: PRINTS,
  LegacyRequest: {
    render: ofLabel('render', RENDERS.png),
    print: ofLabel('print', PRINTS.records),
  },
} as const satisfies Readonly<Record<string, Examples>>;

/** Bodies that are refused, by the name of the schema and of the failure, which is that of the answer's example too. */
export const REFUSED_EXAMPLES = {
  RenderRequest: REFUSED_RENDERS,
  PrintRequest: REFUSED_PRINTS,
  LegacyRequest: {
    invalid_request: ofLabel('render', REFUSED_RENDERS.invalid_request),
    barcode_invalid: ofLabel('render', REFUSED_RENDERS.barcode_invalid),
  },
} as const satisfies Readonly<Record<keyof typeof REQUEST_EXAMPLES, Examples>>;

const list = {
  summary: 'A page of one label',
  value: { data: [PARCEL_LABEL], pagination: { limit: 50, offset: 0, total: 1, next_offset: null } },
};

const detail = {
  summary: 'A label',
  value: {
    data: {
      ...PARCEL_LABEL,
      id: '43dd2879-0107-466d-bfdd-6ee972c1a5f8',
      name: 'Bin location',
      dynamic_tokens: ['check', 'aisle', 'bay', 'level', 'position', 'location', 'zone', 'max_load', 'DATE'],
      zpl: BIN_LOCATION,
    },
  },
};

const validated = { summary: 'With `validate=true`', value: { ok: true, labels: 1 } };

/** Examples of saved ZPL. */
export const ZPL_EXAMPLES = {
  saved: { summary: 'The ZPL of a label', value: BIN_LOCATION },
} as const satisfies Examples;

/** By the name of the answer's schema. */
export const ANSWER_EXAMPLES = {
  LabelList: { list },
  LabelResponse: { label: detail },
  LegacyResponse: { list, label: detail },
  ValidateResult: { validated },
  Health: { ok: { summary: 'It answers', value: { status: 'ok' } } },
} as const satisfies Readonly<Record<string, Examples>>;
