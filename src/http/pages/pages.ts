import type { Answer } from '../call.ts';
import type { PageRoute } from '../routes.ts';
import type { Exchange } from '../transport/transport.ts';
import type { KeptContent } from './kept-content.ts';

/** What is served without a key: the description of the API, and the page that shows it. */
export class Pages {
  /** Leads from the root of the server to the page. */
  readonly front: Answer;
  readonly #contents: Readonly<Record<PageRoute, ReadonlyMap<string, KeptContent>>>;

  /** `basePath` has no slash at its end. */
  constructor(basePath: string) {
    // Relative: the prefix that a proxy may have taken off is not known here.
    this.front = {
      status: 303,
      headers: [['Location', `${basePath.slice(1)}/docs`.replace(/^\//, '')]],
      body: '',
    };
    this.#contents = { openapi: new Map(), docs: new Map() };
  }

  /** The content of a route by its exact name, or undefined: names are never made into paths. */
  answer(route: PageRoute, name: string, exchange: Exchange): Promise<Answer> | undefined {
    return this.#contents[route].get(name)?.answer(exchange);
  }
}
