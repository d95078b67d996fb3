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

/** Far longer than this machine takes to send a request to itself: who is slower keeps others out. */
const REQUEST_MS = 30_000;
/** How often that is looked at. */
const CHECK_MS = 5000;

/** A token is far shorter. */
const TOKEN_BYTES_MAX = 1024;

/** A server that listens. */
export interface StudioServer {
  readonly port: number;
  /** An address that lets one browser in, once. */
  newAddress(holder?: TokenHolder): string;
  close(): Promise<void>;
}

/**
 * Starts the server on the loopback interface.
 *
 * @param labelary a thread for requests without a session
 * @param port 0 takes a free one. Rejects with an error of `EADDRINUSE` where it is taken.
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
  const doors = { access: new Access(taken), labelary: new LabelaryCalls(labelary) };
  server.on('request', (request, response) => void answer(request, response, parts, doors));
  return {
    port: taken,
    newAddress: (holder = 'anyone') => `http://${HOST}:${taken}/?token=${doors.access.newToken(holder)}`,
    close: () => closed(server),
  };
}

/** The checks that admit requests. */
interface Doors {
  readonly access: Access;
  readonly labelary: LabelaryCalls;
}

/** Never rejects: what goes wrong is an answer. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: StudioParts,
  doors: Doors,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const found = await answerTo(request, parts, doors, left.signal);
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
  { access, labelary }: Doors,
  left: AbortSignal,
): Promise<StudioAnswer | PiecedAnswer> {
  try {
    const refusal = access.refusalOf(request);
    if (refusal !== null) return textAnswer(403, refusal);
    // Its clients know of no token; what they get is made of what they send.
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
 * The session for who brings a token. The page asks for it: what only loads the page, as previews of a link do, spends
 * none.
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
