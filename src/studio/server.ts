import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { labelaryRoute } from '../labelary/labelary-api.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { Access, type TokenHolder } from './access.ts';
import { jsonAnswer, readBody, type StudioAnswer, send, textAnswer } from './answer.ts';
import { apiHandler, type StudioParts } from './api.ts';
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
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const doors = { access: new Access(taken), labelary: new LabelaryCalls(labelary) };
  server.on('request', (request, response) => {
    void answerTo(request, parts, doors).then((answer) => send(response, answer));
  });
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
async function answerTo(
  request: IncomingMessage,
  parts: StudioParts,
  { access, labelary }: Doors,
): Promise<StudioAnswer> {
  try {
    const refusal = access.refusalOf(request);
    if (refusal !== null) return textAnswer(403, refusal);
    // Its clients know of no token; what they get is made of what they send.
    const { method = '', url = '' } = request;
    const call = labelaryRoute(url.split('?', 1)[0] ?? '');
    if (call !== null) return await labelary.answer(call, request);
    if (!url.startsWith('/')) return textAnswer(400, 'the address is not a path');
    const { pathname, searchParams } = new URL(`http://${HOST}${url}`);
    const file = await pageFile(method, pathname);
    if (file !== null) return file;
    if (`${method} ${pathname}` === 'POST /api/session') return await sessionAnswer(request, access);
    const handler = apiHandler(method, pathname);
    if (handler === undefined) return textAnswer(404, 'there is no such page');
    if (!access.isSession(request)) throw new RequestRefusal(401, NO_SESSION);
    return await handler(parts, await readBody(request, BODY_BYTES_MAX), searchParams);
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
