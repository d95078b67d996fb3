import type { IncomingMessage } from 'node:http';
import { answerLabelary, type LabelaryRoute, refusalAnswer } from '../labelary/labelary-api.ts';
import { readBody, type StudioAnswer } from './answer.ts';
import type { EngineThread } from './engine/engine-thread.ts';

/** The most calls that are answered at the same time; each may have a label of the largest size in memory. */
export const CALLS_MAX = 16;

/**
 * Labelary's API. Every user of the machine may call it, so calls are bounded, and run in a thread of their own.
 */
export class LabelaryCalls {
  readonly #engine: EngineThread;
  #calls = 0;

  constructor(engine: EngineThread) {
    this.#engine = engine;
  }

  /** Answers a request. Never rejects for a wrong request: its answer has the words of Labelary. */
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
