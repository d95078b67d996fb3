import type { Example } from './model.ts';

/** The label that the examples are about: the demonstration's `tracked-parcel`. */
export const EXAMPLE_LABEL = {
  id: '7f3b2c1e-9d4a-4c5b-8e6f-1a2b3c4d5e6f',
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

/** Bodies of requests by name. */
const RENDERS = {
  png: { summary: 'A picture', value: { format: 'png', variables: PARCEL } },
  pdf: { summary: 'A PDF', value: { format: 'pdf', variables: PARCEL } },
  zpl: { summary: 'ZPL for a printer', value: { variables: PARCEL } },
} as const satisfies Examples;

const PRINTS = {
  records: { summary: 'Two labels, each twice', value: { records: [PARCEL, SECOND_PARCEL], copies: 2 } },
  variables: { summary: 'One label', value: { variables: PARCEL } },
} as const satisfies Examples;

type Examples = Readonly<Record<string, Example>>;

const ofLabel = (
  action: 'render' | 'print',
  { summary, value }: { summary: string; value: object },
): Example => ({
  summary,
  value: { label_id: EXAMPLE_LABEL.id, action, ...value },
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

const list = {
  summary: 'A page of one label',
  value: { data: [EXAMPLE_LABEL], pagination: { limit: 50, offset: 0, total: 1, next_offset: null } },
};

const detail = {
  summary: 'A label',
  value: {
    data: {
      ...EXAMPLE_LABEL,
      dynamic_tokens: ['recipient', 'DATE'],
      zpl: '^XA^CI28^FO30,30^A0N,40^FD{recipient}^FS^FO30,90^A0N,26^FD{DATE}^FS^XZ',
    },
  },
};

const validated = { summary: 'With `validate=true`', value: { ok: true, labels: 1 } };

/** By the name of the answer's schema. */
export const ANSWER_EXAMPLES = {
  LabelList: { list },
  LabelResponse: { label: detail },
  ValidateResult: { validated },
  Health: { ok: { summary: 'It answers', value: { status: 'ok' } } },
} as const satisfies Readonly<Record<string, Examples>>;
