import { STAGES, type Stage } from '../http/stopwatch.ts';
import type { Outcome } from './shot.ts';

/** What the time of an answer went into: the wait to be sent, the service's stages, and the network and event loops. */
export const PARTS = ['wait', ...STAGES, 'rest'] as const;

export type Part = (typeof PARTS)[number];

const isStage = (name: string): name is Stage => STAGES.some((stage) => stage === name);

/** An answer's time by part, in milliseconds. Stages that the service did not reach are 0. */
export function partsOf({ headers, waitMs, answerMs }: Outcome): Readonly<Record<Part, number>> {
  const parts = { wait: waitMs, auth: 0, limit: 0, queue: 0, render: 0, encode: 0, rest: answerMs };
  for (const [, name = '', ms = ''] of (headers.get('server-timing') ?? '').matchAll(TIMING)) {
    if (!isStage(name)) continue;
    parts[name] = Number(ms);
    parts.rest = Math.max(0, parts.rest - Number(ms));
  }
  return parts;
}

const TIMING = /(\w+);dur=(\d{1,9}(?:\.\d{1,9})?)/g;
