import { writeFile } from 'node:fs/promises';
import type { Sample } from './samples.ts';

/** One request of the demonstration and what its answer must begin with. */
interface DemoRequest {
  readonly action: 'render' | 'print';
  readonly body: unknown;
  readonly ending: string;
  readonly signature: string;
}

export interface DemoResult {
  readonly file: string;
  readonly bytes: number;
  readonly ms: number;
  /** What was wrong, or null. */
  readonly problem: string | null;
}

/** What is asked of every label. The image comes first: it is what people wait for. */
export function requestsFor({ variables }: Sample): readonly DemoRequest[] {
  return [
    { action: 'render', body: { variables, format: 'png' }, ending: '.png', signature: '\x89PNG\r\n\x1a\n' },
    { action: 'render', body: { variables, format: 'pdf' }, ending: '.pdf', signature: '%PDF-' },
    { action: 'render', body: { variables, format: 'zpl' }, ending: '.zpl', signature: '^XA' },
    {
      action: 'print',
      body: { records: [variables, variables], copies: 2 },
      ending: '-batch.zpl',
      signature: '^XA',
    },
  ];
}

/** Sends one request, checks the answer and leaves its body in a file. */
export async function send(
  request: DemoRequest,
  target: { readonly url: string; readonly key: string; readonly labelId: string },
  pathWithoutEnding: string,
): Promise<DemoResult> {
  const file = pathWithoutEnding + request.ending;
  const started = performance.now();
  const response = await fetch(`${target.url}/labels/${target.labelId}/${request.action}`, {
    method: 'POST',
    headers: { 'x-api-key': target.key, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  });
  const body = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - started;
  const problem = problemWith(response.status, body, request.signature);
  if (problem === null) await writeFile(file, body);
  return { file, bytes: body.length, ms, problem };
}

function problemWith(status: number, body: Buffer, signature: string): string | null {
  if (status < 200 || status > 299) return `status ${status}: ${body.toString('utf8', 0, 500)}`;
  if (!body.toString('latin1', 0, signature.length).startsWith(signature))
    return 'the answer is not what its format promises';
  return null;
}
