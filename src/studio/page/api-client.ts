import { type AnswerFrame, type Broken, decodeFrames } from '../frames.ts';
import { readable } from './readable.ts';
import { authorization } from './session.ts';

/** Sends a request to the studio's server. Rejects with an error whose message is for people. */
async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...init, headers: authorization() });
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Error(readable(messageIn(text)));
}

/** Sends a GET, and returns the JSON of the answer. The server is of the same version as the page. */
export async function getJson<T>(path: string): Promise<T> {
  return (await (await send(path)).json()) as T;
}

/** Sends a POST with a body of JSON, and returns the JSON of the answer. */
export async function postJson<T>(path: string, body: unknown): Promise<T> {
  return (await (await send(path, posted(JSON.stringify(body)))).json()) as T;
}

/** Sends a POST with a body of bytes, and returns the JSON of the answer. */
export async function postBytes<T>(path: string, body: Blob): Promise<T> {
  return (await (await send(path, posted(body))).json()) as T;
}

/** Sends a POST with a body of JSON, and returns the file in the answer. */
export async function postForBlob(path: string, body: unknown): Promise<Blob> {
  return (await send(path, posted(JSON.stringify(body)))).blob();
}

/**
 * Sends a POST, and yields the frames of the answer as they arrive, until the signal ends it. Also rejects if the
 * answer breaks off.
 *
 * @param body JSON
 */
export async function* postForFrames<Message>(
  path: string,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerFrame<Message>> {
  const answer = await send(path, { ...posted(body), signal });
  for await (const frame of decodeFrames<Message | Broken>(piecesOf(answer))) {
    if (frame.kind === 'bytes') yield frame;
    else if (isBroken(frame.message)) throw new Error(readable(frame.message.error));
    else yield { kind: 'message', message: frame.message };
  }
}

/** Not all browsers iterate over the body of an answer. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      yield value;
    }
  } finally {
    // The server makes no more frames than are read.
    void reader?.cancel().catch(() => {});
  }
}

function isBroken(message: unknown): message is Broken {
  return typeof message === 'object' && message !== null && 'error' in message;
}

function posted(body: BodyInit): RequestInit {
  return { method: 'POST', body };
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { error: string }).error;
  } catch {
    return text.trim();
  }
}
