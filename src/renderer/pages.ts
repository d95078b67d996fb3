import type { Exchange } from '../http/transport/transport.ts';
import { type LabelaryAnswer, type LabelaryWorker, refusalAnswer } from '../labelary/labelary-api.ts';
import { readLabelaryRequest } from '../labelary/labelary-request.ts';
import { frontPage, PAGE_POLICY, PLAYGROUND_PATH, SAMPLE_PATH, SAMPLE_ZPL } from './front-page.ts';
import type { Playground } from './playground.ts';

/** Paths that are neither Labelary's nor the playground's, with their names in the log. */
export const PAGE_NAMES: Readonly<Record<string, string>> = { '/': 'page', '/healthz': 'health' };

export const NO_PATH = refusalAnswer(
  404,
  'there is no such path; labels are at /v1/printers/8dpmm/labels/4x6/0/',
);

/** Answers requests for the front page, the page of the playground and its files, and the health check. */
export class RendererPages {
  readonly #work: LabelaryWorker;
  readonly #playground: Playground | null;
  #picture: Promise<Uint8Array> | undefined;

  /**
   * @param work draws the sample of the front page
   * @param playground null without one
   */
  constructor(work: LabelaryWorker, playground: Playground | null) {
    this.#work = work;
    this.#playground = playground;
  }

  async answer(exchange: Exchange): Promise<LabelaryAnswer> {
    const { path, method } = exchange;
    if (!Object.hasOwn(PAGE_NAMES, path)) {
      return (await this.#playgroundAnswer(method, path)) ?? NO_PATH;
    }
    if (method !== 'GET' && method !== 'HEAD')
      return refusalAnswer(405, 'use GET', { allow: ['GET', 'HEAD'] });
    if (path === '/healthz') {
      return { status: 200, headers: [['Content-Type', 'application/json']], body: '{"status":"ok"}' };
    }
    const headers = [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', PAGE_POLICY],
      ['Referrer-Policy', 'no-referrer'],
    ] as const;
    const host = exchange.header('host') ?? '';
    return {
      status: 200,
      headers,
      body: frontPage(`http://${host}`, await this.#drawn(), this.#playground !== null),
    };
  }

  async #playgroundAnswer(method: string, path: string): Promise<LabelaryAnswer | null> {
    const playground = this.#playground;
    if (playground === null) return null;
    if (path.startsWith(PLAYGROUND_PATH)) return playground.page(method, path);
    const isFolder = `${path}/` === PLAYGROUND_PATH;
    return isFolder ? { status: 308, headers: [['Location', PLAYGROUND_PATH.slice(1)]], body: '' } : null;
  }

  /** The sample, drawn once; null while the pool refuses it. */
  async #drawn(): Promise<Uint8Array | null> {
    this.#picture ??= this.#draw();
    try {
      return await this.#picture;
    } catch {
      this.#picture = undefined;
      return null;
    }
  }

  async #draw(): Promise<Uint8Array> {
    const { request } = readLabelaryRequest('POST', SAMPLE_PATH, () => undefined);
    const zpl = Buffer.from(SAMPLE_ZPL);
    const { body } = await this.#work({ kind: 'labels', zpl, request }, { pixels: 0, units: zpl.length });
    return body;
  }
}
