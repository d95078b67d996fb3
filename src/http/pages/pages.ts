import type { Answer } from '../call.ts';
import type { PageRoute } from '../routes.ts';
import type { Exchange } from '../transport/transport.ts';
import { DOCS_FILES } from './docs-files.ts';
import { KeptContent } from './kept-content.ts';

/** Pages served without a key: the description of the API, and the page that shows it. */
export class Pages {
  /** Leads from the root of the server to the page. */
  readonly toDocs: Answer;
  readonly #contents: Readonly<Record<PageRoute, ReadonlyMap<string, KeptContent>>>;

  /** `basePath` has no slash at its end. */
  constructor(basePath: string) {
    // Relative to `/`, for proxies that serve it below a prefix of their own.
    const location = `${basePath}/docs`.slice(1);
    const headers = [
      ['Location', location],
      ['Vary', 'Accept'],
    ] as const;
    this.toDocs = { status: 303, headers, body: '' };
    const openapi = new KeptContent([['Content-Type', 'application/json']], async () => {
      const { openApiDocument } = await import('../openapi/document.ts');
      return Buffer.from(JSON.stringify(openApiDocument(basePath)));
    });
    this.#contents = { openapi: new Map([['', openapi]]), docs: DOCS_FILES };
  }

  /** The content of a route with this parameter, or undefined: a name is never made into a path. */
  answer(route: PageRoute, parameter: string, exchange: Exchange): Promise<Answer> | undefined {
    return this.#contents[route].get(parameter)?.answer(exchange);
  }
}
