import { LIMITS } from '../../limits.ts';
import { STAGES } from '../stopwatch.ts';
import type { HeaderObject, Ref } from './model.ts';

/** Every header of an answer that is this API's own. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log of the operator: your own name if you sent a well-formed one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: 'mJ3kQ9xWbTz1-4f',
  },
  'RateLimit-Policy': {
    description:
      'Units (`q`) in any window of `w` seconds that the account and the key have. On every response to a known key.',
    schema: { type: 'string' },
    example: '"account";q=60;w=60, "key";q=60;w=60',
  },
  RateLimit: {
    description:
      'The rest of the tighter of the two budgets: `r` units, and `t` seconds until it has more. On every response to a known key.',
    schema: { type: 'string' },
    example: '"account";r=59;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'Server-Timing': {
    description: `Milliseconds (\`dur\`) of the stages that the request reached: ${STAGES.join(', ')}.`,
    schema: { type: 'string' },
    example: 'auth;dur=0.11, limit;dur=0.04, queue;dur=0.62, render;dur=3.07',
  },
  'Cache-Control': {
    description: 'Labels are not cached; the description may be, and is revalidated each time.',
    schema: { type: 'string', enum: ['no-store', 'no-cache'] },
    example: 'no-store',
  },
  'X-Content-Type-Options': {
    description: 'The media type must not be guessed.',
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  'WWW-Authenticate': {
    description: 'The scheme for sending a key; `x-api-key` is accepted too.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods of the path.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, POST',
  },
  ETag: {
    description: 'Names the content; for `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
    example: '"Zk9x0sT3mQ1vBn7LpWc2aE"',
  },
  Vary: {
    description: 'The content is also available in gzip.',
    required: true,
    schema: { type: 'string', enum: ['Accept-Encoding'] },
    example: 'Accept-Encoding',
  },
  'Content-Encoding': {
    description: 'If `Accept-Encoding` allows it.',
    schema: { type: 'string', enum: ['gzip'] },
    example: 'gzip',
  },
  'Content-Security-Policy': {
    description: 'The sources that the page may load from: only this service.',
    schema: { type: 'string' },
    example: "default-src 'none'",
  },
  'Cross-Origin-Opener-Policy': {
    description: 'The page does not share its windows.',
    schema: { type: 'string', enum: ['same-origin'] },
    example: 'same-origin',
  },
  'Referrer-Policy': {
    description: 'Links from the page send no referrer.',
    schema: { type: 'string', enum: ['no-referrer'] },
    example: 'no-referrer',
  },
  'X-Svc-Output-Format': {
    description: 'The saved fidelity mode of the label, whatever format was requested.',
    schema: { type: 'string', enum: ['bitmap', 'vector'] },
    example: 'vector',
  },
  'X-Svc-Label-Count': {
    description: 'Labels in the print job.',
    schema: { type: 'integer', minimum: 1, maximum: LIMITS.printLabels },
    example: 2,
  },
  'X-Svc-Unresolved-Count': {
    description: 'Placeholders without a value that stayed in the output. Absent if there are none.',
    schema: { type: 'integer', minimum: 1 },
    example: 3,
  },
  'X-Svc-Render-Warning-Count': {
    description: 'The number of differences between a PNG or PDF and the print. Absent if there are none.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'X-Svc-Render-Warnings': {
    description: 'The first of these warnings in words: a list of quoted strings (RFC 9651), in ASCII.',
    schema: { type: 'string', maxLength: 1000 },
    example: '"^XG no such picture is stored"',
  },
  'Content-Disposition': {
    description: "A file name made from the label's name (RFC 6266).",
    schema: { type: 'string' },
    example: 'attachment; filename="Tracked parcel 4x6.zpl"',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

export type HeaderName = keyof typeof HEADERS;

/** Headers by reference; those of `always` are on every answer of the kind. */
export function headers(
  sometimes: readonly HeaderName[],
  always: readonly HeaderName[] = [],
): Record<string, HeaderObject | Ref> {
  const ref = (name: HeaderName): Ref => ({ $ref: `#/components/headers/${name}` });
  // A reference cannot add that it is required here.
  const required = (name: HeaderName) =>
    'required' in HEADERS[name] ? ref(name) : { ...HEADERS[name], required: true };
  return Object.fromEntries([
    ...always.map((name) => [name, required(name)] as const),
    ...sometimes.map((name) => [name, ref(name)] as const),
  ]);
}
