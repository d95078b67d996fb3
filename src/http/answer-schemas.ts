import { z } from 'zod';
import { LABEL_ID } from '../label-id.ts';
import { LIMITS } from '../limits.ts';
import { scopesOf } from './auth.ts';

/** The saved fidelity mode of a label. */
const OutputFormat = z
  .enum(['bitmap', 'vector'])
  .meta({ description: 'The saved fidelity mode of the label, whatever format is asked for.' });

const UtcInstant = (description: string) =>
  z.iso.datetime().meta({ description, examples: ['2026-11-22T09:30:00.000Z'] });

export const LabelAnswer = z
  .strictObject({
    id: z
      .string()
      .regex(LABEL_ID)
      .meta({ format: 'uuid', description: 'UUID of version 1 to 5, in lower case.' }),
    name: z.string().meta({ description: 'As people know it.', examples: ['Tracked parcel 4x6'] }),
    width: z.number().meta({ description: 'Saved width in millimetres.', examples: [101.6] }),
    height: z.number().meta({ description: 'Saved height in millimetres.', examples: [152.4] }),
    dpi: z.number().meta({ description: 'Dots per inch of the printer.', examples: [203] }),
    revision: z
      .number()
      .meta({ description: 'Goes up by 1 each time that the label is saved.', examples: [1] }),
    created_at: UtcInstant('When the label was first saved, UTC.'),
    updated_at: UtcInstant('When the label was last saved, UTC.'),
    output_format: OutputFormat,
  })
  .meta({ description: 'What is known of a saved label without its content.' });

export const LabelDetailAnswer = LabelAnswer.extend({
  dynamic_tokens: z.array(z.string()).meta({
    description:
      'Names of the placeholders, without braces and formats, in order of first appearance; automatic tokens in upper case.',
    examples: [['sender', 'order_id', 'DATE']],
  }),
  zpl: z
    .string()
    .nullable()
    .meta({ description: 'The saved commands, with nothing substituted; null where none were saved.' }),
}).meta({ description: 'A saved label with its content.' });

export const LabelResponseAnswer = z
  .strictObject({ data: LabelDetailAnswer })
  .meta({ description: 'The answer about one label.' });

export const PageInfoAnswer = z
  .strictObject({
    limit: z.int().min(1).max(LIMITS.pageSize).meta({ description: 'As asked for, or its default.' }),
    offset: z.int().min(0).max(LIMITS.pageOffset).meta({ description: 'As asked for, or its default.' }),
    total: z.int().min(0).nullable().meta({ description: 'Labels in all; null where it is not known.' }),
    next_offset: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: `The next page's offset; null after the last one. Stop as well where it is above ${LIMITS.pageOffset}.`,
      }),
  })
  .meta({ description: 'Where a page stands in the list.' });

export const LabelListAnswer = z
  .strictObject({ data: z.array(LabelAnswer).max(LIMITS.pageSize), pagination: PageInfoAnswer })
  .meta({ description: 'A page of labels: the last updated ones first, then by id, descending.' });

export const LegacyAnswer = z
  .union([LabelListAnswer, LabelResponseAnswer])
  .meta({ description: 'A page of labels, or the label that was asked for.' });

export const ValidateResultAnswer = z
  .strictObject({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    labels: z.int().min(1).max(LIMITS.printLabels).meta({ description: 'Labels that it would make.' }),
  })
  .meta({
    description: 'Everything was checked, and nothing was made.',
    examples: [{ ok: true, labels: 1 }],
  });

export const BarcodeFaultAnswer = z
  .strictObject({
    symbology: z.string().meta({ description: 'Lower-case name, such as `code128`.', examples: ['code128'] }),
    template: z.string().meta({ description: "The field's data as saved.", examples: ['{tracking}'] }),
    value: z.string().meta({ description: 'What would have been encoded.' }),
    reason: z.string().meta({ description: 'What is wrong, and what is allowed.' }),
  })
  .meta({ description: 'A barcode that cannot be made of the values that were sent.' });

/** Of a record of a print job, or of a value in it. Counted from 0. */
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
    value: z.string().meta({ description: 'What this step was given.' }),
    reason: z.string().meta({ description: 'What is wrong, and what is allowed.' }),
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
    error: z.string().meta({ description: 'What went wrong, in a sentence for people; it may change.' }),
    code: z.enum(['field_transform_invalid', 'bitmap_dynamic_output_incompatible']).optional().meta({
      description: 'Only for these two. The header `X-Svc-Error-Code` has the code of every failure.',
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
      .meta({ description: 'Of a print job: the record of each item of `fields`, in their order.' }),
    transforms: z
      .array(TransformFaultAnswer)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: 'Of a print job: transforms that failed.' }),
    encoding: z
      .array(EncodingFaultAnswer)
      .max(LIMITS.faults)
      .optional()
      .meta({ description: "Of a print job: fields whose values the label's encoding lacks." }),
  })
  .meta({ description: 'Why a request was not answered as it asks.' });

export const HealthAnswer = z
  .strictObject({ status: z.literal('ok') })
  .meta({ description: 'The service takes requests.' });
