import { CODE39_CHARACTERS } from '../linear/code39.ts';

/** The wanted shape; 0 leaves a dimension to the data. */
export interface CodablockAShape {
  /** Data columns, 2–62. */
  readonly columns: number;
  /** 1–22. */
  readonly rows: number;
  /** Whether the last two characters are checks. */
  readonly checked: boolean;
}

const MOST_ROWS = 22;
const MOST_COLUMNS = 62;

/**
 * AIM Codablock A, as printers make it (printer evidence 38): the characters of each row between the stars of Code 39.
 * The first row begins and ends with the number of rows, each further one with its own number; spaces fill the last. A
 * single row has no number at its end, no spaces and no checks.
 *
 * @param data {@link CODE39_CHARACTERS} only.
 * @returns the number of characters that such a symbol holds, if the data has more.
 */
export function codablockARows(data: string, shape: CodablockAShape): readonly string[] | number {
  const checks = shape.checked ? 2 : 0;
  const across = shape.rows > 1 ? Math.max(2, Math.ceil((data.length + checks) / shape.rows)) : data.length;
  const columns = shape.columns === 0 ? Math.min(across, MOST_COLUMNS) : shape.columns;
  const down = data.length <= columns ? 1 : Math.ceil((data.length + checks) / columns);
  const rows = shape.rows === 0 && shape.columns > 0 ? Math.min(down, MOST_ROWS) : Math.max(1, shape.rows);
  if (rows === 1) return data.length > columns ? columns : [numberOfRows(1) + data];
  const capacity = rows * columns - checks;
  if (data.length > capacity) return capacity;
  const padded = data.padEnd(capacity);
  const cells = shape.checked ? padded + checksOf(padded) : padded;
  return Array.from({ length: rows }, (_, row) => {
    const indicator = row === 0 ? numberOfRows(rows) : (CODE39_CHARACTERS[row - 1] as string);
    return indicator + cells.slice(row * columns, (row + 1) * columns) + indicator;
  });
}

function numberOfRows(rows: number): string {
  return CODE39_CHARACTERS[20 + rows] as string;
}

/** Both modulo 43, the first weighted from 1, the second from 0; the printer sums in 16 bits. */
function checksOf(data: string): string {
  let first = 0;
  let second = 0;
  for (let i = 0; i < data.length; i++) {
    const value = CODE39_CHARACTERS.indexOf(data[i] as string);
    first += (i + 1) * value;
    second += i * value;
  }
  return [first, second].map((sum) => CODE39_CHARACTERS[(sum & 0xffff) % 43] as string).join('');
}
