import { wrongName } from '../../record/variables.ts';
import { automaticName } from '../../template/placeholders/automatic-tokens.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { OTHERS_COLUMN, REPORT_COLUMNS } from '../report-columns.ts';
import type { BatchLabel, RowInput, RowLayout } from '../stages.ts';

/** What people should know of a layout before they use paper, a line each. */
export function notesOn(
  input: Pick<RowInput, 'kind' | 'columns' | 'reportColumns' | 'count'>,
  { tokens }: Pick<BatchLabel, 'tokens'>,
  { variables, set }: RowLayout,
): readonly string[] {
  const notes: string[] = [];
  if (input.reportColumns > 0) {
    const names = [...REPORT_COLUMNS, OTHERS_COLUMN].slice(0, input.reportColumns).join(', ');
    notes.push(`the input is a list of failed rows: its last columns, ${names}, are passed over`);
  }
  if (input.count === 0) {
    notes.push(input.kind === 'json' ? 'the input has no rows' : 'the input has a header and no rows');
  } else if (!input.columns.some((column) => Object.hasOwn(variables, column))) {
    notes.push('the label uses no column of the input: it is the same for all rows');
  }

  const known = new Map(tokens.map((token) => [variableKey(token), token]));
  const columns = new Map(Object.entries(variables).map(([column, variable]) => [variable, column]));
  for (const name of new Set([...columns.keys(), ...Object.keys(set)])) {
    const token = known.get(variableKey(name));
    if (token === undefined) notes.push(`the label has no {${name}}: its value is printed nowhere`);
    else if (automaticName(token) !== null) {
      const source = columns.has(name) ? `the column ${columns.get(name)}` : '--set';
      notes.push(`{${token}} is filled by ${source}, not by the clock or the counter`);
    }
  }

  for (const token of tokens) {
    if (automaticName(token) !== null || Object.hasOwn(set, token)) continue;
    const column = columns.get(token);
    if (wrongName(token) !== null) {
      notes.push(
        `{${token}} has a name that no value can have: it will be printed unchanged; rename it in the label`,
      );
    } else if (column === undefined) notes.push(`{${token}} has no column: it will be printed unchanged`);
    else if (!input.columns.includes(column)) {
      notes.push(
        `{${token}} is not a member of the first object: it will be printed unchanged in rows without it`,
      );
    }
  }
  return notes;
}
