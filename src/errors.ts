/** The facts of a failure that never change. */
interface CatalogueEntry {
  /** The status of the HTTP answer. */
  readonly status: number;
  /** The fault. `failure` completes it by a full stop, or by a colon and the details. */
  readonly words: string;
  /** The remedy for the client, for `docs/errors.md`. */
  readonly hint: string;
}

/**
 * Every way in which a request can fail, by a stable name; a name that is retired is never used again. The page
 * `docs/errors.md` is made from this.
 */
export const FAILURES = {
  malformed_request: {
    status: 400,
    words: 'The request is malformed',
    hint: 'Send well-formed HTTP/1.1. The connection has been closed, because the start of the next request is unknown.',
  },
  invalid_request: {
    status: 400,
    words: 'The input is invalid',
    hint: 'Correct the part that the response names; it lists the allowed values.',
  },
  key_missing: {
    status: 401,
    words:
      'Send an API key as x-api-key, or as Authorization: Bearer; it is svc_ and 48 lower-case hex digits',
    hint: 'Send a key of this form. If both headers are sent, `x-api-key` is used.',
  },
  key_unknown: {
    status: 401,
    words: 'This API key is unknown or revoked',
    hint: 'Use an active key of this deployment; a new key works within a second.',
  },
  entitlement_inactive: {
    status: 403,
    words: "This key's account has no active Pro entitlement",
    hint: 'Ask the operator for the Pro plan, a team membership or a grant for the account.',
  },
  scope_missing: {
    status: 403,
    words: 'This API key lacks a scope',
    hint: 'Use a key whose type has the scope in `required_scope`: a full key has all, a render key only `render`.',
  },
  route_not_found: {
    status: 404,
    words: 'There is no such route',
    hint: 'Check the path, including the base path.',
  },
  label_not_found: {
    status: 404,
    words: 'There is no such label',
    hint: "Use the id of a personal label of the key's account; labels of teams and of other accounts are not shown.",
  },
  method_not_allowed: {
    status: 405,
    words: 'This route does not take this method',
    hint: 'Use one of the methods in the response and its `Allow` header.',
  },
  body_timeout: {
    status: 408,
    words: 'Reading the request body timed out',
    hint: 'Send the whole body at once, or over a faster connection.',
  },
  arrival_timeout: {
    status: 408,
    words: 'The request took too long to arrive',
    hint: 'Send the whole request at once, or over a faster connection.',
  },
  zpl_not_saved: {
    status: 409,
    words: 'This label has no saved ZPL',
    hint: 'Save the label with ZPL first.',
  },
  dimensions_invalid: {
    status: 409,
    words: 'The label cannot be drawn in its saved size',
    hint: 'Save the label in an allowed size, or request `zpl`, which needs no size.',
  },
  bitmap_dynamic_output_incompatible: {
    status: 409,
    words: 'This label is saved as bitmap but has dynamic content; save it as vector',
    hint: 'Save the label as vector, or without dynamic content.',
  },
  too_large: {
    status: 413,
    words: 'A limit is exceeded',
    hint: 'Send or request less: the response names the limit. The same request never passes.',
  },
  barcode_invalid: {
    status: 422,
    words: 'Barcode content is invalid',
    hint: 'Correct the values of the barcodes in `fields`; each gives the allowed content in its `reason`, and in a print job its record in `records`.',
  },
  encoding_unsupported: {
    status: 422,
    words: 'A value cannot be written in the label',
    hint: 'Use other characters in the field that the response names, or save the label with an encoding that has them: `^CI28` has all.',
  },
  field_transform_invalid: {
    status: 422,
    words: 'The saved field transforms failed',
    hint: "Send a value that the transform can process, or correct the label's saved transform; a print job lists each failure in `transforms`.",
  },
  budget_exceeded: {
    status: 429,
    words: 'The rate budget does not cover this request',
    hint:
      'Wait for the seconds in `Retry-After`. A request that costs more than the whole budget never passes. Operators ' +
      'change the budget of an account with `platen accounts set-rate`.',
  },
  guard_exceeded: {
    status: 429,
    words: 'There are too many credential checks on this deployment',
    hint: 'Wait for the seconds in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    words: 'The request headers are too large',
    hint: 'Send at most 8 KB of headers.',
  },
  internal: {
    status: 500,
    words: 'The service failed',
    hint: 'Try once more; if the failure persists, report the `X-Request-Id` of the response to the operator.',
  },
  renderer_failed: {
    status: 502,
    words: 'The external renderer failed',
    hint: 'Try again later; if the failure persists, report it to the operator. ZPL and print jobs do not need this renderer.',
  },
  guard_unavailable: {
    status: 503,
    words: 'Credentials cannot be checked now',
    hint: 'Wait for the seconds in `Retry-After`.',
  },
  schema_unfit: {
    status: 503,
    words: 'The service is being upgraded, and its database is not yet as this program needs it',
    hint: 'Wait for the seconds in `Retry-After`; operators find the remedy in the log.',
  },
  busy: {
    status: 503,
    words: 'The service is busy, try again later',
    hint: 'Wait for the seconds in `Retry-After`. A rejected print job usually costs one unit.',
  },
  renderer_timeout: {
    status: 504,
    words: 'The external renderer did not answer in time',
    hint: 'Try again later. ZPL and print jobs do not need this renderer.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type FailureCode = keyof typeof FAILURES;

/** One barcode field that cannot be encoded, as the API reports it in a 422 body. */
export interface BarcodeFault {
  readonly symbology: string;
  /** The field's data as saved, decoded. */
  readonly template: string;
  /** The value to encode. */
  readonly value: string;
  /** The reason, and the allowed values. */
  readonly reason: string;
}

/**
 * One step of a saved field transform that could not be applied, as the API reports it in the 422 body of a print job.
 */
export interface TransformFault {
  /** The record of the job, from 0. */
  readonly record: number;
  /** Whose transform it is, as saved. */
  readonly variable: string;
  /** The step of the transform, from 0. */
  readonly step: number;
  /** The input of the step; the beginning of a long one. */
  readonly value: string;
  /** The reason of the failure. */
  readonly reason: string;
}

/** One field whose values cannot be written, as the API reports it in the 422 body of a print job. */
export interface EncodingFault {
  /** The record of the job, from 0. */
  readonly record: number;
  /** The field's data as saved, decoded. */
  readonly template: string;
  /** The first character that cannot be written; empty for an empty value where the field takes none. */
  readonly character: string;
}

/** Facts of a failure beside its message. */
export interface FailureFacts {
  readonly fields?: readonly BarcodeFault[];
  /** For each of the fields which record of the print job has it, from 0. */
  readonly records?: readonly number[];
  readonly transforms?: readonly TransformFault[];
  readonly encoding?: readonly EncodingFault[];
  readonly outputFormat?: 'bitmap' | 'vector';
  readonly requiredScope?: string;
  readonly retryAfterSeconds?: number;
  /** Methods that the route has, for `Allow`. */
  readonly allow?: readonly string[];
}

/** A request's failure as plain data: it crosses threads, where the identity of a class would be lost. */
export interface Failure extends FailureFacts {
  readonly code: FailureCode;
  /** For the client: a sentence, or two with a colon between them. */
  readonly message: string;
  /** The clauses that complete the catalogue's words in the message, without pointers; null where there are none. */
  readonly details: string | null;
}

/** A clause of a message, and the member of the API's answer to which the message points for more. */
export interface Pointing {
  readonly text: string;
  readonly see: 'transforms' | 'fields for what is allowed';
}

/** Details that the catalogue's words leave open, such as field and allowed values: clauses without a full stop. */
export type Details = string | readonly (string | Pointing)[];

/**
 * A {@link Failure} on its way up the stack of one thread. It has no trace of that: what is wrong is the request,
 * nobody looks at it, and taking it is a tenth of what it costs to refuse a request.
 */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(failure.message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** A failure in the catalogue's words, which the details complete after a colon; null for none. */
export function failure(
  code: FailureCode,
  details: Details | null = null,
  facts: FailureFacts = {},
): Failure {
  if (details === null || typeof details === 'string')
    return { code, message: sentence(code, details), details, ...facts };
  const clauses = details.map((clause) => (typeof clause === 'string' ? clause : withPointer(clause)));
  const plain = details.map((clause) => (typeof clause === 'string' ? clause : clause.text));
  return { code, message: sentence(code, clauses.join('; ')), details: plain.join('; '), ...facts };
}

function sentence(code: FailureCode, details: string | null): string {
  const { words } = FAILURES[code];
  return details === null ? `${words}.` : `${words}: ${details}.`;
}

/** A clause as messages of the API have it. */
export function withPointer({ text, see }: Pointing): string {
  return `${text}; see ${see}`;
}

/** A failure for readers who do not see the API's answer, as {@link inFull} spells it out. */
export function failureInFull({ code, details, ...facts }: Failure): string {
  return inFull(sentence(code, details), facts);
}

/** A message and the reason of each fault, because that is what helps. No full stop. */
export function inFull(
  message: string,
  { fields = [], transforms = [] }: Pick<FailureFacts, 'fields' | 'transforms'>,
): string {
  const faults = [
    ...transforms.map(({ variable, step, reason }) => `"${variable}", step ${step + 1}: ${reason}`),
    ...fields.map(({ symbology, template, reason }) => `${symbology} ${JSON.stringify(template)}: ${reason}`),
  ];
  return [message, ...faults].map(withoutFullStop).join('; ');
}

/** A sentence of the catalogue as a clause: without its full stop. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/(?<!\.)\.$/, '');
}

/** Throws {@link failure} of the same parameters. */
export function fail(code: FailureCode, details: Details | null = null, facts: FailureFacts = {}): never {
  throw new FailureError(failure(code, details, facts));
}
