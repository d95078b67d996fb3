import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { fail } from '../../errors.ts';
import { readLabelId } from '../../record/body-reader.ts';
import type { ServedLabel } from '../../store/store.ts';
import type { LabelListAnswer } from '../answer-schemas.ts';
import type { Answer, Call } from '../call.ts';
import { joinJson } from '../json-text.ts';
import { labelJson } from '../label-json.ts';
import { check, Pagination } from '../schemas.ts';
import { type Steps, settled } from '../steps.ts';
import { findLabel, savedZpl } from '../stored-label.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

/** `GET /labels`. */
export function* listLabels(call: Call): Steps<Answer> {
  call.need('labels:list');
  const { limit, offset } = check(Pagination, Object.fromEntries(firstValues(call.query)));
  const { labels, total } = yield* settled(call.parts.store.listLabels(call.caller.accountId, limit, offset));
  const next = offset + labels.length < total && labels.length > 0 ? offset + limit : null;
  const body: z.input<typeof LabelListAnswer> = {
    data: labels.map(labelJson),
    pagination: { limit, offset, total, next_offset: next },
  };
  return { headers: [JSON_TYPE], body: JSON.stringify(body) };
}

/** `GET /labels/{label_id}`. */
export function* readLabel(call: Call): Steps<Answer> {
  call.need('labels:read');
  return yield* labelDetail(call);
}

/** The single-label response, also for `GET /?label_id=`. */
export function* labelDetail(call: Call): Steps<Answer> {
  const id = readLabelId(call.labelId);
  // Most requests come without a query.
  if (call.exchange.query !== '' && call.query.getAll('include').some((value) => value !== '')) {
    fail('invalid_request', 'include is not supported');
  }
  const label = yield* findLabel(call, id);
  const body = detailBodies.get(label.contentId) ?? (yield* settled(detailBody(label)));
  return { headers: [JSON_TYPE], body };
}

/** `GET /labels/{label_id}/zpl`. */
export function* downloadZpl(call: Call): Steps<Answer> {
  call.need('labels:read');
  const label = yield* findLabel(call, readLabelId(call.labelId));
  return {
    headers: [
      ['Content-Type', 'application/vnd.printer-zpl'],
      ['X-Svc-Output-Format', label.outputFormat],
    ],
    body: savedZpl(label).zpl,
  };
}

const DETAIL_BYTES = 32 * 1024 * 1024;
/** By the label's content. */
const detailBodies = new LRUCache<string, Buffer>({
  maxSize: DETAIL_BYTES,
  sizeCalculation: (body) => body.length + 1000,
});
/** Details being computed, by content id; shared by all requests for the same content. */
const detailsInFlight = new Map<string, Promise<Buffer>>();

function detailBody(label: ServedLabel): Promise<Buffer> {
  const { contentId } = label;
  let making = detailsInFlight.get(contentId);
  if (making === undefined) {
    making = makeDetail(label).finally(() => detailsInFlight.delete(contentId));
    detailsInFlight.set(contentId, making);
  }
  return making;
}

async function makeDetail(label: ServedLabel): Promise<Buffer> {
  const { contentId, tokenNames, zpl } = label;
  const start = JSON.stringify({ data: labelJson(label) }).slice(0, -2);
  const body = await joinJson([
    `${start},"dynamic_tokens":`,
    { json: tokenNames },
    ',"zpl":',
    zpl === null ? 'null' : { text: zpl },
    '}}',
  ]);
  detailBodies.set(contentId, body);
  return body;
}

function* firstValues(query: URLSearchParams): Generator<[string, string]> {
  const seen = new Set<string>();
  for (const [name, value] of query) {
    if (!seen.has(name)) yield [name, value];
    seen.add(name);
  }
}
