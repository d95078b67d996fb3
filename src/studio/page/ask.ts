import { authorization } from './session.ts';

/** Asks the studio's server. Rejects with an error that people can read. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...init, headers: authorization() });
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Error(messageIn(text));
}

/**
 * Sends a request without a body, and returns the JSON of its answer. The server is of the same version as the page.
 */
export async function getJson<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

/** The same for one with a body. */
export async function postJson<T>(path: string, body: unknown): Promise<T> {
  return (await (await ask(path, posted(JSON.stringify(body)))).json()) as T;
}

/** Sends bytes as they are. */
export async function postBytes<T>(path: string, body: Blob): Promise<T> {
  return (await (await ask(path, posted(body))).json()) as T;
}

/** Asks for a file. */
export async function postForBlob(path: string, body: unknown): Promise<Blob> {
  return (await ask(path, posted(JSON.stringify(body)))).blob();
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
