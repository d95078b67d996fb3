/** One line of a benchmark's table. Names are unique in a suite, and stay: comparisons of commits go by them. */
export interface Row {
  readonly name: string;
  /** Null where there was nothing to measure: no request was refused, so that none took long. */
  readonly value: number | null;
  readonly unit: string;
  /** The value by that of a reference, measured in the same run. */
  readonly ratio?: number | null;
  /** Subject of the ratio, such as "join". */
  readonly of?: string;
  readonly marks?: readonly Mark[];
  /**
   * The fact that the row shows, in words for the head of the results page; rows that share them are one line there.
   */
  readonly claim?: string;
  /** A few words: which of many was the slowest. */
  readonly note?: string;
  /** All repetitions, in the unit of the value. */
  readonly samples?: readonly number[];
  /** Other figures of the same measurement, a column each; names carry their units. */
  readonly detail?: Readonly<Record<string, number>>;
  /** Why the measurement is worth nothing. */
  readonly failed?: string;
}

/** A bound for a figure of its row: the value, the ratio, or a detail by its name. */
export interface Mark {
  readonly figure: string;
  readonly is: '≤' | '≥';
  readonly bound: number;
  /** A mark that does not depend on how busy the machine is: the run fails when it is missed. */
  readonly binding?: boolean;
}

export interface Suite {
  readonly name: string;
  readonly what: string;
  /** How it is measured, for the results page. */
  readonly method?: string;
  /** How many rows the results page shows, those that are nearest to their marks; all if absent. */
  readonly shown?: number;
  run(options: Options): Promise<Row[]>;
}

export interface Options {
  /** Shorter runs, for a first look. */
  readonly quick: boolean;
  /** The classes of `worst` whose names contain this text; without it all. */
  readonly only?: string | undefined;
  /** The tree of another commit, built, that takes turns where the suite compares builds. */
  readonly against?: string | undefined;
}

export function atMost(bound: number, figure = 'value'): Mark {
  return { figure, is: '≤', bound };
}

export function atLeast(bound: number, figure = 'value'): Mark {
  return { figure, is: '≥', bound };
}

export function binding(mark: Mark): Mark {
  return { ...mark, binding: true };
}

/** `open`: there was nothing to judge. A row that failed has missed its marks. */
export type Verdict = 'kept' | 'missed' | 'open';

export function verdictOn(row: Row, mark: Mark): Verdict {
  if (row.failed !== undefined) return 'missed';
  const figure = figureOf(row, mark);
  if (figure === null) return 'open';
  return (mark.is === '≤' ? figure <= mark.bound : figure >= mark.bound) ? 'kept' : 'missed';
}

/** How near a figure is to its bound, by which marks are put in order: over 1 where it is missed. */
export function nearness(row: Row, mark: Mark): number {
  const verdict = verdictOn(row, mark);
  const figure = figureOf(row, mark) ?? 0;
  const share = mark.is === '≤' ? figure / mark.bound : mark.bound / figure;
  if (verdict === 'missed') return share > 1 ? share : Number.POSITIVE_INFINITY;
  return verdict === 'kept' && share > 0 ? share : 0;
}

/** The figure that a mark is for; NaN if the row lacks it. */
export function figureOf({ value, ratio, detail }: Row, { figure }: Mark): number | null {
  if (figure === 'value') return value;
  if (figure === 'ratio') return ratio === undefined ? Number.NaN : ratio;
  return detail?.[figure] ?? Number.NaN;
}

/** The row as it may be kept: one without a figure that it should have has failed. */
export function checked(row: Row): Row {
  const figures = [row.value, row.ratio ?? null, ...Object.values(row.detail ?? {})];
  const isSound = figures.every((figure) => figure === null || Number.isFinite(figure));
  return isSound || row.failed !== undefined ? row : { ...row, failed: 'a figure is missing' };
}

/** Whether the run has failed: a measurement is worth nothing, or a binding mark is missed. */
export function isDefect(row: Row): boolean {
  const isMissed = (mark: Mark): boolean => mark.binding === true && verdictOn(row, mark) === 'missed';
  return row.failed !== undefined || (row.marks ?? []).some(isMissed);
}
