import { BatchUsage } from '../batch-failure.ts';
import { columnKey } from '../input/input-columns.ts';
import type { Row } from '../stages.ts';

/**
 * The longest name without its ending, in UTF-8: file systems take 255, and temporary files have a number before the
 * name.
 */
const NAME_BYTES_MAX = 200;
/** The most bytes of a template besides its columns, which leaves room for them. */
const FIXED_BYTES_MAX = 100;
/** The most digits of a row's number. */
const ROW_DIGITS = 16;

/** Placeholder of the row's number, which is inserted later than the values. */
export const ROW = '{row}';
const PLACEHOLDER = /\{([^{}]*)\}/g;
/**
 * Characters that names never have: separators, those that Windows refuses, invisible marks (some turn the direction of
 * a text), and braces, so that no value becomes a placeholder.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*{}]/gu;
/** Names of devices on Windows, also with a full stop and any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/**
 * Checks a template of names: `{column}` for the row's value, `{row}` for its number, which goes before a column of
 * that name. Throws `BatchUsage`.
 */
export function checkTemplate(template: string, columns: readonly string[]): void {
  const refuse = (fault: string): never => {
    throw new BatchUsage(`--name-template ${JSON.stringify(template)} ${fault}`);
  };
  const literal = template.replace(PLACEHOLDER, '');
  if (/[{}]/.test(literal)) refuse('has a brace without its other half; write {column} or {row}');
  if (/[/\\]/.test(literal)) refuse('is a path; the files are named in the folder that -o names');
  if (literal.search(UNSAFE) >= 0)
    refuse(
      'has a character that not every file system takes in a name (< > : " | ? *, a control or an invisible mark)',
    );
  if (weight(fixedPart(template)) > FIXED_BYTES_MAX)
    refuse(
      `is too long: besides its columns, ${FIXED_BYTES_MAX} bytes are allowed, of which {row} takes ${ROW_DIGITS}`,
    );
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] as string);
  if (names.length === 0) refuse('gives every row the same name; write {column} or {row} in it');
  for (const name of names) {
    if (!isRow(name) && columnOf(name, columns) < 0)
      refuse(`names no column of the input: {${name}}; there are ${columns.join(', ')}`);
  }
}

/**
 * The name of a row's file, without its ending. `{column}` becomes the row's value, `{row}` stays until
 * {@link placedName}. Unsafe characters become `_`; in a name that is too long, each value is cut to an equal share.
 */
export function nameOf(template: string, row: Row, columns: readonly string[]): string {
  const name = fill(template, row, columns, NAME_BYTES_MAX);
  if (weight(name) <= NAME_BYTES_MAX) return name;
  const fixed = fixedPart(template);
  const values = [...template.matchAll(PLACEHOLDER)].filter(([, column]) => !isRow(column as string)).length;
  const share = Math.floor((NAME_BYTES_MAX - weight(fixed)) / values);
  return fill(template, row, columns, share);
}

/**
 * The name of {@link nameOf} with the row's number in it, and safe as a whole.
 *
 * @param number of the row, from 1
 */
export function placedName(name: string, number: number): string {
  const placed = name.replaceAll(ROW, String(number)).replace(/^\.|[. ]$/g, '_');
  if (placed === '') return '_';
  return RESERVED.test(placed) ? `_${placed}` : placed;
}

/** The number of a part in its file's name, with zeros in front: sorted by name, parts are in order. */
export function partNumber(part: number): string {
  return String(part).padStart(6, '0');
}

function fill(template: string, row: Row, columns: readonly string[], bytesMax: number): string {
  return template.replace(PLACEHOLDER, (_, column: string) => {
    if (isRow(column)) return ROW;
    const value = row.cells[columnOf(column, columns)] ?? '';
    // Unicode can write one letter in two ways, which some file systems take for one name.
    return cut(value.normalize('NFC').trim().replace(UNSAFE, '_'), bytesMax);
  });
}

/** The part that the names of all rows share. */
function fixedPart(template: string): string {
  return template.replace(PLACEHOLDER, (_, column: string) => (isRow(column) ? ROW : ''));
}

function isRow(column: string): boolean {
  return columnKey(column) === 'row';
}

function columnOf(name: string, columns: readonly string[]): number {
  const key = columnKey(name);
  return columns.findIndex((column) => columnKey(column) === key);
}

/** Bytes of a name, with room for the longest number. */
function weight(name: string): number {
  return Buffer.byteLength(name) + (name.split(ROW).length - 1) * (ROW_DIGITS - ROW.length);
}

/** The first whole characters of a text, in at most `bytesMax` bytes of UTF-8. */
function cut(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
