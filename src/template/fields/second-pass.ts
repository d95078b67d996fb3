import { type ClockOffset, clockFields, fillClock } from '../../zpl/commands/clock.ts';
import { references } from '../../zpl/commands/embed.ts';
import type { Job } from '../records/substitution-budget.ts';
import type { DataSource, Values } from './data-source.ts';
import { bytesIn } from './data-syntax.ts';

/**
 * What a printer reads in field data after its escapes, where nothing can be escaped any more: a value that would
 * become a part of it cannot be written.
 */
export interface Reread {
  /** Of `^FE` in every field that shows the data. */
  readonly embedIndicators: readonly string[];
  /** Of `^FC` in the data's own field, and in every one that shows it: printers may fill in either. */
  readonly clocks: readonly (readonly [indicator: string, offset: ClockOffset])[];
  /** `^SN`, which prints 1 for no data; a barcode's check sees that itself. */
  readonly serial: boolean;
}

/** To look for references or clock fields in a byte, in the units of {@link Job.spendText}; measured. */
export const REREAD_BYTE_WORK = 100;

/** Values and what stands between them, in turn. */
interface Stretch {
  readonly bytes: string;
  readonly isValue: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What these values would be read as, and which are allowed; null when they print as they are. */
export function rereadAs(
  reread: Reread,
  source: DataSource,
  values: Values,
  now: Date,
  job: Job,
): string | null {
  const stretches = source.parts.slice(0, source.dataParts).map(({ token, data }): Stretch => {
    const value = token === null ? undefined : values[token];
    return value === undefined
      ? { bytes: data, isValue: false }
      : { bytes: bytesIn(source.manners[0], value) ?? '', isValue: true };
  });
  const data = joined(stretches);
  job.spendText(data.length * REREAD_BYTE_WORK * (1 + reread.embedIndicators.length));
  if (reread.serial && data === '') return '^SN prints 1 for an empty value; others are allowed';
  if (reread.clocks.length > 0) {
    if (haveValue(stretches, clockFields(data, new Map(reread.clocks)))) {
      const indicators = reread.clocks.map(([indicator]) => `"${indicator}"`).join(' or ');
      return `a value would print as a clock field of ^FC; values without ${indicators} are allowed`;
    }
  }
  if (reread.embedIndicators.length === 0) return null;
  const clocks = new Map(source.clocks);
  const filled = stretches.map(({ bytes, isValue }) => ({
    bytes: isValue ? bytes : fillClock(bytes, clocks, now),
    isValue,
  }));
  for (const indicator of reread.embedIndicators) {
    if (haveValue(filled, references(joined(filled), indicator)))
      return `a value would print as a reference of ^FE; values without "${indicator}" are allowed`;
  }
  return null;
}

/** Whether in one of these ranges, which are in order, some value lies, begins or ends. */
function haveValue(stretches: readonly Stretch[], ranges: Iterable<Range>): boolean {
  let next = 0;
  let at = 0;
  for (const { start, end } of ranges) {
    for (; next < stretches.length && at < end; next++) {
      const { bytes, isValue } = stretches[next] as Stretch;
      if (isValue && at + bytes.length > start) return true;
      // What reaches beyond this range may reach into the next one.
      if (at + bytes.length > end) break;
      at += bytes.length;
    }
  }
  return false;
}

function joined(stretches: readonly Stretch[]): string {
  return stretches.map(({ bytes }) => bytes).join('');
}
