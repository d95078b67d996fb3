import type { IncomingMessage } from 'node:http';
import { answerLabelary, type LabelaryRoute, refusalAnswer } from '../labelary/labelary-api.ts';
import { readBody, type StudioAnswer } from './answer.ts';
import type { EngineThread } from './engine/engine-thread.ts';

/** Calls that are answered at once; each may have a label of the largest size in memory. */
export const CALLS_MAX = 16;

/**
 * Labelary's API. Whoever uses the machine may call it, so it has a bound, and a thread that the page does not need.
 */
export class LabelaryCalls {
  readonly #engine: EngineThread;
  #calls = 0;

  constructor(engine: EngineThread) {
    this.#engine = engine;
  }

  /** Answers a request. Never rejects for what is wrong with it: that is an answer, as Labelary words them. */
  async answer(route: LabelaryRoute, request: IncomingMessage): Promise<StudioAnswer> {
    this.#calls++;
    try {
      const answer =
        this.#calls > CALLS_MAX
          ? refusalAnswer(429, `more than ${CALLS_MAX} calls at once: try again when one is answered`)
          : await answerLabelary(
              route,
              {
                method: request.method ?? '',
                url: request.url ?? '',
                header: (name) => [request.headers[name]].flat().join(', ') || undefined,
                body: (bytesMax) => readBody(request, bytesMax),
              },
              (task) => this.#engine.run({ kind: 'labelary', task }),
            );
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
    } finally {
      this.#calls--;
    }
  }
}
