import { isPdf } from '../convert/read-pdf.ts';
import { canvasOf } from '../engine/canvas.ts';
import type { WorkTimings } from '../engine/task.ts';
import { type Failure, FailureError, failureInFull } from '../errors.ts';
import type { Cost } from '../pool/job.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { acceptedType } from './accept.ts';
import { fontUpload } from './font-upload.ts';
import { LABELARY_LIMITS } from './labelary-limits.ts';
import {
  FORMAT_TYPES,
  type HeaderReader,
  type LabelaryRequest,
  readLabelaryRequest,
} from './labelary-request.ts';
import { labelaryStatus } from './labelary-status.ts';
import type { LabelaryResult, LabelaryTask, PageTask } from './labelary-task.ts';
import { isForm, readForm } from './uploaded-form.ts';

const { zplBytes, uploadBytes, formBytes, labels, graphicDots } = LABELARY_LIMITS;

/** The largest body of any call. */
export const BODY_BYTES_MAX = uploadBytes + formBytes;

/** A call of Labelary's API, whichever server received it. */
export interface LabelaryCall {
  readonly method: string;
  /** Path and query as they were sent, escapes included. */
  readonly url: string;
  readonly header: HeaderReader;
  /** The whole body. Rejects with a `RequestRefusal` when it has more bytes, comes late or not at all. */
  body(bytesMax: number): Promise<Uint8Array>;
}

/** The answer to a call. A refusal is text that begins with `ERROR: `. */
export interface LabelaryAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
  /** Missing in an answer without the work of a thread. */
  readonly timings?: WorkTimings;
}

/** Does a task in a thread. May reject with a `RequestRefusal` or a `FailureError`, which are answers too. */
export type LabelaryWorker = (task: LabelaryTask | PageTask, cost: Cost) => Promise<LabelaryResult>;

/** Bodies that are ZPL, by their media types. They are taken verbatim; no type at all is ZPL too. */
const ZPL_TYPES = new Set([
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/zpl',
  'application/octet-stream',
]);

/** Media types of the result of an upload; the first one is the default. */
const GRAPHIC_TYPES = ['application/zpl', 'application/json'] as const;
const FONT_TYPES = ['application/zpl'] as const;

/** The routes of the API: labels and the two that take uploads. */
export type LabelaryRoute = 'labels' | 'graphics' | 'fonts';

/** The route of a path, without its query; null for a path of something else. */
export function labelaryRoute(path: string): LabelaryRoute | null {
  if (path.startsWith('/v1/printers/')) return 'labels';
  const [, name] = /^\/v1\/(graphics|fonts)\/?$/.exec(path) ?? [];
  return (name as 'graphics' | 'fonts' | undefined) ?? null;
}

/**
 * Answers a call of Labelary's API. Faults of the call are answers in Labelary's words; rejects only for a
 * defect.
 */
export async function answerLabelary(
  route: LabelaryRoute,
  call: LabelaryCall,
  work: LabelaryWorker,
): Promise<LabelaryAnswer> {
  try {
    return await (route === 'labels' ? labelsAnswer(call, work) : uploadAnswer(route, call, work));
  } catch (error) {
    if (error instanceof RequestRefusal) return refusalAnswer(error.status, error.message);
    if (error instanceof FailureError && error.failure.code !== 'internal')
      return failureRefusal(error.failure);
    throw error;
  }
}

/**
 * A refusal in Labelary's words. Those that a later call may not meet (429, 503) have a `Retry-After`.
 *
 * @param facts `allow`: the methods of the path; `retryAfterSeconds`: 1 unless given.
 */
export function refusalAnswer(
  status: number,
  reason: string,
  { allow, retryAfterSeconds = 1 }: Pick<Failure, 'allow' | 'retryAfterSeconds'> = {},
): LabelaryAnswer {
  const headers: [string, string][] = [['Content-Type', 'text/plain; charset=utf-8']];
  if (allow !== undefined) headers.push(['Allow', allow.join(', ')]);
  if (status === 429 || status === 503) headers.push(['Retry-After', String(retryAfterSeconds)]);
  return { status, headers, body: `ERROR: ${reason}` };
}

/** A failure in Labelary's words. */
export function failureRefusal(failure: Failure): LabelaryAnswer {
  return refusalAnswer(labelaryStatus(failure), failureInFull(failure), failure);
}

