import { type ClockOffset, clockFields, fillClock } from '../../zpl/commands/clock.ts';
import { references } from '../../zpl/commands/embed.ts';
import type { SubstitutionBudget } from '../records/substitution-budget.ts';
import type { DataSource, TokenValues } from './data-source.ts';
import { bytesIn } from './data-syntax.ts';

/**
 * Sequences that a printer interprets in field data after decoding the escapes. No character can be escaped by then: a
 * value that would become part of a sequence is rejected.
 */
export interface SecondPass {
  /** Indicators of `^FE` in every field that shows the data. */
  readonly embedIndicators: readonly string[];
  /** Indicators of `^FC` in the data's own field, and in every field that shows it: printers may fill in either. */
  readonly clocks: readonly (readonly [indicator: string, offset: ClockOffset])[];
  /** `^SN`, which prints 1 for no data; a barcode's check sees that itself. */
  readonly serial: boolean;
  /** Text of the label's own ends within a character of several bytes, right before a value. */
  readonly cutsCharacter: boolean;
}

/** Work to search a byte for references or clock fields, as {@link SubstitutionBudget.spendText} counts; measured. */
export const SECOND_PASS_BYTE_WORK = 100;

/** Values and the text between them, in turn. */
interface Stretch {
  readonly bytes: string;
  readonly isValue: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reason why these values do not print unchanged; null if they do. Fails (413) if the request has no work left. */
export function secondPassFault(
  secondPass: SecondPass,
  source: DataSource,
  values: TokenValues,
  now: Date,
  budget: SubstitutionBudget,
): string | null {
  const stretches = source.parts.slice(0, source.dataParts).map(({ token, data }): Stretch => {
    const value = token === null ? undefined : values[token];
    return value === undefined
      ? { bytes: data, isValue: false }
      : { bytes: bytesIn(source.syntaxes[0], value) ?? '', isValue: true };
  });
  const data = joined(stretches);
  budget.spendText(data.length * SECOND_PASS_BYTE_WORK * (1 + secondPass.embedIndicators.length));
  if (secondPass.cutsCharacter)
    return "the label's own text ends within a character, which a value would complete; with the whole character all values are allowed";
  if (secondPass.serial && data === '') return '^SN prints 1 for an empty value; others are allowed';
  if (secondPass.clocks.length > 0) {
    if (haveValue(stretches, clockFields(data, new Map(secondPass.clocks)))) {
      const indicators = secondPass.clocks.map(([indicator]) => `"${indicator}"`).join(' or ');
      return `a value would print as a clock field of ^FC; values without ${indicators} are allowed`;
    }
  }
  if (secondPass.embedIndicators.length === 0) return null;
  const clocks = new Map(source.clocks);
  const filled = stretches.map(({ bytes, isValue }) => ({
    bytes: isValue ? bytes : fillClock(bytes, clocks, now),
    isValue,
  }));
  for (const indicator of secondPass.embedIndicators) {
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
      // Bytes that reach past this range may reach into the next one.
      if (at + bytes.length > end) break;
      at += bytes.length;
    }
  }
  return false;
}

function joined(stretches: readonly Stretch[]): string {
  return stretches.map(({ bytes }) => bytes).join('');
}
