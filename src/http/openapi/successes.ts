import { ANSWER_EXAMPLES, ZPL_EXAMPLES } from './examples.ts';
import { type HeaderName, headers } from './headers.ts';
import type { Content, Response } from './model.ts';
import { schemaRef } from './schemas.ts';

const EVERY: readonly HeaderName[] = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'];
/** Headers of every answer to a key with the needed scope. */
const KEYED: readonly HeaderName[] = [...EVERY, 'RateLimit-Policy', 'RateLimit'];

const json = (name: keyof typeof ANSWER_EXAMPLES): Content => ({
  'application/json': { schema: schemaRef(name), examples: ANSWER_EXAMPLES[name] },
});

const ZPL = { 'application/vnd.printer-zpl': { schema: { type: 'string' } } } as const satisfies Content;
const RENDERS = {
  'text/plain': { schema: { type: 'string' } },
  // Bytes are of no JSON type.
  'image/png': { schema: { contentMediaType: 'image/png' } },
  'application/pdf': { schema: { contentMediaType: 'application/pdf' } },
} as const satisfies Content;

const OF_A_RENDER: readonly HeaderName[] = ['X-Svc-Render-Warning-Count', 'X-Svc-Render-Warnings'];
const OF_A_PRINT: readonly HeaderName[] = ['Content-Disposition', 'X-Svc-Label-Count'];

/** Headers of what is made of a label; an answer to `validate=true` has none of them. */
const made = (own: readonly HeaderName[]) =>
  headers(['X-Svc-Output-Format', 'X-Svc-Unresolved-Count', ...own, 'Server-Timing'], KEYED);

export const LABELS: Response = {
  description: 'A page of labels.',
  headers: headers(['Server-Timing'], KEYED),
  content: json('LabelList'),
};

export const DETAIL: Response = {
  description: 'The label.',
  headers: headers(['Server-Timing'], KEYED),
  content: json('LabelResponse'),
};

export const LISTED_OR_DETAIL: Response = {
  description: 'A page of labels, or the requested label.',
  headers: headers(['Server-Timing'], KEYED),
  content: json('LegacyResponse'),
};

export const SAVED_ZPL: Response = {
  description: 'The saved ZPL.',
  headers: headers(['Server-Timing'], [...KEYED, 'X-Svc-Output-Format']),
  content: {
    'application/vnd.printer-zpl': { schema: { type: 'string' }, examples: ZPL_EXAMPLES },
  },
};

export const RENDERED: Response = {
  description: 'The format that `format` names: ZPL as `text/plain`, a PNG or a PDF.',
  headers: made(OF_A_RENDER),
  content: { ...RENDERS, ...json('ValidateResult') },
};

export const PRINTED: Response = {
  description: 'The ZPL of all labels.',
  headers: made(OF_A_PRINT),
  content: { ...ZPL, ...json('ValidateResult') },
};

export const RENDERED_OR_PRINTED: Response = {
  description: 'A render in the format that `format` names, or the ZPL of all labels of a print job.',
  headers: made([...OF_A_RENDER, ...OF_A_PRINT]),
  content: { ...RENDERS, ...ZPL, ...json('ValidateResult') },
};

export const HEALTHY: Response = {
  description: 'The service runs.',
  headers: headers([], EVERY),
  content: json('Health'),
};

/** Headers of content that may be kept. */
const KEPT: readonly HeaderName[] = [...EVERY, 'ETag', 'Vary'];

export const DESCRIPTION: Response = {
  description: 'The description.',
  headers: headers(['Content-Encoding'], KEPT),
  content: { 'application/json': { schema: { type: 'object' } } },
};

export const PAGE: Response = {
  description: 'The page, or one of its files.',
  headers: headers(
    ['Content-Encoding', 'Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Referrer-Policy'],
    KEPT,
  ),
  content: { 'text/html': {}, 'text/javascript': {}, 'text/css': {}, 'text/plain': {} },
};

export const CURRENT: Response = { description: 'Your copy is current.', headers: headers([], KEPT) };
