import { type ControlSequence, controlSequences } from '../../barcode/control-sequences.ts';
import { fail } from '../../errors.ts';
import { type ByteString, fromByteString } from '../../zpl/byte-string.ts';
import { fillClock } from '../../zpl/commands/clock.ts';
import { embedValues } from '../../zpl/commands/embed.ts';
import { decodeText } from '../../zpl/encoding.ts';
import type { Job } from '../records/substitution-budget.ts';
import { type DataSource, templateOf, type Values } from './data-source.ts';
import { type Block, blockEscapes, bytesIn, endsInLoneBackslash, type Manner } from './data-syntax.ts';
import { REREAD_BYTE_WORK } from './second-pass.ts';

/** A field that shows data with placeholders: its own, that of its `^FN` slot, or what `^FE` embeds. */
export interface ShownData {
  readonly manner: Manner;
  readonly source: DataSource;
  readonly embed: {
    readonly indicator: string;
    readonly sources: Readonly<Record<number, DataSource>>;
  } | null;
}

/** A block of text, in which the label's own text may have begun an escape. */
export interface BlockCheck extends ShownData {
  readonly manner: Manner & { readonly block: Block };
}

/** Fails (422) on a value that completes an escape of the label's own text. */
export function checkBlock(check: BlockCheck, values: Values, now: Date, job: Job): void {
  const { manner, source } = check;
  const filled = fillMarked(check, values, now, job);
  const escapes = blockEscapes(manner.block, manner.encoding, filled.data as ByteString);
  const reason = partTaken(filled, escapes, manner);
  if (reason === null) return;
  const name = fromByteString(templateOf(source).slice(0, 80) as ByteString);
  fail('encoding_unsupported', `in field "${name}", ${reason}`);
}

/** Why a barcode does not print its values as they are: its data reads some part of them as a code; else null. */
export function controlReason(
  shown: ShownData,
  data: string,
  values: Values,
  now: Date,
  job: Job,
): string | null {
  const { barcode } = shown.manner;
  const sequences = barcode === null ? [] : controlSequences(barcode.command, barcode.params, data);
  if (sequences.length === 0) return null;
  return partTaken(fillMarked(shown, values, now, job), sequences, shown.manner);
}

/** Data with values in it, and of each byte whose it is. */
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
  { encoding }: Manner,
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

function fillMarked({ manner, source, embed }: ShownData, values: Values, now: Date, job: Job): Marked {
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
        if (closesEscapes && endsInLoneBackslash(manner.encoding, before)) add('\\', LITERAL);
        add(bytesIn(manner, value) ?? '', String.fromCharCode(++valuesSoFar));
      }
      before = value === undefined ? literal : ('' as ByteString);
    }
    job.spendText(data.length * REREAD_BYTE_WORK);
    return { data, owners };
  };
  const own = fill(source);
  if (embed === null) return own;
  const known = new Map<number, Marked>();
  const of = (slot: number): Marked | undefined => {
    const from = embed.sources[slot];
    if (from !== undefined && !known.has(slot)) known.set(slot, fill(from));
    return known.get(slot);
  };
  const { indicator } = embed;
  const data = embedValues(own.data, indicator, (slot) => of(slot)?.data);
  return { data, owners: embedValues(own.data, indicator, (slot) => of(slot)?.owners, own.owners) };
}
