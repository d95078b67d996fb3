import type { Failure, FailureCode } from '../errors.ts';
import type { Headers } from './transport/transport.ts';

/** The status of every failure: the specification's table, one row each. */
const STATUS = {
  invalid_request: 400,
  key_missing: 401,
  key_unknown: 401,
  entitlement_inactive: 403,
  scope_missing: 403,
  route_not_found: 404,
  label_not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  zpl_not_saved: 409,
  dimensions_invalid: 409,
  bitmap_dynamic_output_incompatible: 409,
  too_large: 413,
  barcode_invalid: 422,
  encoding_unsupported: 422,
  field_transform_invalid: 422,
  budget_exceeded: 429,
  guard_exceeded: 429,
  internal: 500,
  renderer_failed: 502,
  guard_unavailable: 503,
  schema_unfit: 503,
  busy: 503,
  renderer_timeout: 504,
} as const satisfies Record<FailureCode, number>;

/** Codes that the specification puts into the body; the others are told by their status. */
const PUBLIC_CODES: ReadonlySet<FailureCode> = new Set([
  'field_transform_invalid',
  'bitmap_dynamic_output_incompatible',
]);

/** A failure as an answer: status, headers and JSON body. */
export function problem(failure: Failure): { status: number; headers: Headers; body: string } {
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  const status = STATUS[failure.code];
  if (status === 401) headers.push(['WWW-Authenticate', 'Bearer']);
  if (failure.allow !== undefined) headers.push(['Allow', failure.allow.join(', ')]);
  if (status === 429 || status === 503) {
    headers.push(['Retry-After', String(Math.max(1, failure.retryAfterSeconds ?? 1))]);
  }
  const body = JSON.stringify({
    error: failure.message,
    code: PUBLIC_CODES.has(failure.code) ? failure.code : undefined,
    output_format: failure.outputFormat,
    required_scope: failure.requiredScope,
    fields: failure.fields,
  });
  return { status, headers, body };
}
