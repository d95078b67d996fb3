import type { Population, Tenant } from '../service/population.ts';
import type { Served } from '../service/served.ts';

/** One request as a client sends it. */
export interface Request {
  /** The name under which answers are counted. */
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Kind = 'render zpl' | 'render png' | 'render large png' | 'render pdf' | 'print' | 'GET label';

/** As many labels as the workers surely keep ready to be drawn again. */
export const READY_LABELS = 100;

/** A request of this kind by each tenant, or by the first `count` of them. */
export function requestsOf(
  kind: Kind,
  { basePath }: Served,
  { tenants, variables }: Population,
  count = tenants.length,
): Request[] {
  const bodies: Readonly<Record<Exclude<Kind, 'GET label'>, string>> = {
    'render zpl': JSON.stringify({ variables }),
    'render png': JSON.stringify({ format: 'png', variables }),
    'render large png': JSON.stringify({ format: 'png', variables }),
    'render pdf': JSON.stringify({ format: 'pdf', variables }),
    print: JSON.stringify({ records: Array.from({ length: 10 }, () => variables), copies: 2 }),
  };
  return tenants.slice(0, count).map(({ key, labelId, largeLabelId }: Tenant): Request => {
    const path = `${basePath}/labels/${kind === 'render large png' ? largeLabelId : labelId}`;
    if (kind === 'GET label') return { kind, method: 'GET', path, headers: { 'x-api-key': key } };
    return {
      kind,
      method: 'POST',
      path: `${path}/${kind === 'print' ? 'print' : 'render'}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: bodies[kind],
    };
  });
}

/** The bytes of a request on a connection that stays open. */
export function bytesOf({ method, path, headers, body }: Request): Uint8Array {
  const fields = Object.entries({
    host: 'platen.test',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ''}`);
}

/** Sends one request; the size of the answer's body, in bytes. Throws unless it is a 200. */
export async function ask(port: number, { method, path, headers, body }: Request): Promise<number> {
  const options = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes).toString()}`);
  return bytes.byteLength;
}
