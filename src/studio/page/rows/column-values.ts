import type { RowTable } from '../../rows/row-table.ts';
import type { Values } from '../values.ts';

/** The indexes of columns by the variables of the same name, regardless of case and of spaces around it. */
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

/** The values that a row gives to the variables of these names; a missing member gives none. */
export function valuesOfRow({ columns, rows }: RowTable, index: number, names: readonly string[]): Values {
  const row = rows[index] ?? [];
  return Object.fromEntries(
    [...filledVariables(columns, names)].flatMap(([name, at]) => {
      const value = row[at];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The values of variables without a column of the same name. */
export function valuesWithoutColumn({ columns }: Pick<RowTable, 'columns'>, variables: Values): Values {
  const filled = new Set(columns.map(keyOf));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !filled.has(keyOf(name))));
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
