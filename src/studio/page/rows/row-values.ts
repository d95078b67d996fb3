import type { RowTable } from '../../rows/row-table.ts';
import type { Values } from '../values.ts';

/** The places of columns by the variables that are called like them; case and spaces around make no difference. */
export function filledVariables(
  columns: readonly string[],
  names: readonly string[],
): ReadonlyMap<string, number> {
  const places = new Map(columns.map((column, at) => [keyOf(column), at]));
  return new Map(
    names.flatMap((name) => {
      const at = places.get(keyOf(name));
      return at === undefined ? [] : [[name, at] as const];
    }),
  );
}

/** The values that a row gives to the variables of these names; none for a member that it lacks. */
export function valuesOfRow({ columns, rows }: RowTable, index: number, names: readonly string[]): Values {
  const row = rows[index] ?? [];
  return Object.fromEntries(
    [...filledVariables(columns, names)].flatMap(([name, at]) => {
      const value = row[at];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The values of variables that no column of the table is called like. */
export function valuesBeside({ columns }: Pick<RowTable, 'columns'>, variables: Values): Values {
  const filled = new Set(columns.map(keyOf));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !filled.has(keyOf(name))));
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
