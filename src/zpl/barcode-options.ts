/** Where the parameters of a command come from: trimmed, without those that are missing. */
export interface ParameterSource {
  /** Empty when missing. */
  text(at: number): string;
  /** A length in the unit of `^MU`, in dots; `fallback` where there is no number. */
  dots(at: number, min: number, max: number, fallback: number): number;
}

export type Bounds = readonly [min: number, max: number];

/** An option of a command, by what it is read from. */
export interface Option<T> {
  /** Numbers beyond them are told of, and the nearest bound is used. */
  readonly bounds?: readonly [at: number, ...Bounds];
  read(params: ParameterSource): T;
}

/** A yes-or-no parameter. */
export function flag(at: number, byDefault: boolean): Option<boolean> {
  return {
    read(params) {
      const letter = params.text(at).toUpperCase();
      return letter === 'Y' ? true : letter === 'N' ? false : byDefault;
    },
  };
}

/** What no parameter says. */
export function always<const T>(value: T): Option<T> {
  return { read: () => value };
}

/** One of the letters or digits, or what else stands for all others. */
export function choice<const T extends string, const D>(
  at: number,
  allowed: readonly T[],
  byDefault: D,
): Option<T | D> {
  return {
    read(params) {
      const letter = params.text(at).toUpperCase();
      return allowed.find((value) => value === letter) ?? byDefault;
    },
  };
}

/** The first character, or another where there is none. */
export function character(at: number, byDefault: string): Option<string> {
  return { read: (params) => params.text(at).charAt(0) || byDefault };
}

/** A whole number, brought into bounds without a word. */
export function quietWhole(at: number, bounds: Bounds, byDefault: number): Option<number> {
  return { read: (params) => wholeIn(params.text(at), bounds) ?? byDefault };
}

/** A whole number within bounds. */
export function whole(at: number, bounds: Bounds, byDefault: number): Option<number> {
  return { bounds: [at, ...bounds], ...quietWhole(at, bounds, byDefault) };
}

/** A whole number within bounds; undefined where there is none and the symbol decides. */
export function wholeIfGiven(at: number, bounds: Bounds): Option<number | undefined> {
  return { bounds: [at, ...bounds], read: (params) => wholeIn(params.text(at), bounds) };
}

/** A number with decimals within bounds. */
export function decimal(at: number, [min, max]: Bounds, byDefault: number): Option<number> {
  return {
    bounds: [at, min, max],
    read: (params) => Math.min(max, Math.max(min, Number.parseFloat(params.text(at)) || byDefault)),
  };
}

/** A length in dots, which follows `^MU`; undefined where there is none and the symbol decides. */
export function length(at: number, [min, max]: Bounds = [1, 32_000]): Option<number | undefined> {
  return {
    read(params) {
      if (params.text(at) === '') return undefined;
      return Math.min(max, Math.max(min, params.dots(at, 0, 32_000, 0)));
    },
  };
}

function wholeIn(text: string, [min, max]: Bounds): number | undefined {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : Math.min(max, Math.max(min, value));
}
