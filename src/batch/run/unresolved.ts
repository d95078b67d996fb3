import { compile } from '../../template/compile.ts';
import { automaticName } from '../../template/placeholders/automatic-tokens.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { toByteString } from '../../zpl/byte-string.ts';
import { BatchUsage } from '../batch-failure.ts';
import { readRows, rowsAt } from '../input/read-rows.ts';
import { withPictures } from '../input/row-pictures.ts';
import type { BatchLabel, RowInput, RowLayout } from '../stages.ts';
import type { LabelProvider } from './label-provider.ts';

/** Names that a message lists; the rest is counted. */
const LISTED = 10;
const CHUNK_BYTES = 64 * 1024;

/**
 * Refuses a batch whose labels would all show an unfilled placeholder, or would all be the same. The wrong file, or a
 * column of another name, is found before paper is used.
 *
 * @throws BatchUsage that names the placeholders, the columns and the options that help.
 */
export async function refuseUnresolved(
  input: RowInput,
  layout: RowLayout,
  { label, fills }: Pick<LabelProvider, 'label' | 'fills'>,
  signal: AbortSignal,
): Promise<void> {
  if (input.count === 0) return;
  const byName = await lacking(label.tokens, input, layout, signal);
  if (byName.open.length === 0 && byName.usesColumn) return;
  // A label may show fewer placeholders than it has saved names, and its transforms may fill some of them.
  const { names, given } = placeholdersOf(label);
  const { open: unfilled, usesColumn } = await lacking(names, input, layout, signal);
  const open = unfilled.filter((name) => !given.has(variableKey(name)));
  const stays = open.length > 0 && !(await fillsAll(input, layout, fills, signal));
  const isSame = !usesColumn && layout.copiesColumn === null;
  if (!stays && !isSame) return;
  const columns = `the columns of the input are ${listed(input.columns.map((name) => name.trim()))}`;
  throw new BatchUsage(
    stays
      ? `nothing fills ${listed(open.map((name) => `{${name}}`))} of the label; ${columns}. Give --map COLUMN=VARIABLE ` +
          'or --set NAME=VALUE, or print placeholders as they are with --allow-unresolved'
      : `the label uses no column of the input, and would be the same for all rows; ${columns}. Is it the right file? ` +
          '--allow-unresolved continues',
  );
}

interface Lacking {
  /** Names that no column, `--set` or automatic token fills. */
  readonly open: readonly string[];
  /** Whether one of the names is filled by a column. */
  readonly usesColumn: boolean;
}

async function lacking(
  names: readonly string[],
  input: RowInput,
  layout: RowLayout,
  signal: AbortSignal,
): Promise<Lacking> {
  const keys = new Set(names.map(variableKey));
  const filled = new Set(
    Object.entries(layout.variables)
      .filter(([column]) => input.columns.includes(column))
      .map(([, variable]) => variableKey(variable)),
  );
  const set = new Set(Object.keys(layout.set).map(variableKey));
  const isOpen = (name: string): boolean =>
    automaticName(name) === null && !set.has(variableKey(name)) && !filled.has(variableKey(name));
  const usesColumn = (): boolean => [...filled].some((key) => keys.has(key));
  // Objects after the first may have members that the first one lacks.
  if (layout.kind === 'json' && (names.some(isOpen) || !usesColumn())) {
    const { start, firstRow, chunks } = input.whole;
    for await (const chunk of chunks(start.offset, firstRow, CHUNK_BYTES)) {
      signal.throwIfAborted();
      for (const { variables } of readRows(chunk, layout).rows) {
        for (const name of Object.keys(variables))
          if (!set.has(variableKey(name))) filled.add(variableKey(name));
      }
      if (usesColumn() && !names.some(isOpen)) break;
    }
  }
  return { open: names.filter(isOpen), usesColumn: usesColumn() };
}

/**
 * Names of the placeholders in a label's ZPL, and the keys of those that a saved transform fills if a row has no value
 * for them.
 */
export function placeholdersOf({ zpl, fieldTransforms }: Pick<BatchLabel, 'zpl' | 'fieldTransforms'>): {
  readonly names: readonly string[];
  readonly given: ReadonlySet<string>;
} {
  const { tokenNames, transforms } = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
  const giving = transforms.ok
    ? transforms.transforms.filter(({ steps }) => steps.some(({ op }) => op === 'default' || op === 'clock'))
    : [];
  return { names: tokenNames, given: new Set(giving.map(({ variable }) => variableKey(variable))) };
}

/** Whether the label of the first row has all its placeholders filled, if the service applies its transforms. */
async function fillsAll(
  input: RowInput,
  layout: RowLayout,
  fills: LabelProvider['fills'],
  signal: AbortSignal,
): Promise<boolean> {
  const { whole } = input;
  const [row] = await rowsAt(whole, layout, whole.start, whole.firstRow, 1);
  return (
    row !== undefined && row.fault === null && (await fills(withPictures(row, layout).variables, signal))
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
