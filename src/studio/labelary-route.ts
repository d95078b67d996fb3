import type { IncomingMessage } from 'node:http';
import { type LabelaryFormat, readLabelaryRequest } from '../labelary/labelary-request.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { readBody, type StudioAnswer, textAnswer } from './answer.ts';
import type { EngineThread } from './engine/engine-thread.ts';

const BODY_BYTES_MAX = 1024 * 1024;

const TYPES: Readonly<Record<LabelaryFormat, string>> = {
  png: 'image/png',
  pdf: 'application/pdf',
  json: 'application/json',
};

/** Calls that are answered at once; each may have a label of the largest size in memory. */
export const CALLS_MAX = 16;

/**
 * Labelary's API. Whoever uses the machine may call it, so it has a bound, and a thread that the page does not need.
 */
export class LabelaryApi {
  readonly #engine: EngineThread;
  #calls = 0;

  constructor(engine: EngineThread) {
    this.#engine = engine;
  }

  /** Answers a request. Never rejects for what is wrong with it: that is an answer, as Labelary words them. */
  async answer(request: IncomingMessage): Promise<StudioAnswer> {
    this.#calls++;
    try {
      if (this.#calls > CALLS_MAX)
        throw new RequestRefusal(429, `more than ${CALLS_MAX} calls at once: ask again when one is answered`);
      return await this.#made(request);
    } catch (error) {
      if (!(error instanceof RequestRefusal)) throw error;
      return textAnswer(error.status, `ERROR: ${error.message}`);
    } finally {
      this.#calls--;
    }
  }

  async #made(request: IncomingMessage): Promise<StudioAnswer> {
    const { method } = request;
    if (method !== 'GET' && method !== 'POST')
      throw new RequestRefusal(405, 'only GET and POST are answered');
    const { request: asked, zplInUrl } = readLabelaryRequest(request.url ?? '', request.headers);
    const zpl = method === 'GET' ? Buffer.from(zplInUrl) : await sentZpl(request);
    const task = { kind: 'labelary', zpl, request: asked } as const;
    const { bytes, labelCount, warnings } = await this.#engine.run(task);
    return {
      headers: {
        'Content-Type': TYPES[asked.format],
        'X-Total-Count': String(labelCount),
        ...(warnings === null || warnings === '' ? {} : { 'X-Warnings': warnings }),
      },
      body: bytes,
    };
  }
}

/** The ZPL of a POST: the body as it is, or the part `file` of a form. */
async function sentZpl(request: IncomingMessage): Promise<Uint8Array> {
  const body = await readBody(request, BODY_BYTES_MAX);
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return body;
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new RequestRefusal(400, 'the form cannot be read');
  });
  const part = form.get('file');
  if (part === null) throw new RequestRefusal(400, 'the form has no part named file');
  return typeof part === 'string' ? Buffer.from(part) : new Uint8Array(await part.arrayBuffer());
}
