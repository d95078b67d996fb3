/** One barcode field that cannot be encoded, as the API reports it in a 422 body. */
export interface BarcodeFault {
  readonly symbology: string;
  /** The field's data as saved, decoded. */
  readonly template: string;
  /** What would have been encoded. */
  readonly value: string;
  /** What is wrong, and what is allowed. */
  readonly reason: string;
}

/**
 * Every way in which a request can fail, by a stable name. Statuses live in `http/problem.ts`; a name that
 * is retired is never used again.
 */
export type FailureCode =
  | 'invalid_request'
  | 'key_missing'
  | 'key_unknown'
  | 'entitlement_inactive'
  | 'scope_missing'
  | 'route_not_found'
  | 'label_not_found'
  | 'method_not_allowed'
  | 'body_timeout'
  | 'zpl_not_saved'
  | 'dimensions_invalid'
  | 'bitmap_dynamic_output_incompatible'
  | 'too_large'
  | 'barcode_invalid'
  | 'encoding_unsupported'
  | 'field_transform_invalid'
  | 'budget_exceeded'
  | 'guard_exceeded'
  | 'guard_unavailable'
  | 'schema_unfit'
  | 'internal'
  | 'renderer_failed'
  | 'renderer_timeout'
  | 'busy';

/** A request's failure as plain data: it crosses threads, where the identity of a class would be lost. */
export interface Failure {
  readonly code: FailureCode;
  /** For the client: names the field and the allowed values. */
  readonly message: string;
  readonly fields?: readonly BarcodeFault[];
  readonly outputFormat?: OutputFormat;
  readonly requiredScope?: Scope;
  readonly retryAfterSeconds?: number;
  /** Methods that the route has, for `Allow`. */
  readonly allow?: readonly string[];
}

/** A {@link Failure} on its way up the stack of one thread. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** Throws a failure with this code and client message. */
export function fail(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): never {
  throw new FailureError({ code, message, ...more });
}

/** A label's saved fidelity mode. */
export type OutputFormat = 'bitmap' | 'vector';

export type Scope = 'labels:list' | 'labels:read' | 'render' | 'print';
