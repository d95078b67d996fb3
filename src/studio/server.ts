import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { labelaryRoute } from '../labelary/labelary-api.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { readBeforeEnding } from '../silent-connections.ts';
import { Access, type TokenHolder } from './access.ts';
import { jsonAnswer, readBody, type StudioAnswer, send, sendPieces, textAnswer } from './answer.ts';
import { type ApiHandler, apiHandler, type StudioParts } from './api.ts';
import type { EngineThread } from './engine/engine-thread.ts';
import { LabelaryCalls } from './labelary-route.ts';
import { pageFile } from './page-files.ts';

const HOST = '127.0.0.1';

/** A label of the largest size, its JSON escapes and its values. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** A GET of Labelary's API has its ZPL in the path. */
const HEADER_BYTES_MAX = 64 * 1024;

/** Far longer than this machine takes to send a request to itself: a slower client would keep others out. */
const REQUEST_MS = 30_000;
/** The interval at which this limit is checked. */
const CHECK_MS = 5000;

/** The most bytes of a token. */
const TOKEN_BYTES_MAX = 1024;

/** A server that listens. */
export interface StudioServer {
  readonly port: number;
  /** A new address, which lets one browser in, once. */
  newAddress(holder?: TokenHolder): string;
  close(): Promise<void>;
}

/**
 * Starts the server on the loopback interface.
 *
 * @param labelary a thread for requests without a session
 * @param port 0 takes a free one. Rejects with an error of `EADDRINUSE` if the port is taken.
 */
export async function startServer(
  parts: StudioParts,
  labelary: EngineThread,
  port: number,
): Promise<StudioServer> {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
  readBeforeEnding(server);
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const gates = { access: new Access(taken), labelary: new LabelaryCalls(labelary) };
  server.on('request', (request, response) => void answer(request, response, parts, gates));
  return {
    port: taken,
    newAddress: (holder = 'anyone') => `http://${HOST}:${taken}/?token=${gates.access.newToken(holder)}`,
    close: () => closed(server),
  };
}

/** The checks that admit requests. */
interface Gates {
  readonly access: Access;
  readonly labelary: LabelaryCalls;
}

/** Answers a request. Never rejects: a failure is an answer. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: StudioParts,
  gates: Gates,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const found = await answerTo(request, parts, gates, left.signal);
  if ('pieces' in found) await sendPieces(response, found.pieces);
  else send(response, found);
}

/** An answer that comes piece by piece. */
interface PiecedAnswer {
  readonly pieces: AsyncGenerator<Uint8Array>;
}

async function answerTo(
  request: IncomingMessage,
  parts: StudioParts,
  { access, labelary }: Gates,
  left: AbortSignal,
): Promise<StudioAnswer | PiecedAnswer> {
  try {
    const refusal = access.refusalOf(request);
    if (refusal !== null) return textAnswer(403, refusal);
    // Labelary's clients have no token; their answers depend on their own requests only.
    const { method = '', url = '' } = request;
    const call = labelaryRoute(url.split('?', 1)[0] ?? '');
    if (call !== null) return await labelary.answer(call, request);
    if (!url.startsWith('/')) return textAnswer(400, 'the address is not a path');
    const { pathname, searchParams } = new URL(`http://${HOST}${url}`);
    const file = await pageFile(method, pathname, parts.canSave);
    if (file !== null) return file;
    if (`${method} ${pathname}` === 'POST /api/session') return await sessionAnswer(request, access);
    const { rows } = parts;
    const stream = rows?.handler(method, pathname);
    const handler = apiHandler(method, pathname);
    if (stream === undefined && handler === undefined) return textAnswer(404, 'there is no such page');
    if (!access.isSession(request)) throw new RequestRefusal(401, NO_SESSION);
    const body = await readBody(request, BODY_BYTES_MAX);
    if (rows !== null && stream !== undefined) return { pieces: await rows.start(stream, parts, body, left) };
    return await (handler as ApiHandler)(parts, body, searchParams);
  } catch (error) {
    const status = error instanceof RequestRefusal ? error.status : 500;
    return jsonAnswer({ error: (error as Error).message }, status);
  }
}

/**
 * Exchanges the token in the body for a session. The script of the page sends this request, so that a program which
 * only loads the page, such as the preview of a link, spends no token.
 */
async function sessionAnswer(request: IncomingMessage, access: Access): Promise<StudioAnswer> {
  const token = await readBody(request, TOKEN_BYTES_MAX);
  const session = await access.exchange(token.toString(), request);
  if (session === null) throw new RequestRefusal(401, NO_SESSION);
  return jsonAnswer({ session });
}

const NO_SESSION =
  'This address was used already, or is not one of this studio. Start platen studio again for a new one.';

async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
}
