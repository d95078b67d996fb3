import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RequestRefusal } from '../request-refusal.ts';

/** The answer to a request; a body of text is UTF-8. */
export interface StudioAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Headers of every answer: nothing is stored, guessed at, or shared with pages of other origins. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export function send(response: ServerResponse, { status = 200, headers = {}, body }: StudioAnswer): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...HEADERS, ...headers, 'Content-Length': length });
  response.end(body);
}

/** Sends the pieces of an answer as they are made; a client that disconnects ends them. */
export async function sendPieces(
  response: ServerResponse,
  pieces: AsyncGenerator<Uint8Array>,
): Promise<void> {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/octet-stream' });
  // The page was left, or has stopped the answer.
  await pipeline(Readable.from(pieces, { objectMode: false }), response).catch(() => {});
}

export function jsonAnswer(value: unknown, status: number = 200): StudioAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

export function textAnswer(status: number, text: string): StudioAnswer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${text}\n` };
}

/** The whole body of a request. Rejects with a `RequestRefusal` (413) if it has more bytes than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is read and dropped: a client that still sends when the connection ends gets a reset instead of an
    // answer.
    if (length <= maxBytes) parts.push(part);
  }
  if (length > maxBytes) throw new RequestRefusal(413, `the request has more than ${maxBytes} bytes`);
  return Buffer.concat(parts);
}
