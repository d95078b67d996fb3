import { LIMITS } from '../../limits.ts';
import type { Row, RowLayout } from '../stages.ts';
import { columnKey } from './input-columns.ts';
import { linesOf } from './json-lines.ts';
import { memberTexts } from './json-record.ts';
import { copiesOf, quote, wrongCopies, wrongValue } from './row-values.ts';

/** Rows of JSON Lines. A line that is no object is a row that cannot be printed. */
export function jsonRows(bytes: Uint8Array, layout: RowLayout): readonly Row[] {
  const variables = new Map(
    Object.entries(layout.variables).map(([column, variable]) => [columnKey(column), variable]),
  );
  const rows: Row[] = [];
  for (const line of linesOf(bytes)) rows.push(rowOf(line, layout, variables));
  return rows;
}

function rowOf(line: Uint8Array, layout: RowLayout, named: ReadonlyMap<string, string>): Row {
  const read = memberTexts(line);
  if ('fault' in read) {
    const text = new TextDecoder().decode(line);
    return { cells: [], others: text, variables: {}, copies: layout.copies, fault: read.fault };
  }
  const { members } = read;
  const cells = layout.columns.map((column) => members.get(column) ?? '');
  const row = { cells, others: othersOf(members, layout), copies: layout.copies };
  const variables: Record<string, string> = { ...layout.set };
  const failed = (fault: string): Row => ({ ...row, variables, fault });
  const seen = new Set<string>();
  for (const [name, text] of members) {
    const variable = named.get(columnKey(name));
    if (variable === undefined) continue;
    if (seen.has(variable)) return failed(`the row has the name ${quote(name.trim())} twice`);
    seen.add(variable);
    const wrong = wrongValue(text);
    if (wrong !== null) return failed(`member ${quote(name)} ${wrong}`);
    if (text !== '' || !(variable in variables)) variables[variable] = text;
  }
  const count = Object.keys(variables).length;
  if (count > LIMITS.variables) {
    return failed(`the row has ${count} variables; at most ${LIMITS.variables} are allowed`);
  }
  const sent = layout.copiesColumn === null ? '' : (members.get(layout.copiesColumn) ?? '');
  const copies = copiesOf(sent, layout);
  if (copies === null) return failed(`member ${quote(layout.copiesColumn ?? '')} ${wrongCopies(sent)}`);
  return { ...row, variables, copies, fault: null };
}

function othersOf(members: ReadonlyMap<string, string>, layout: RowLayout): string {
  const others = [...members].filter(([name]) => !layout.columns.includes(name));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}
