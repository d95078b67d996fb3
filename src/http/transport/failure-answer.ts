import { FAILURES, type Failure, type FailureCode } from '../../errors.ts';
import type { PlainAnswer } from './transport.ts';

/** Codes that the body has too, beside the header. */
const PUBLIC_CODES: ReadonlySet<FailureCode> = new Set([
  'field_transform_invalid',
  'bitmap_dynamic_output_incompatible',
]);

/** A failure as an answer: status, headers and JSON body. */
export function failureAnswer(failure: Failure): PlainAnswer {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['X-Svc-Error-Code', failure.code],
  ];
  const status = FAILURES[failure.code].status;
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
    records: failure.records,
    transforms: failure.transforms,
    encoding: failure.encoding,
  });
  return { status, headers, body };
}
