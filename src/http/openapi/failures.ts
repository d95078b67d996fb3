import { FAILURES, type Failure, type FailureCode, failure } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { failureAnswer } from '../transport/failure-answer.ts';
import { type HeaderName, headers } from './headers.ts';
import type { Example, Ref, Response } from './model.ts';
import { schemaRef } from './schemas.ts';

const malformed = failure('malformed_request', 'Content-Length must not be repeated');
const arrivalTimeout = failure('arrival_timeout');
const busy = failure('busy', null, { retryAfterSeconds: 1 });
const notSaved = failure('zpl_not_saved');
const bitmap = failure('bitmap_dynamic_output_incompatible', null, { outputFormat: 'bitmap' });
const invalid = (details: string): readonly Failure[] => [malformed, failure('invalid_request', details)];

const fields = [
  {
    symbology: 'code128',
    template: '{tracking}',
    value: 'NW123456789GŁ',
    reason: 'Code 128 takes the characters from space to ~; got byte 0xC5',
  },
];
const notANumber = 'the value is not a number';
const second = '1 of 2 records failed, record 1 (counted from 0)';
const notInEncodingDetails = 'in field "{name}", U+0142 is not in the label\'s encoding, ^CI27';
const notInEncoding = failure('encoding_unsupported', notInEncodingDetails);

/** Failing answers by name: each has one status, and an example of every code that it can have. */
const ANSWERS = {
  MalformedRequest: [malformed],
  InvalidPage: invalid(`limit must be an integer from 1 to ${LIMITS.pageSize}`),
  InvalidLabelId: invalid('label_id must be a UUID of version 1 to 5'),
  InvalidRender: invalid('variables has the name "weight" twice'),
  InvalidPrint: invalid('records must not be given together with variables'),
  Unauthorized: [failure('key_missing'), failure('key_unknown')],
  Forbidden: [failure('entitlement_inactive'), failure('scope_missing', 'print', { requiredScope: 'print' })],
  LabelNotFound: [failure('label_not_found')],
  RouteNotFound: [failure('route_not_found')],
  // Other methods are no operations: the operations at the path of this example refer to this failure.
  MethodNotAllowed: [failure('method_not_allowed', 'use GET or POST', { allow: ['GET', 'POST'] })],
  ArrivalTimeout: [arrivalTimeout],
  RequestTimeout: [failure('body_timeout'), arrivalTimeout],
  NoSavedZpl: [notSaved],
  NotPrintable: [notSaved, bitmap],
  NotRenderable: [
    notSaved,
    failure('dimensions_invalid', 'its width (5 mm) must be from 10 to 1000 mm'),
    bitmap,
  ],
  TooLarge: [failure('too_large', `the request body exceeds ${LIMITS.bodyBytes} bytes`)],
  AnswerTooLarge: [failure('too_large', `the response exceeds ${LIMITS.responseBytes} bytes`)],
  ContentInvalid: [
    failure('barcode_invalid', 'code128; see fields for what is allowed', { fields }),
    notInEncoding,
    failure('field_transform_invalid', `transform of "weight", step 1 (number): ${notANumber}`),
  ],
  JobContentInvalid: [
    failure('barcode_invalid', `${second}; code128; see fields for what is allowed`, {
      fields,
      records: [1],
    }),
    failure('encoding_unsupported', `${second}; ${notInEncodingDetails} (record 1)`, {
      encoding: [{ record: 1, template: '{name}', character: 'ł' }],
    }),
    failure('field_transform_invalid', `${second}; transforms of "weight"; see transforms`, {
      transforms: [{ record: 1, variable: 'weight', step: 0, value: 'heavy', reason: notANumber }],
    }),
  ],
  TooManyRequests: [
    failure('budget_exceeded', 'it costs 1 unit, and 0 of 60 units a minute are left now', {
      retryAfterSeconds: 12,
    }),
    failure('guard_exceeded', null, { retryAfterSeconds: 3 }),
  ],
  HeadersTooLarge: [failure('headers_too_large')],
  InternalError: [failure('internal', 'the label could not be rendered')],
  RendererFailed: [failure('renderer_failed', 'it sent a damaged PNG')],
  Busy: [busy],
  Unavailable: [
    failure('guard_unavailable', null, { retryAfterSeconds: 1 }),
    failure('schema_unfit', null, { retryAfterSeconds: 1 }),
    busy,
  ],
  RendererTimeout: [failure('renderer_timeout')],
} as const satisfies Readonly<Record<string, readonly [Failure, ...Failure[]] | readonly Failure[]>>;

export type FailureAnswer = keyof typeof ANSWERS;

/** Every failing answer, by the name that operations refer to it by. */
export function failureResponses(): Record<string, Response> {
  return Object.fromEntries(Object.entries(ANSWERS).map(([name, causes]) => [name, responseOf(causes)]));
}

/** References to failing answers, by their statuses; throws where two have the same. */
export function failureRefs(names: readonly FailureAnswer[]): Record<string, Ref> {
  const refs: Record<string, Ref> = {};
  for (const name of names) {
    const status = statusOf(ANSWERS[name]);
    if (status in refs) throw new Error(`two answers ${status}: ${name} and ${refs[status]?.$ref}`);
    refs[status] = { $ref: `#/components/responses/${name}` };
  }
  return refs;
}

function statusOf(causes: readonly Failure[]): string {
  const [status, ...others] = new Set(causes.map(({ code }) => String(FAILURES[code].status)));
  if (status === undefined || others.length > 0) throw new Error('a failing answer has one status');
  return status;
}

const COMMON: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'Server-Timing',
  'Cache-Control',
  'X-Content-Type-Options',
];

function responseOf(causes: readonly Failure[]): Response {
  const codes = causes.map(({ code }) => code);
  const own = failureHeaders(causes);
  return {
    description: codes.map(inWords).join('\n\n'),
    headers: {
      'X-Svc-Error-Code': {
        description: 'The name of the failure, which keeps its meaning.',
        required: true,
        schema: { type: 'string', enum: codes },
        example: codes[0],
      },
      ...headers([...own, ...COMMON]),
    },
    content: {
      'application/json': {
        schema: schemaRef('Error'),
        examples: Object.fromEntries(causes.map((cause) => [cause.code, exampleOf(cause)])),
      },
    },
  };
}

function inWords(code: FailureCode): string {
  const { words, hint } = FAILURES[code];
  return `\`${code}\`: ${words}. ${hint}`;
}

/** Headers that the answer to these failures has, and others have not. */
function failureHeaders(causes: readonly Failure[]): HeaderName[] {
  const present = new Set(causes.flatMap((cause) => failureAnswer(cause).headers.map(([name]) => name)));
  return (['Retry-After', 'WWW-Authenticate', 'Allow'] as const).filter((name) => present.has(name));
}

function exampleOf(cause: Failure): Example {
  return { summary: FAILURES[cause.code].words, value: JSON.parse(failureAnswer(cause).body) };
}
