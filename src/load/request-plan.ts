import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { parseJson } from '../record/json.ts';
import { printUnits } from '../record/print-job.ts';
import { readVariables, type Variables } from '../record/variables.ts';
import { automaticName } from '../template/placeholders/automatic-tokens.ts';
import { LoadUsage } from './load-failure.ts';

/** Kinds of requests: a rendering in a format, or a print job of {@link RECORDS} records, each printed once. */
export const KINDS = ['zpl', 'png', 'pdf', 'print'] as const;

export type Kind = (typeof KINDS)[number];

/** Records of a print job: as many as one may have. */
export const RECORDS = LIMITS.printRecords;

/** Units of the rate budget that a request takes. */
export const UNITS: Readonly<Record<Kind, number>> = { zpl: 1, png: 1, pdf: 1, print: printUnits(RECORDS) };

/** Shares of the kinds of requests, with a sum of 1. */
export type Mix = ReadonlyMap<Kind, number>;

/** Reads `zpl=70,png=20,print=10`, whose numbers are parts of their sum. Throws `LoadUsage`. */
export function parseMix(text: string): Mix {
  const parts = new Map<Kind, number>();
  for (const part of text.split(',')) {
    const [, name = '', weight = ''] = /^\s*(\w+)\s*=\s*(\d{1,9}(?:\.\d{1,9})?)\s*$/.exec(part) ?? [];
    const kind = KINDS.find((each) => each === name);
    if (kind === undefined || Number(weight) <= 0) {
      throw new LoadUsage(
        `--mix has ${JSON.stringify(part)}, where a kind and its part above 0 belong, as zpl=70,png=20; ` +
          `kinds are ${KINDS.join(', ')}`,
      );
    }
    if (parts.has(kind)) throw new LoadUsage(`--mix has ${kind} twice`);
    parts.set(kind, Number(weight));
  }
  const sum = [...parts.values()].reduce((total, part) => total + part, 0);
  return new Map([...parts].map(([kind, part]) => [kind, part / sum]));
}

/** The mean units of a request of the mix. */
export function unitsOf(mix: Mix): number {
  return [...mix].reduce((units, [kind, share]) => units + share * UNITS[kind], 0);
}

/** Requests a second of the mix that a budget lets through. */
export function budgetRate(unitsPerMinute: number, mix: Mix): number {
  return unitsPerMinute / 60 / unitsOf(mix);
}

/** Yields kinds in the proportions of a mix, without end: each kind is always less than one away from its share. */
export function* kindsOf(mix: Mix): Generator<Kind, never> {
  const owed = [...mix].map(([kind, share]) => ({ kind, share, credit: 0 }));
  for (;;) {
    for (const each of owed) each.credit += each.share;
    const next = owed.reduce((most, each) => (each.credit > most.credit ? each : most));
    next.credit -= 1;
    yield next.kind;
  }
}

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

/**
 * Reads sets of values: a JSON object, or an array of objects, under the API's rules for variables.
 *
 * @throws LoadUsage
 */
export function readValues(bytes: Uint8Array, file: string): readonly Variables[] {
  try {
    const given = parseJson(bytes, file, {
      uniqueMember: (path) => path.length === (typeof path[0] === 'number' ? 2 : 1),
      keepsDigits: (path) => path.length >= (typeof path[0] === 'number' ? 2 : 1),
      longestText: LIMITS.variableValueUnits,
    });
    if (!Array.isArray(given)) return [valuesIn(given, file)];
    if (given.length === 0) throw new LoadUsage(`${file} is an empty array; it needs an object of values`);
    return given.map((set, index) => valuesIn(set, `${file}: element ${index}`));
  } catch (error) {
    if (error instanceof FailureError) throw new LoadUsage(error.message);
    throw error;
  }
}

function valuesIn(given: unknown, place: string): Variables {
  return readVariables(given, (words) => fail('invalid_request', `${place} ${words}`));
}

/** Yields the sets in turn, without end. */
export function* inTurn(sets: readonly Variables[]): Generator<Variables, never> {
  for (;;) yield* sets;
}

/**
 * Yields made-up values for a label's tokens, without end: different numbers of twelve digits, which most barcodes
 * take, EAN-13 among them. The service fills automatic tokens.
 */
export function* madeUp(tokens: readonly string[]): Generator<Variables, never> {
  const names = tokens.filter((token) => automaticName(token) === null);
  for (let number = 100_000_000_000; ; )
    yield Object.fromEntries(names.map((name) => [name, String(number++)]));
}