async function labelsAnswer(call: LabelaryCall, work: LabelaryWorker): Promise<LabelaryAnswer> {
  const { method, url } = call;
  if (method !== 'GET' && method !== 'POST') return methodAnswer('GET', 'POST');
  const { request, zplInUrl } = readLabelaryRequest(method, url, call.header);
  const zpl = method === 'GET' ? Buffer.from(zplInUrl) : await sentZpl(call);
  const cost = costOf(request, zpl);
  const result = await work({ kind: 'labels', zpl, request }, cost);
  return answerOf(result, FORMAT_TYPES[request.format]);
}

async function uploadAnswer(
  route: 'graphics' | 'fonts',
  call: LabelaryCall,
  work: LabelaryWorker,
): Promise<LabelaryAnswer> {
  if (call.method !== 'POST') return methodAnswer('POST');
  const types = route === 'graphics' ? GRAPHIC_TYPES : FONT_TYPES;
  const type = acceptedType(call.header('accept'), types);
  if (type === null) throw new RequestRefusal(406, `Accept may be ${types.join(', ')}`);
  const contentType = call.header('content-type') ?? '';
  if (!isForm(contentType)) throw new RequestRefusal(415, 'Content-Type must be multipart/form-data');
  const body = await call.body(BODY_BYTES_MAX);
  const form = readForm(body, contentType);
  const file = form.bytes('file');
  if (file.length > uploadBytes) {
    throw new RequestRefusal(413, `file has more than ${uploadBytes} bytes`);
  }
  const task: LabelaryTask | PageTask =
    route === 'graphics'
      ? { kind: isPdf(file) ? 'page' : 'graphic', file, format: type === 'application/json' ? 'json' : 'zpl' }
      : { kind: 'font', ...fontUpload(file, (name) => form.text(name)) };
  const pixels = route === 'graphics' ? graphicDots ** 2 : 0;
  return answerOf(await work(task, { pixels, units: file.length }), type);
}

/** The ZPL of a POST: the body as it is, or the part `file` of a form. */
async function sentZpl(call: LabelaryCall): Promise<Uint8Array> {
  const contentType = call.header('content-type') ?? '';
  if (isForm(contentType)) {
    const zpl = readForm(await call.body(zplBytes + formBytes), contentType).bytes('file');
    if (zpl.length > zplBytes) throw new RequestRefusal(413, TOO_MUCH_ZPL);
    return zpl;
  }
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !ZPL_TYPES.has(type)) {
    throw new RequestRefusal(415, `Content-Type may be ${[...ZPL_TYPES, 'multipart/form-data'].join(', ')}`);
  }
  return call.body(zplBytes);
}

const TOO_MUCH_ZPL = `the ZPL has more than ${zplBytes} bytes`;

/** The work of a request: a surface for each label that the ZPL seems to print. */
function costOf({ size, format, index }: LabelaryRequest, zpl: Uint8Array): Cost {
  // Refused here, before anything waits for its turn.
  const { width, height } = canvasOf(size);
  const isDrawn = format === 'png' || format === 'pdf';
  return { pixels: isDrawn ? width * height * (index === null ? labelsIn(zpl) : 1) : 0, units: zpl.length };
}

/** About as many labels as the ZPL prints, from 1 to those that are drawn at most. */
function labelsIn(zpl: Uint8Array): number {
  const bytes = Buffer.from(zpl.buffer, zpl.byteOffset, zpl.length);
  let count = 0;
  for (let at = bytes.indexOf('^XZ'); at >= 0 && count < labels; at = bytes.indexOf('^XZ', at + 3)) count++;
  return Math.max(1, count);
}

function answerOf(
  { status, body, reason, labelCount, warnings, timings }: LabelaryResult,
  type: string,
): LabelaryAnswer {
  const total: [string, string][] = labelCount === null ? [] : [['X-Total-Count', String(labelCount)]];
  if (status !== 200) {
    const refusal = refusalAnswer(status, reason);
    return { ...refusal, headers: [...refusal.headers, ...total], timings };
  }
  const headers: [string, string][] = [['Content-Type', type], ...total];
  if (warnings !== '') headers.push(['X-Warnings', warnings]);
  return { status, headers, body, timings };
}

function methodAnswer(...allow: readonly string[]): LabelaryAnswer {
  return refusalAnswer(405, `use ${allow.join(' or ')}`, { allow });
}
