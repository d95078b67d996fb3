import { z } from 'zod';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { LABEL_ID } from '../store/input-checks.ts';
import { RESERVED_NAMES } from './variable-name.ts';
import { readVariables } from './variables.ts';

/** The id of a label, in lower case. */
export const LabelId = z
  .string('must be a UUID of version 1 to 5')
  .regex(LABEL_ID, 'must be a UUID of version 1 to 5')
  .meta({
    format: 'uuid',
    description: 'UUID of version 1 to 5; upper and lower case are the same.',
  })
  .transform((id) => id.toLowerCase());

export const Variables = z
  .unknown()
  .meta({
    type: 'object',
    maxProperties: LIMITS.variables,
    propertyNames: {
      maxLength: LIMITS.variableNameUnits,
      pattern: '\\S',
      not: { enum: [...RESERVED_NAMES].toSorted() },
    },
    // Of any type, which every generator has a type for. A union is read by some, and takes a call for each value then.
    additionalProperties: { not: { type: 'string', minLength: LIMITS.variableValueUnits + 1 } },
    description:
      'Values by the names of placeholders. Names are trimmed, must then differ, and match without regard to case. ' +
      `Send strings of at most ${LIMITS.variableValueUnits} characters: null is inserted as nothing, and other values ` +
      'as their JSON, numbers with the digits that were sent.',
    examples: [{ order_id: 'EF-20260315', weight: '1.25' }],
  })
  .transform((value, context) =>
    readVariables(value, (message) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  );

const format = z
  .enum(['zpl', 'png', 'pdf'], 'must be one of zpl, png, pdf')
  .default('zpl')
  .meta({ description: 'What is made of the label; the media type of the answer follows from it.' });

export const RenderBody = z
  .object({ variables: Variables.optional(), format }, 'must be an object')
  .meta({ description: 'Values for one label, and what to make of it; `{}` gives ZPL without values.' });

/** As JSON Schema says that a job has one record or several; strict validators want members named where they are required. */
const ONE_OR_SEVERAL = {
  not: { properties: { variables: {}, records: {} }, required: ['variables', 'records'] },
};

export const PrintBody = z
  .object(
    {
      variables: Variables.optional(),
      records: z
        .array(Variables, 'must be an array of objects')
        .min(1, `must have 1 to ${LIMITS.printRecords} items`)
        .max(LIMITS.printRecords, `must have 1 to ${LIMITS.printRecords} items`)
        .optional()
        .meta({ description: 'Values of each label, in order. Not together with `variables`.' }),
      copies: z
        .int(`must be an integer from 1 to ${LIMITS.printCopies}`)
        .min(1, `must be an integer from 1 to ${LIMITS.printCopies}`)
        .max(LIMITS.printCopies, `must be an integer from 1 to ${LIMITS.printCopies}`)
        .default(1)
        .meta({
          description: `Of each record, one after the other. Times the records at most ${LIMITS.printLabels}.`,
        }),
    },
    'must be an object',
  )
  .refine((job) => job.variables === undefined || job.records === undefined, {
    path: ['records'],
    message: 'must not be given together with variables',
  })
  .refine((job) => (job.records?.length ?? 1) * job.copies <= LIMITS.printLabels, {
    path: ['copies'],
    message: `times the number of records must be at most ${LIMITS.printLabels}`,
  })
  .meta({
    description:
      'The labels of one job: `variables` for one record or `records` for several, never both; with neither, one ' +
      `record without values. Records × \`copies\` is at most ${LIMITS.printLabels}.`,
    ...ONE_OR_SEVERAL,
  });

/** What `POST /` needs before its scope is known; the rest is checked as a render or a print body. */
export const LegacyAction = z.object(
  { action: z.enum(['render', 'print'], 'must be render or print').default('render') },
  'must be an object',
);
export const LegacyLabel = z.object({ label_id: LabelId }, 'must be an object');

/** Query of the render and print routes: whether the request is only to be checked. */
export const Validation = z.object({
  validate: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .pipe(z.boolean()),
});

/** The bodies of `POST /` whole, as clients see them. */
export const LegacyRenderBody = RenderBody.extend({
  ...LegacyLabel.shape,
  action: z.literal('render').default('render'),
}).meta({ description: 'A render of the label with this id.' });
export const LegacyPrintBody = PrintBody.safeExtend({
  ...LegacyLabel.shape,
  action: z.literal('print'),
}).meta({ description: 'A print job of the label with this id.', ...ONE_OR_SEVERAL });
export const LegacyBody = z
  .union([LegacyRenderBody, LegacyPrintBody])
  .meta({ description: 'What `action` says: a render, which is the default, or a print job.' });

/** Query of a list: decimal digits within bounds, defaults where absent. */
export const Pagination = z.object({
  limit: integerParameter(1, LIMITS.pageSize).default(LIMITS.pageSizeDefault),
  offset: integerParameter(0, LIMITS.pageOffset).default(0),
});

function integerParameter(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
}

/** Parses with a schema or throws `invalid_request` with a message that names the member. */
export function check<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = (issue?.path ?? [])
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  const name = path === '' ? what : path.replace(/^\./, '');
  fail('invalid_request', `${name} ${issue?.message ?? 'is invalid'}`);
}
