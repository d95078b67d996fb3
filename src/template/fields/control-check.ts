import { controlSequences } from '../../barcode/commands.ts';
import { type ControlSequence } from '../../barcode/control-sequences.ts';
import { FailureError, failure } from '../../errors.ts';
import { type ByteString, fromByteString } from '../../zpl/byte-string.ts';
import { fillClock } from '../../zpl/commands/clock.ts';
import { embedValues } from '../../zpl/commands/embed.ts';
import { decodeText } from '../../zpl/encoding.ts';
import type { SubstitutionBudget } from '../records/substitution-budget.ts';
import { unwritableField } from './data-field.ts';
import { type DataSource, type TokenValues, templateOf } from './data-source.ts';
import { type Block, blockEscapes, bytesIn, type DataSyntax, endsInLoneBackslash } from './data-syntax.ts';
import { EmbeddedData, type ShownData } from './embedded-data.ts';
import { SECOND_PASS_BYTE_WORK } from './second-pass.ts';

/** A block of text, in which the label's own text may have begun an escape. */
export interface BlockCheck extends ShownData {
  readonly syntax: DataSyntax & { readonly block: Block };
}

/**
 * A value that completes an escape of the label's own text goes to the budget's faults, as one that cannot be written.
 */
export function checkBlock(
  check: BlockCheck,
  values: TokenValues,
  now: Date,
  budget: SubstitutionBudget,
): void {
  const { syntax, source } = check;
  const filled = fillMarked(check, values, now, budget);
  const escapes = blockEscapes(syntax.block, syntax.encoding, filled.data as ByteString);
  const reason = partTaken(filled, escapes, syntax);
  if (reason === null) return;
  const name = fromByteString(templateOf(source).slice(0, 80) as ByteString);
  const unwritable = failure('encoding_unsupported', `in field "${name}", ${reason}`);
  budget.keepUnwritable(new FailureError(unwritable), () => unwritableField(source, values, budget), 0);
}

/** Reason why a barcode does not print its values unchanged: some part of them is read as a code. Null if none is. */
export function controlReason(
  shown: ShownData,
  data: string,
  values: TokenValues,
  now: Date,
  budget: SubstitutionBudget,
): string | null {
  const { barcode } = shown.syntax;
  const sequences = barcode === null ? [] : controlSequences(barcode, data);
  const lead = literalLead(shown);
  // Most data has no sequence, or only a start code before all values.
  if (sequences.every(({ end }) => end <= lead)) return null;
  return partTaken(fillMarked(shown, values, now, budget), sequences, shown.syntax);
}

/** Bytes of the data before any value. */
function literalLead({ source: { parts, clocks }, embed }: ShownData): number {
  const [first] = parts;
  return first?.token === null && embed === null && clocks.length === 0 ? first.data.length : 0;
}

/** Data with values in it, and the owner of each byte. */
interface Marked {
  readonly data: string;
  /** A character for each byte: {@link LITERAL}, or another one for each value. */
  readonly owners: string;
}

const LITERAL = '\0';

/** The first sequence that has a part of a value, and is not wholly in that value where it may be. */
function partTaken(
  { data, owners }: Marked,
  sequences: readonly ControlSequence[],
  { encoding }: DataSyntax,
): string | null {
  for (const { start, end, fitsValue } of sequences) {
    const owner = owners[start] as string;
    if (fitsValue || owner === LITERAL) {
      let at = start + 1;
      while (at < end && owners[at] === owner) at++;
      if (at >= end) continue;
    }
    const code = JSON.stringify(
      decodeText(encoding, data.slice(start, Math.min(end, start + 16)) as ByteString),
    );
    return `a value would be read as a part of ${code}, which is not printed as it is; values that neither complete nor have such a sequence are allowed`;
  }
  return null;
}

function fillMarked(
  { syntax, source, embed }: ShownData,
  values: TokenValues,
  now: Date,
  budget: SubstitutionBudget,
): Marked {
  let valuesSoFar = 0;
  const fill = ({ parts, dataParts, clocks, closesEscapes }: DataSource): Marked => {
    const clockMap = new Map(clocks);
    let data = '';
    let owners = '';
    const add = (bytes: string, owner: string): void => {
      data += bytes;
      owners += owner.repeat(bytes.length);
    };
    let before = '' as ByteString;
    for (const { token, data: literal } of parts.slice(0, dataParts)) {
      const value = token === null ? undefined : values[token];
      if (value === undefined) add(fillClock(literal, clockMap, now), LITERAL);
      else {
        if (closesEscapes && endsInLoneBackslash(syntax.encoding, before)) add('\\', LITERAL);
        add(bytesIn(syntax, value) ?? '', String.fromCharCode(++valuesSoFar));
      }
      before = value === undefined ? literal : ('' as ByteString);
    }
    budget.spendText(data.length * SECOND_PASS_BYTE_WORK);
    return { data, owners };
  };
  const own = fill(source);
  if (embed === null) return own;
  const { indicator, sources } = embed;
  const embedded = new EmbeddedData(sources, fill);
  return {
    data: embedValues(own.data, indicator, (fieldNumber) => embedded.of(fieldNumber)?.data),
    owners: embedValues(own.data, indicator, (fieldNumber) => embedded.of(fieldNumber)?.owners, own.owners),
  };
}
