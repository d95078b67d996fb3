import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type OpenApiDocument, openApiDocument } from '../../../src/http/openapi/document.ts';
import type { HeaderObject, Operation, Ref, Response } from '../../../src/http/openapi/model.ts';
import { ApiSchemas } from './api-schemas.ts';

/** An answer as it was received. */
interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Headers of the connection and of the message's framing, which are the HTTP driver's and not the API's. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'uwebsockets',
]);

const checks = new Map<string, AnswerCheck>();

/** The check of answers of services below a base path, made once. */
export function answerCheck(base: string): AnswerCheck {
  const check = checks.get(base) ?? new AnswerCheck(base);
  checks.set(base, check);
  return check;
}

/** Compares answers of the API with its description. */
class AnswerCheck {
  readonly #document: OpenApiDocument;
  readonly #schemas: ApiSchemas;
  readonly #paths: readonly { readonly form: RegExp; readonly path: string }[];

  constructor(base: string) {
    this.#document = openApiDocument(base);
    this.#schemas = new ApiSchemas(this.#document);
    this.#paths = Object.keys(this.#document.paths).map((path) => {
      const below = path === '/healthz' ? path : `${base}${path === '/' ? '/?' : path}`;
      return { form: new RegExp(`^${below.replaceAll(/\{\w+\}/g, '[^/]+')}$`), path };
    });
  }

  /** Throws an error that says in what an answer is not as described. `target` is the path with its query. */
  check(method: string, target: string, received: Received): void {
    const [path = ''] = target.split('?');
    // The server's root leads browsers to the page: no operation, also where it is the API's root.
    if (path === '/' && received.status === 303) return;
    const faults = this.#faults(method, path, received);
    if (faults.length === 0) return;
    const text = received.body.toString('utf8', 0, 500);
    throw new Error(
      `${method} ${target} answered ${received.status}, not as the API's description has it:\n${faults.join('\n')}\n${text}`,
    );
  }

  #faults(method: string, path: string, received: Received): string[] {
    const described = this.#responses(method, path)[received.status];
    if (described === undefined) return ['the status is not described'];
    const response = this.#resolve(described);
    return [
      ...this.#headerFaults(response, received.headers),
      ...this.#bodyFaults(response, method === 'HEAD', received),
    ];
  }

  /**
   * Possible answers to a request; to one that comes to no operation, those of an operation without a key, but success.
   */
  #responses(method: string, path: string): Operation['responses'] {
    const { paths, components } = this.#document;
    const { RouteNotFound, MethodNotAllowed } = components.responses;
    const { 200: _ok, ...anywhere } = paths['/healthz']?.get?.responses ?? {};
    const none = { ...anywhere, ...(RouteNotFound && { 404: RouteNotFound }) };
    const found = this.#paths.find(({ form }) => form.test(path));
    if (found === undefined) return none;
    const { get, post } = paths[found.path] ?? {};
    const operation = method === 'GET' ? get : method === 'POST' ? post : undefined;
    if (operation !== undefined) return operation.responses;
    // A route that may be turned off is then missing for every method.
    const mayBeOff = JSON.stringify(get?.responses[404] ?? {}).includes('RouteNotFound');
    return { ...(mayBeOff ? none : anywhere), ...(MethodNotAllowed && { 405: MethodNotAllowed }) };
  }

  #headerFaults({ headers: described = {} }: Response, received: IncomingHttpHeaders): string[] {
    const known = new Map(
      Object.entries(described).map(([name, header]) => [
        name.toLowerCase(),
        this.#resolve<HeaderObject>(header),
      ]),
    );
    const missing = [...known].flatMap(([name, { required }]) =>
      required === true && received[name] === undefined ? [`${name} is missing`] : [],
    );
    const wrong = Object.entries(received).flatMap(([name, text]) => {
      if (FRAMING.has(name)) return [];
      const header = known.get(name);
      if (header === undefined) return [`the header ${name} is not described`];
      const value = header.schema['type'] === 'integer' ? Number(text) : text;
      const fault = this.#schemas.errors(header.schema, value);
      return fault === null ? [] : [`${name}: ${fault}`];
    });
    return [...missing, ...wrong];
  }

  #bodyFaults({ content = {} }: Response, isHead: boolean, { headers, body }: Received): string[] {
    const { 'content-type': type = 'none' } = headers;
    if (Object.keys(content).length === 0 || isHead) return body.length === 0 ? [] : ['it has a body'];
    const media = content[type.replace(/;.*/, '')];
    if (media === undefined) return [`the media type ${type} is not described`];
    if (type !== 'application/json') return [];
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const fault = this.#schemas.errors(media.schema ?? {}, JSON.parse(text.toString('utf8')));
    return fault === null ? [] : [`the body: ${fault}`];
  }

  #resolve<Part extends object = Response>(part: Part | Ref): Part {
    if (!('$ref' in part)) return part;
    const [, , kind, name] = part.$ref.split('/') as ['#', 'components', 'responses' | 'headers', string];
    return this.#document.components[kind][name] as Part;
  }
}
