import { Agent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { LIMITS } from '../../limits.ts';

/** What the client gives to its `fetch`. */
type Sending = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>;

/**
 * What `PlatenClient` needs of `fetch`, over connections that stay open. For a print job of 15 kB and its answer of 55 kB the
 * global one takes 530 µs of processor time and this one 190 µs, where the service takes 1700 µs (bench batch).
 */
export function httpFetch(): typeof fetch {
  const options = { keepAlive: true, noDelay: true };
  const plain = { request: requestHttp, agent: new Agent(options) };
  const tls = { request: requestHttps, agent: new TlsAgent(options) };
  return (input, init: Sending = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { request, agent } = url.protocol === 'https:' ? tls : plain;
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { agent, ...sentBy(init) }, (incoming) => {
        wholeAnswer(incoming).then(resolve, reject);
      });
      outgoing.on('error', reject);
      outgoing.end(init.body ?? undefined);
    });
  };
}

function sentBy({ method = 'GET', headers, body, signal }: Sending): RequestOptions {
  return {
    method,
    headers: {
      ...(headers as Readonly<Record<string, string>>),
      ...(typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {}),
    },
    ...(signal ? { signal } : {}),
  };
}

/** The answer with all of its body, of which no more is taken than tells that it is too long. */
async function wholeAnswer(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LIMITS.responseBytes) break;
  }
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(length === 0 ? null : Buffer.concat(chunks), {
    status: incoming.statusCode ?? 0,
    headers,
  });
}
