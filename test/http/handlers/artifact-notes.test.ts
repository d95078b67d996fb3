import { expect, test } from 'vitest';
import { NO_WARNINGS, warningsIn } from '../../../src/engine/warnings.ts';
import { noteHeaders } from '../../../src/http/handlers/artifact-notes.ts';

const warningsHeader = (texts: readonly string[]): string =>
  new Map(noteHeaders({ warnings: warningsIn(texts), unresolved: 0 })).get('X-Svc-Render-Warnings') ?? '';

test('an artifact of which nothing is to be said has no headers for it', () => {
  expect(noteHeaders({ warnings: NO_WARNINGS, unresolved: 0 })).toEqual([]);
  expect(noteHeaders({ warnings: NO_WARNINGS, unresolved: 3 })).toEqual([['X-Svc-Unresolved-Count', '3']]);
});

test('warnings are a list of strings, quotes and backslashes escaped', () => {
  expect(warningsHeader(['^XG b', '^BE got "x\\y"', '^XG b'])).toBe('"^BE got \\"x\\\\y\\"", "^XG b"');
});

test('of many warnings the first have room, each whole', () => {
  const texts = Array.from({ length: 30 }, (_, i) => `${String.fromCharCode(65 + i)}${'"x'.repeat(40)}`);
  const header = warningsHeader(texts);
  expect(header.length).toBeLessThanOrEqual(1000);
  // Four bytes around 81 and 40 of escapes.
  expect(header.length).toBeGreaterThan(1000 - 125);
  expect(JSON.parse(`[${header}]`)).toEqual(texts.slice(0, 8));
  expect(warningsHeader(['"'.repeat(5000)]).length).toBeLessThanOrEqual(1000);
});
