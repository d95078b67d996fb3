import { type BarcodeField, checkBarcodeData, symbolWork } from '../../barcode/commands.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { fillClock } from '../../zpl/commands/clock.ts';
import { embedValues } from '../../zpl/commands/embed.ts';
import { decodeText, firstUnencodable, nameOfEncoding } from '../../zpl/encoding.ts';
import type { Token } from '../placeholders/token.ts';
import { type SubstitutionBudget, UNWRITTEN_CODE_UNIT_WORK } from '../records/substitution-budget.ts';
import { controlReason } from './control-check.ts';
import { firstConflict } from './data-field.ts';
import { type DataSource, missingReason, type TokenValues, templateOf } from './data-source.ts';
import { bytesIn, type DataSyntax } from './data-syntax.ts';
import { EmbeddedData, type ShownData } from './embedded-data.ts';
import { SECOND_PASS_BYTE_WORK } from './second-pass.ts';

/** Work to write a code unit of a value for a barcode, as {@link SubstitutionBudget.spendText} counts; measured. */
const CODE_UNIT_WORK = 20;

/** A barcode that shows data with placeholders. */
export interface BarcodeCheck extends ShownData {
  readonly field: Omit<BarcodeField, 'data'>;
}

/**
 * Checks the barcode with a record's values in it. Data that a printer would not encode unchanged becomes a fault,
 * which the budget's faults keep. Fails (413) when the request has no work left.
 */
export function checkBarcode(
  check: BarcodeCheck,
  values: TokenValues,
  tokens: readonly Token[],
  budget: SubstitutionBudget,
  now: Date,
): void {
  const { syntax, source } = check;
  const { command, options, moduleWidth, ratio, height } = check.field;
  const filled = fillWhole(check, budget, (from) => fill(from, syntax, values, tokens, now, budget));
  // Members by name: V8 creates such an object faster than a spread with a further member.
  const field = { command, options, moduleWidth, ratio, height, data: filled.data as ByteString };
  budget.spendSymbol(symbolWork(field));
  const checked = checkBarcodeData(field);
  const reason = filled.reason ?? checked.reason ?? controlReason(check, filled.data, values, now, budget);
  if (reason === null) return;
  const template = decodeText(syntax.encoding, templateOf(source));
  budget.faults.barcode({ symbology: checked.symbology, template, value: filled.shown, reason });
}

/** Data of a barcode with values in it. */
interface Filled {
  readonly data: string;
  /** The data as a person reads it. */
  readonly shown: string;
  /** Reason why it cannot be made, whatever the symbology is. */
  readonly reason: string | null;
}

/** The source of a check, with every source that it embeds. */
function fillWhole(
  { source, embed }: BarcodeCheck,
  budget: SubstitutionBudget,
  fillFrom: (source: DataSource) => Filled,
): Filled {
  const own = fillFrom(source);
  if (embed === null) return own;
  budget.spendText(own.data.length * SECOND_PASS_BYTE_WORK);
  const { indicator, sources } = embed;
  const embedded = new EmbeddedData(sources, fillFrom);
  const data = embedValues(own.data, indicator, (fieldNumber) => embedded.of(fieldNumber)?.data);
  const shown = embedValues(own.shown, indicator, (fieldNumber) => embedded.of(fieldNumber)?.shown);
  const reasons = [own, ...embedded.made].map(({ reason }) => reason);
  return { data, shown, reason: reasons.find((reason) => reason !== null) ?? null };
}

function fill(
  source: DataSource,
  syntax: DataSyntax,
  values: TokenValues,
  tokens: readonly Token[],
  now: Date,
  budget: SubstitutionBudget,
): Filled {
  const { encoding } = syntax;
  let data = '';
  let shown = '';
  let reason: string | null = null;
  for (let i = 0; i < source.dataParts; i++) {
    const part = source.parts[i] as DataSource['parts'][number];
    const value = part.token === null ? undefined : values[part.token];
    if (value === undefined) {
      if (part.token !== null) reason ??= missingReason(tokens[part.token] as Token);
      data += part.data;
      shown += decodeText(encoding, part.data);
      continue;
    }
    budget.spendText(value.length * CODE_UNIT_WORK);
    const bytes = bytesIn(syntax, value);
    reason ??=
      bytes === null
        ? lackingReason(syntax, value, budget)
        : conflictReason(source, syntax, bytes, value, budget);
    data += bytes ?? '';
    shown += value;
  }
  if (source.clocks.length > 0) {
    const clocks = new Map(source.clocks);
    data = fillClock(data, clocks, now);
    shown = fillClock(shown, clocks, now);
  }
  return { data, shown, reason };
}

function lackingReason({ encoding }: DataSyntax, value: string, budget: SubstitutionBudget): string {
  budget.spendText(value.length * UNWRITTEN_CODE_UNIT_WORK);
  return `${firstUnencodable(encoding, value)} has no byte under ${nameOfEncoding(encoding)}`;
}

/** The fault of a barcode that needs other bytes than the fields with which it shares its data; null for none. */
function conflictReason(
  { syntaxes: [first, ...others] }: DataSource,
  syntax: DataSyntax,
  bytes: ByteString,
  value: string,
  budget: SubstitutionBudget,
): string | null {
  if (others.length === 0 || bytesIn(first, value) === bytes) return null;
  const character = firstConflict(first, syntax, value, budget);
  return `${character} cannot be written so that every field that shows it prints it; other characters are allowed`;
}
