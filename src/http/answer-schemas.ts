import { LABEL_ID } from '../label-id.ts';
import { LIMITS } from '../limits.ts';
import { zod } from '../on-first-use.ts';
import { scopesOf } from './auth.ts';

const z = zod();

/** The saved fidelity mode of a label. */
const OutputFormat = z
  .enum(['bitmap', 'vector'])
  .meta({ description: 'The saved fidelity mode of the label, whatever format is requested.' });

const UtcInstant = (description: string) =>
  z.iso.datetime().meta({ description, examples: ['2026-11-22T09:30:00.000Z'] });

export const LabelAnswer = z
  .strictObject({
    id: z
      .string()
      .regex(LABEL_ID)
      .meta({ format: 'uuid', description: 'UUID of version 1 to 5, in lower case.' }),
    name: z.string().meta({ description: 'The name for people.', examples: ['Tracked parcel 4x6'] }),
    width: z.number().meta({ description: 'Saved width in millimetres.', examples: [101.6] }),
    height: z.number().meta({ description: 'Saved height in millimetres.', examples: [152.4] }),
    dpi: z.number().meta({ description: 'Dots per inch of the printer.', examples: [203] }),
    revision: z.number().meta({ description: 'Incremented each time the label is saved.', examples: [1] }),
    created_at: UtcInstant('When the label was first saved, UTC.'),
    updated_at: UtcInstant('When the label was last saved, UTC.'),
    output_format: OutputFormat,
  })
  .meta({ description: 'The properties of a saved label without its content.' });

export const LabelDetailAnswer = LabelAnswer.extend({
  dynamic_tokens: z.array(z.string()).meta({
    description:
      'Names of the placeholders, without braces and formats, in order of first appearance; automatic tokens in upper case.',
    examples: [['sender', 'order_id', 'DATE']],
  }),
  zpl: z
    .string()
    .nullable()
    .meta({ description: 'The saved commands, with nothing substituted; null if none were saved.' }),
}).meta({ description: 'A saved label with its content.' });

export const LabelResponseAnswer = z
  .strictObject({ data: LabelDetailAnswer })
  .meta({ description: 'The response with one label.' });

export const PageInfoAnswer = z
  .strictObject({
    limit: z.int().min(1).max(LIMITS.pageSize).meta({ description: 'The requested value, or the default.' }),
    offset: z
      .int()
      .min(0)
      .max(LIMITS.pageOffset)
      .meta({ description: 'The requested value, or the default.' }),
    total: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'The number of all labels; null if it is not known.' }),
    next_offset: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: `The next page's offset; null after the last one. Stop too if it is above ${LIMITS.pageOffset}.`,
      }),
  })
  .meta({ description: 'The position of a page in the list.' });

export const LabelListAnswer = z
  .strictObject({ data: z.array(LabelAnswer).max(LIMITS.pageSize), pagination: PageInfoAnswer })
  .meta({ description: 'A page of labels, by time of update, then by id, both descending.' });

export const LegacyAnswer = z
  .union([LabelListAnswer, LabelResponseAnswer])
  .meta({ description: 'A page of labels, or the requested label.' });

export const ValidateResultAnswer = z
  .strictObject({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    labels: z
      .int()
      .min(1)
      .max(LIMITS.printLabels)
      .meta({ description: 'The number of labels that the request would make.' }),
  })
  .meta({
    description: 'Everything was checked, and nothing was made.',
    examples: [{ ok: true, labels: 1 }],
  });

export const BarcodeFaultAnswer = z
  .strictObject({
    symbology: z.string().meta({ description: 'Lower-case name, such as `code128`.', examples: ['code128'] }),
    template: z.string().meta({ description: "The field's data as saved.", examples: ['{tracking}'] }),
    value: z.string().meta({ description: 'The text to encode.' }),
    reason: z.string().meta({ description: 'The fault, and the allowed content.' }),
  })
  .meta({ description: 'A barcode that cannot be made with the values of the request.' });

/** The index of a record of a print job, or of a value in it. Counted from 0. */
const index = (of: string, max: number) =>
  z
    .int()
    .min(0)
    .max(max)
    .meta({ description: `${of}, from 0.` });
const recordIndex = index('Its record in `records`', LIMITS.printRecords - 1);

export const TransformFaultAnswer = z
  .strictObject({
    record: recordIndex,
    variable: z.string().meta({ description: 'The variable of the transform.' }),
    step: z.int().min(0).meta({ description: 'The step that failed, from 0.' }),
    value: z.string().meta({ description: 'The input of this step.' }),
    reason: z.string().meta({ description: 'The fault, and the allowed content.' }),
  })
  .meta({ description: 'A saved field transform that failed.' });

export const EncodingFaultAnswer = z
  .strictObject({
    record: recordIndex,
    template: z.string().meta({ description: "The field's data as saved, with its placeholders." }),
    character: z.string().meta({ description: 'The first character that cannot be written.' }),
  })
  .meta({ description: "A field whose value cannot be written in the label's encoding." });

export const ErrorAnswer = z
  .strictObject({
    error: z.string().meta({ description: 'The failure in a sentence for people; the words may change.' }),
    code: z.enum(['field_transform_invalid', 'bitmap_dynamic_output_incompatible']).optional().meta({
      description:
        'Present only for these two codes. The header `X-Svc-Error-Code` has the code of every failure.',
    }),
    output_format: OutputFormat.optional(),
    required_scope: z
      .enum([...scopesOf('full')])
      .optional()
      .meta({ description: 'The scope that the key lacks.' }),
    fields: z
      .array(BarcodeFaultAnswer)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: 'Barcodes that cannot be made.' }),
    records: z
      .array(recordIndex)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: 'For a print job: the record of each item of `fields`, in the same order.' }),
    transforms: z
      .array(TransformFaultAnswer)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: 'For a print job: failed transforms.' }),
    encoding: z
      .array(EncodingFaultAnswer)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: "For a print job: fields whose values the label's encoding lacks." }),
  })
  .meta({ description: 'The reason why a request failed.' });

export const HealthAnswer = z
  .strictObject({ status: z.literal('ok') })
  .meta({ description: 'The service accepts requests.' });
