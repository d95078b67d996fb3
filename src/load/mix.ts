import { LIMITS } from '../limits.ts';
import { printUnits } from '../record/print-job.ts';
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
