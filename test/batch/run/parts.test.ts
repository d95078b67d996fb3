import { expect, test } from 'vitest';
import { partsOf } from '../../../src/batch/run/parts.ts';
import type { FailedRow, Made, Piece } from '../../../src/batch/stages.ts';

const piece = (index: number, rows: number): Piece => ({
  index,
  rows,
  labels: rows,
  bytes: new Uint8Array(),
  pages: [],
  copies: 1,
  name: null,
  row: null,
});
const failed = (index: number): FailedRow => ({
  index,
  cells: [],
  others: '',
  status: 422,
  reason: '',
  fields: [],
});
const made = (rows: number, pieces: readonly Piece[], failures: readonly number[]): Made => ({
  rows,
  next: { offset: 900, skip: 0 },
  pieces,
  failed: failures.map(failed),
  unresolved: 3,
  release: () => {},
});

const shape = (parts: readonly Made[]) =>
  parts.map(({ rows, next, pieces, failed: rowsOfIt, unresolved }) => ({
    rows,
    next,
    pieces: pieces.map(({ index }) => index),
    failed: rowsOfIt.map(({ index }) => index),
    unresolved,
  }));

test('a part ends with its piece, and begins with the failed rows before it', () => {
  const whole = made(10, [piece(1, 2), piece(6, 2)], [0, 2, 4, 5, 8, 9]);
  expect(shape(partsOf(whole, { offset: 100, skip: 7 }))).toEqual([
    { rows: 4, next: { offset: 100, skip: 11 }, pieces: [1], failed: [0, 2], unresolved: 1 },
    { rows: 4, next: { offset: 100, skip: 15 }, pieces: [2], failed: [0, 1], unresolved: 2 },
    { rows: 2, next: { offset: 900, skip: 0 }, pieces: [], failed: [0, 1], unresolved: 0 },
  ]);
});

test('the last part ends where the whole does', () => {
  expect(shape(partsOf(made(2, [piece(0, 1), piece(1, 1)], []), { offset: 5, skip: 0 }))).toEqual([
    { rows: 1, next: { offset: 5, skip: 1 }, pieces: [0], failed: [], unresolved: 1 },
    { rows: 1, next: { offset: 900, skip: 0 }, pieces: [0], failed: [], unresolved: 2 },
  ]);
});

test('rows that all failed are one part', () => {
  expect(shape(partsOf(made(2, [], [0, 1]), { offset: 5, skip: 0 }))).toEqual([
    { rows: 2, next: { offset: 900, skip: 0 }, pieces: [], failed: [0, 1], unresolved: 3 },
  ]);
});
