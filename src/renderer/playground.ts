import type { LabelaryAnswer } from '../labelary/labelary-api.ts';
import { knownPrinters } from '../lint/printer-models.ts';
import type { StudioAnswer } from '../studio/answer.ts';
import { apiHandler } from '../studio/api.ts';
import { EngineThread, PICTURES } from '../studio/engine/engine-thread.ts';
import { pageFile } from '../studio/page-files.ts';
import { LabelFiles } from '../studio/workspace/label-files.ts';
import { PLAYGROUND_PATH } from './front-page.ts';

/** The studio as a public page: it draws the labels that its page sends, without files and without a service. */
export interface Playground {
  /** The page and its files; null for any other request. */
  page(method: string, path: string): Promise<LabelaryAnswer | null>;
  /** Answers a request of the page's API; null for any other request. Rejects with a `RequestRefusal`. */
  answer(method: string, path: string, query: string, body: Uint8Array): Promise<LabelaryAnswer | null>;
  close(): Promise<void>;
}

/** Opens the playground. Its threads start with the first label that is edited. */
export function openPlayground(): Playground {
  const threads = {
    drawing: new EngineThread('asked'),
    background: new EngineThread('asked'),
    pictures: new EngineThread('asked', PICTURES),
  };
  const parts = {
    files: new LabelFiles([], '.'),
    service: null,
    printing: null,
    rows: null,
    printers: null,
    targets: knownPrinters(),
    canSave: false,
    threads,
  };
  return {
    async page(method, path) {
      const file = await pageFile(method, path.slice(PLAYGROUND_PATH.length - 1), false);
      return file === null ? null : asAnswer(file);
    },
    async answer(method, path, query, body) {
      const handler = apiHandler(method, path.slice(PLAYGROUND_PATH.length - 1));
      if (handler === undefined) return null;
      return asAnswer(await handler(parts, Buffer.from(body), new URLSearchParams(query)));
    },
    async close() {
      await Promise.all(Object.values(threads).map((thread) => thread.stop()));
    },
  };
}

function asAnswer({ status = 200, headers = {}, body }: StudioAnswer): LabelaryAnswer {
  return { status, headers: Object.entries(headers), body };
}
