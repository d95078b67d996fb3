import { LABEL_ID } from '../../label-id.ts';
import { Pagination, Validation } from '../schemas.ts';
import { EXAMPLE_LABEL_ID } from './examples.ts';
import type { OpenApiParameter, Ref } from './model.ts';
import { querySchemas, schemaRef } from './schemas.ts';

const { limit, offset } = querySchemas(Pagination);
const { validate } = querySchemas(Validation);

/** Every parameter, by the name that operations refer to it by. */
export const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    // No example: pages to try requests on would send it with each.
    description:
      'Your own name for the request, such as `order-4711`, returned in the response and written to the log. A name that is not 1 to 64 of A-Z, a-z, 0-9, `.`, `_` and `-` is replaced.',
    schema: { type: 'string' },
  },
  LabelId: {
    name: 'label_id',
    in: 'path',
    required: true,
    description: "The id of a personal label of the key's account.",
    schema: schemaRef('LabelId'),
    example: EXAMPLE_LABEL_ID,
  },
  File: {
    name: 'file',
    in: 'path',
    required: true,
    description: 'A file of the page.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your copy: the response is 304 while your copy is current.',
    schema: { type: 'string' },
  },
  QueryLabelId: {
    name: 'label_id',
    in: 'query',
    description: 'The id of a label; without it, or empty, all labels are listed.',
    schema: { type: 'string', pattern: `${LABEL_ID.source}|^$` },
  },
  Limit: { name: 'limit', in: 'query', description: 'Labels of a page at most.', schema: limit },
  Offset: { name: 'offset', in: 'query', description: 'Labels to skip.', schema: offset },
  Include: {
    name: 'include',
    in: 'query',
    description: 'Nothing can be included: anything but an empty text is rejected.',
    schema: { type: 'string', maxLength: 0 },
  },
  LegacyInclude: {
    name: 'include',
    in: 'query',
    description:
      'With `label_id` nothing can be included: anything but an empty text is rejected. Ignored in lists.',
    schema: { type: 'string' },
  },
  Validate: {
    name: 'validate',
    in: 'query',
    description:
      'With `true` everything is checked and nothing made: the response is `{"ok":true,"labels":n}`, or the failure. Costs 1 unit.',
    schema: validate,
  },
} as const satisfies Readonly<Record<string, OpenApiParameter>>;

export type ParameterName = keyof typeof PARAMETERS;

/** Parameters of paths by what stands between braces. */
const OF_PATHS: ReadonlyMap<string, ParameterName> = new Map([
  ['label_id', 'LabelId'],
  ['file', 'File'],
]);

/** References to the parameters of a path, and others. */
export function parameterRefs(path: string, others: readonly ParameterName[]): Ref[] {
  const own = [...OF_PATHS].flatMap(([name, parameter]) => (path.includes(`{${name}}`) ? [parameter] : []));
  return [...own, ...others].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
