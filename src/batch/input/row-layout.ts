import { LIMITS } from '../../limits.ts';
import { isTooLong, isTooMany, wrongName } from '../../record/variables.ts';
import { automaticName } from '../../template/placeholders/automatic-tokens.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { BatchUsage } from '../batch-failure.ts';
import { checkTemplate } from '../output/file-name.ts';
import { type BatchLabel, OTHERS_COLUMN, REPORT_COLUMNS, type RowInput, type RowLayout } from '../stages.ts';
import { columnKey } from './input-columns.ts';

/** Options about columns and variables. */
export interface LayoutOptions {
  /** `COLUMN=VARIABLE` each. */
  readonly map: readonly string[];
  /** `NAME=VALUE` each: the value for rows that have none of that name, or an empty one. */
  readonly set: readonly string[];
  /** Copies of each row. */
  readonly copies: number;
  /** The column of a row's own copies; null for none. */
  readonly copiesColumn: string | null;
  readonly nameTemplate: string | null;
}

/**
 * Assigns columns of the input to placeholders of the label: columns of the same name, compared without case and
 * surrounding spaces, unless `--map` says otherwise. `notes` are for the user to read before printing, a line each.
 *
 * @throws BatchUsage for options that do not fit the input.
 */
export function layoutFor(
  input: Pick<RowInput, 'kind' | 'delimiter' | 'columns' | 'reportColumns' | 'count'>,
  label: Pick<BatchLabel, 'tokens'>,
  options: LayoutOptions,
): { readonly layout: RowLayout; readonly notes: readonly string[] } {
  const columns = new Columns(input);
  const tokens = new Map(label.tokens.map((token) => [variableKey(token), token]));
  // Spelled as in the label, so that names that differ in case are one.
  const spelled = (name: string): string => tokens.get(variableKey(name)) ?? name;
  const mapped = mappedColumns(options.map, columns, spelled);
  const set = setValues(options.set, spelled);
  const variables = new Map([...mapped, ...columnsByName(input, tokens, mapped)]);
  const layout: RowLayout = {
    kind: input.kind,
    delimiter: input.delimiter,
    columns: input.columns,
    reportColumns: input.reportColumns,
    variables: Object.fromEntries(variables),
    set: Object.fromEntries(set),
    copies: options.copies,
    copiesColumn:
      options.copiesColumn === null ? null : columns.find(options.copiesColumn, '--copies-column'),
    nameTemplate: options.nameTemplate,
  };
  if (options.nameTemplate !== null) checkTemplate(options.nameTemplate, input.columns);
  const names = new Set([...variables.values(), ...set.keys()].map(variableKey));
  if (input.kind === 'cells' && isTooMany(names.size)) {
    throw new BatchUsage(
      `the label takes ${names.size} values of each row; at most ${LIMITS.variables} are allowed`,
    );
  }
  return { layout, notes: notesOn(input, label, layout) };
}

/** Columns that `--map` does not name, each with the placeholder of its name, unless another column is mapped to it. */
function columnsByName(
  { kind, columns }: Pick<RowInput, 'kind' | 'columns'>,
  tokens: ReadonlyMap<string, string>,
  mapped: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const done = new Set([...mapped.keys()].map(columnKey));
  const filled = new Set([...mapped.values()].map(variableKey));
  // Objects after the first may have members that the first one lacks: they fill placeholders too.
  for (const column of kind === 'json' ? [...columns, ...tokens.values()] : columns) {
    const key = columnKey(column);
    const token = tokens.get(key);
    if (token === undefined || done.has(key) || filled.has(key) || wrongName(token) !== null) continue;
    done.add(key);
    found.set(column, token);
  }
  return found;
}

/** The columns of an input, found by their names in any case. */
class Columns {
  readonly #byKey: ReadonlyMap<string, string>;
  readonly #list: string;

  constructor({ columns }: Pick<RowInput, 'columns'>) {
    this.#byKey = new Map(columns.map((column) => [columnKey(column), column]));
    this.#list = columns.map((column) => column.trim()).join(', ');
  }

  /** The column as the input names it. */
  find(name: string, option: string): string {
    const column = this.#byKey.get(columnKey(name));
    if (column !== undefined) return column;
    throw new BatchUsage(`${option}: the input has no column ${JSON.stringify(name)}; it has ${this.#list}`);
  }
}

function mappedColumns(
  pairs: readonly string[],
  columns: Columns,
  spelled: (name: string) => string,
): Map<string, string> {
  const mapped = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const pair of pairs) {
    const [name, variable] = splitPair(pair, '--map', 'COLUMN=VARIABLE');
    checkName(variable, '--map');
    const column = columns.find(name, '--map');
    if (mapped.has(column)) throw new BatchUsage(`--map gives the column ${column.trim()} two variables`);
    const other = taken.get(variableKey(variable));
    if (other !== undefined) {
      throw new BatchUsage(
        `--map gives the variable ${variable} two columns, ${other.trim()} and ${column.trim()}`,
      );
    }
    taken.set(variableKey(variable), column);
    mapped.set(column, spelled(variable));
  }
  return mapped;
}

function setValues(pairs: readonly string[], spelled: (name: string) => string): Map<string, string> {
  const values = new Map<string, string>();
  const taken = new Set<string>();
  for (const pair of pairs) {
    const [name, value] = splitPair(pair, '--set', 'NAME=VALUE');
    checkName(name, '--set');
    if (taken.has(variableKey(name))) throw new BatchUsage(`--set gives ${name} two values`);
    if (isTooLong(value.length)) {
      throw new BatchUsage(
        `--set ${name} has ${value.length} characters; at most ${LIMITS.variableValueUnits} are allowed`,
      );
    }
    taken.add(variableKey(name));
    values.set(spelled(name), value);
  }
  return values;
}

function splitPair(pair: string, option: string, form: string): [left: string, right: string] {
  const at = pair.indexOf('=');
  if (at < 0) throw new BatchUsage(`${option} ${pair}: ${form} is expected`);
  return [pair.slice(0, at).trim(), option === '--map' ? pair.slice(at + 1).trim() : pair.slice(at + 1)];
}

function checkName(name: string, option: string): void {
  const wrong = wrongName(name);
  if (wrong !== null) throw new BatchUsage(`${option}: the variable ${wrong}`);
}

/** Notes on a layout for the user; a line each. */
function notesOn(
  input: Pick<RowInput, 'kind' | 'columns' | 'reportColumns' | 'count'>,
  { tokens }: Pick<BatchLabel, 'tokens'>,
  { variables, set }: RowLayout,
): readonly string[] {
  const notes: string[] = [];
  if (input.reportColumns > 0) {
    const names = [...REPORT_COLUMNS, OTHERS_COLUMN].slice(0, input.reportColumns).join(', ');
    notes.push(`the input is a list of failed rows: its last columns, ${names}, are ignored`);
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
