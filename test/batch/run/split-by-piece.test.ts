import { expect, test } from 'vitest';
import { splitByPiece } from '../../../src/batch/run/split-by-piece.ts';
import type { FailedRow, OutputPiece, RenderedRows } from '../../../src/batch/stages.ts';

const piece = (firstRow: number, rows: number): OutputPiece => ({
  firstRow,
  rows,
  labels: rows,
  bytes: new Uint8Array(),
  pages: [],
  copies: 1,
  name: null,
  source: null,
});
const failed = (row: number): FailedRow => ({
  row,
  cells: [],
  others: '',
  status: 422,
  reason: '',
  fields: [],
});
const made = (rows: number, pieces: readonly OutputPiece[], failures: readonly number[]): RenderedRows => ({
  firstRow: 31,
  rows,
  next: { offset: 900, skip: 0 },
  pieces,
  failed: failures.map(failed),
  unresolved: 3,
});

const shape = (parts: readonly RenderedRows[]) =>
  parts.map(({ firstRow, rows, next, pieces, failed: rowsOfIt, unresolved }) => ({
    firstRow,
    rows,
    next,
    pieces: pieces.map(({ firstRow: first }) => first),
    failed: rowsOfIt.map(({ row }) => row),
    unresolved,
  }));

test('a part ends with its piece, and begins with the failed rows before it', () => {
  const whole = made(10, [piece(32, 2), piece(37, 2)], [31, 33, 35, 36, 39, 40]);
  expect(shape(splitByPiece(whole, { offset: 100, skip: 7 }))).toEqual([
    { firstRow: 31, rows: 4, next: { offset: 100, skip: 11 }, pieces: [32], failed: [31, 33], unresolved: 1 },
    { firstRow: 35, rows: 4, next: { offset: 100, skip: 15 }, pieces: [37], failed: [35, 36], unresolved: 2 },
    { firstRow: 39, rows: 2, next: { offset: 900, skip: 0 }, pieces: [], failed: [39, 40], unresolved: 0 },
  ]);
});

test('the last part ends where the whole does', () => {
  expect(shape(splitByPiece(made(2, [piece(31, 1), piece(32, 1)], []), { offset: 5, skip: 0 }))).toEqual([
    { firstRow: 31, rows: 1, next: { offset: 5, skip: 1 }, pieces: [31], failed: [], unresolved: 1 },
    { firstRow: 32, rows: 1, next: { offset: 900, skip: 0 }, pieces: [32], failed: [], unresolved: 2 },
  ]);
});

test('rows that all failed are one part', () => {
  expect(shape(splitByPiece(made(2, [], [31, 32]), { offset: 5, skip: 0 }))).toEqual([
    { firstRow: 31, rows: 2, next: { offset: 900, skip: 0 }, pieces: [], failed: [31, 32], unresolved: 3 },
  ]);
});
