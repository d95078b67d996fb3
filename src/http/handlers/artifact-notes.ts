import type { Artifact } from '../../engine/task.ts';
import type { Answer } from '../call.ts';
import type { Headers } from '../transport/transport.ts';

/** What is told of an artifact, where there is something to tell. */
export function noteHeaders({ warnings, unresolved }: Omit<Artifact, 'body'>): Headers {
  const headers: [string, string][] = [];
  if (warnings > 0) headers.push(['X-Svc-Render-Warning-Count', String(warnings)]);
  if (unresolved > 0) headers.push(['X-Svc-Unresolved-Count', String(unresolved)]);
  return headers;
}

/** The answer to a request that was only checked, and would have given so many labels. */
export function validAnswer(labels: number, artifact: Artifact): Answer {
  return {
    headers: [['Content-Type', 'application/json'], ...noteHeaders(artifact)],
    body: JSON.stringify({ ok: true, labels }),
  };
}
