/** Values by the names of variables, regardless of case. */
export type Values = Readonly<Record<string, string>>;

/** The value of a variable. */
export function valueOf(values: Values, name: string): string | undefined {
  return Object.entries(values).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** The values with another value of a variable; an empty text removes the value. */
export function withValue(values: Values, name: string, value: string): Values {
  const others = Object.entries(values).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return Object.fromEntries(value === '' ? others : [...others, [name, value]]);
}

/** The values, with further ones for the names that have none. @param others the further values */
export function filledValues(values: Values, names: readonly string[], others: Values): Values {
  return names.reduce((filled, name) => {
    const other = valueOf(others, name);
    return valueOf(filled, name) === undefined && other !== undefined
      ? withValue(filled, name, other)
      : filled;
  }, values);
}
