import { once } from 'node:events';
import { startThread } from '../../harness/typescript.ts';

/** Requests of an attacker: ones that are reset in the middle until it is ended, or a number of malformed ones. */
export type Attack =
  | { readonly kind: 'resets'; readonly port: number; readonly request: string }
  | {
      readonly kind: 'malformed';
      readonly port: number;
      readonly requests: readonly string[];
      readonly count: number;
      readonly atOnce: number;
    };

/** How many connections came to what: a status, `closed`, `silent`, `reset`. */
export type Outcomes = Readonly<Record<string, number>>;

export interface Attacker {
  /** Resolves when the attack is over. */
  readonly outcomes: Promise<Outcomes>;
  /** Tells one without a count to end. */
  end(): void;
}

const THREAD = new URL('attacker-thread.ts', import.meta.url);

/**
 * Attacks from a thread of the lowest priority: an attacker has machines of its own, so that it may take the
 * service's time but not the processor's from the service and from good clients.
 */
export function attacker(attack: Attack): Attacker {
  const thread = startThread(THREAD, attack);
  const outcomes = once(thread, 'message').then(async ([result]) => {
    await thread.terminate();
    return result as Outcomes;
  });
  return { outcomes, end: () => thread.postMessage('end') };
}
