import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG_SIGNATURE } from '../encode/png.ts';
import type { Sample } from './samples.ts';

/** One request of the demonstration and what its answer must begin with. */
interface DemoRequest {
  readonly action: 'render' | 'print';
  /** As the table calls it. */
  readonly format: string;
  readonly body: unknown;
  readonly ending: string;
  readonly signature: string;
}

export interface DemoResult {
  readonly format: string;
  readonly ms: number;
  /** The fault, or null. */
  readonly failure: string | null;
}

/** Requests for each label. The image comes first, because people wait for it. */
export function requestsFor({ variables }: Sample): readonly DemoRequest[] {
  const render = (format: string) => ({ action: 'render', format, body: { variables, format } }) as const;
  return [
    { ...render('png'), ending: '.png', signature: PNG_SIGNATURE.toString('latin1') },
    { ...render('pdf'), ending: '.pdf', signature: '%PDF-' },
    { ...render('zpl'), ending: '.zpl', signature: '^XA' },
    {
      action: 'print',
      format: 'print',
      body: { records: [variables, variables], copies: 2 },
      ending: '-batch.zpl',
      signature: '^XA',
    },
  ];
}

interface Asked {
  readonly url: string;
  readonly key: string;
  readonly sample: Sample;
  /** The folder for answers, if any. */
  readonly folder: string | null;
}

/** Sends one request, checks the answer and leaves its body in a file of the folder. */
export async function send(
  { action, format, body, ending, signature }: DemoRequest,
  { url, key, sample, folder }: Asked,
): Promise<DemoResult> {
  const started = performance.now();
  const response = await fetch(`${url}/labels/${sample.label.id}/${action}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - started;
  const failure = failureWith(response.status, answer, signature);
  if (failure === null && folder !== null) await writeFile(join(folder, sample.slug + ending), answer);
  return { format, ms, failure };
}

function failureWith(status: number, body: Buffer, signature: string): string | null {
  if (status < 200 || status > 299) return `status ${status}: ${body.toString('utf8', 0, 500)}`;
  if (!body.toString('latin1', 0, signature.length).startsWith(signature))
    return 'the answer is not what its format promises';
  return null;
}
