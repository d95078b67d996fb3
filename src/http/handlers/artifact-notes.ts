import type { z } from 'zod';
import type { Artifact } from '../../engine/task.ts';
import { WARNINGS_BYTES } from '../../engine/warnings.ts';
import type { ValidateResultAnswer } from '../answer-schemas.ts';
import type { Answer } from '../call.ts';
import type { Headers } from '../transport/transport.ts';

/** Headers with the notes of an artifact, if it has any. */
export function noteHeaders({ warnings, unresolved }: Omit<Artifact, 'body'>): Headers {
  const headers: [string, string][] = [];
  if (warnings.count > 0) {
    headers.push(['X-Svc-Render-Warning-Count', String(warnings.count)]);
    headers.push(['X-Svc-Render-Warnings', listOf(warnings.texts)]);
  }
  if (unresolved > 0) headers.push(['X-Svc-Unresolved-Count', String(unresolved)]);
  return headers;
}

/** The first texts, as a list of strings by RFC 9651, of which every item is whole. */
function listOf(texts: readonly string[]): string {
  let list = '';
  for (const text of texts) {
    const item = `"${text.replace(/["\\]/g, '\\$&')}"`;
    const longer = list === '' ? item : `${list}, ${item}`;
    if (longer.length > WARNINGS_BYTES) break;
    list = longer;
  }
  return list;
}

/** The answer to a request that was only checked, and would have given so many labels. */
export function validAnswer(labels: number, artifact: Omit<Artifact, 'body'>): Answer {
  return {
    headers: [['Content-Type', 'application/json'], ...noteHeaders(artifact)],
    body: JSON.stringify({ ok: true, labels } satisfies z.input<typeof ValidateResultAnswer>),
  };
}
