import { quartiles } from './statistics.ts';
import { figureOf, type Mark, type Row, verdictOn } from './suite.ts';

/** A suite's rows in text, with the columns that any of them has something in. */
export interface Table {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

const NOTHING = '–';
const SIGNS = { kept: '✓', missed: '✗', open: NOTHING } as const;

export function tableOf(rows: readonly Row[]): Table {
  const details = [...new Set(rows.flatMap(({ detail }) => Object.keys(detail ?? {})))];
  const cells: Readonly<Record<string, (row: Row) => string>> = {
    row: ({ name }) => name,
    value: valueText,
    spread: spreadText,
    ratio: ratioText,
    mark: marksText,
    ...Object.fromEntries(
      details.map((name) => [name, ({ detail }: Row) => format(detail?.[name] ?? null)] as const),
    ),
    remark: ({ failed, note }) =>
      [failed === undefined ? '' : `FAILED: ${failed}`, note ?? ''].filter(Boolean).join('; '),
  };
  const columns = Object.keys(cells).filter(
    (column) => column === 'value' || rows.some((row) => !['', NOTHING].includes(cells[column]?.(row) ?? '')),
  );
  return { columns, lines: rows.map((row) => columns.map((column) => cells[column]?.(row) ?? '')) };
}

/** Prints a table with its columns aligned. */
export function print({ columns, lines }: Table): void {
  const all = [columns, ...lines];
  const widths = columns.map((_, i) => Math.max(...all.map((cells) => cells[i]?.length ?? 0)));
  for (const cells of all) {
    const padded = cells.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(`  ${padded.join('  ')}`);
  }
}

export function valueText({ value, unit }: Row): string {
  return value === null ? NOTHING : `${format(value)} ${unit}`.trimEnd();
}

/** "×2.20 of join". */
export function ratioText({ ratio, of }: Row): string {
  if (ratio === undefined || ratio === null) return ratio === null ? NOTHING : '';
  return [Number.isFinite(ratio) ? `×${ratio.toPrecision(3)}` : NOTHING, of === undefined ? '' : `of ${of}`]
    .filter(Boolean)
    .join(' ');
}

/** Bounds of the middle half of the repetitions. */
export function spreadText({ samples }: Row): string {
  return samples === undefined || samples.length < 2 ? '' : quartiles(samples).map(format).join(' to ');
}

/** "✓ ≤ 20, ✗ clock p99.9 ms ≤ 20". */
export function marksText(row: Row): string {
  return (row.marks ?? []).map((mark) => `${SIGNS[verdictOn(row, mark)]} ${boundText(mark)}`).join(', ');
}

export function signOf(row: Row, mark: Mark): string {
  return SIGNS[verdictOn(row, mark)];
}

/** "≤ 250", "≤ ×3", "request ms ≤ 500". */
export function boundText({ figure, is, bound }: Mark): string {
  if (figure === 'ratio') return `${is} ×${bound}`;
  return `${figure === 'value' ? '' : `${figure} `}${is} ${format(bound)}`;
}

/** A mark's own figure: "2.96 µs, ×2.20 of join" where it is for the ratio. */
export function figureText(row: Row, mark: Mark): string {
  if (mark.figure === 'value') return valueText(row);
  if (mark.figure === 'ratio') return `${valueText(row)}, ${ratioText(row)}`;
  return `${mark.figure} ${format(figureOf(row, mark))}`;
}

/** Three digits, of large numbers all. */
export function format(value: number | null): string {
  // JSON has no NaN: what could not be measured comes back as null.
  if (value === null || !Number.isFinite(value)) return NOTHING;
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)));
}
