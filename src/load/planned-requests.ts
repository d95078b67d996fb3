import type { Variables } from '../record/variables.ts';
import { type Kind, kindsOf, type Mix, RECORDS } from './mix.ts';

/** A request of the load, without its common headers. */
export interface PlannedRequest {
  readonly kind: Kind;
  readonly labelId: string;
  /** The path, base path of the service included. */
  readonly path: string;
  readonly body: string;
}

/** The outcome of a planned request. */
export interface RequestOutcome {
  readonly request: PlannedRequest;
  /** The status of the answer; null if none came. */
  readonly status: number | null;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body of a final refusal; empty for other outcomes. */
  readonly body: string;
  /** Milliseconds from when it was due until it was sent: no connection was free, or this program was late. */
  readonly waitMs: number;
  /** Milliseconds from when it was sent until the whole answer had come. */
  readonly answerMs: number;
}

/** Whether a status says that the same request would be refused again: the request or the key is wrong. */
export function isForGood(status: number): boolean {
  return status >= 300 && status < 500 && status !== 429;
}

/** A requested label, with the values that are sent one set after another. */
export interface Target {
  readonly id: string;
  readonly values: Iterator<Variables, never>;
}

/** Yields requests in the proportions of a mix, without end; those of each kind take the labels in turn. */
export function* plannedRequests(
  mix: Mix,
  targets: readonly Target[],
  base: URL,
): Generator<PlannedRequest, never> {
  const turns = new Map<Kind, number>();
  for (const kind of kindsOf(mix)) {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    yield plannedRequest(targets[turn % targets.length] as Target, kind, base);
  }
  // The generator of kinds has no end.
  throw new Error('no kinds left');
}

/** A request for a label, with its next values. */
export function plannedRequest({ id, values }: Target, kind: Kind, { pathname }: URL): PlannedRequest {
  const body =
    kind === 'print'
      ? { records: Array.from({ length: RECORDS }, () => values.next().value) }
      : { format: kind, variables: values.next().value };
  const path = `${pathname.replace(/\/+$/, '')}/labels/${id}/${kind === 'print' ? 'print' : 'render'}`;
  return { kind, labelId: id, path, body: JSON.stringify(body) };
}
