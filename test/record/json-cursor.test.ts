import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonCursor } from '../../src/record/json-cursor.ts';
import { runs } from '../support/runs.ts';

const cursorAt = (text: string): JsonCursor => {
  const cursor = new JsonCursor(1000);
  cursor.begin(Buffer.from(text));
  return cursor;
};

/** The text of the value that is all there is; null for anything else. */
function valueIn(json: string): string | null {
  const cursor = cursorAt(json);
  if (!cursor.takesValue() || !cursor.takesEnd()) return null;
  return Buffer.from(cursor.text).toString('utf8', cursor.start, cursor.end);
}

test.each([
  ['"a b"', 'a b'],
  [' \n\r\t"" ', ''],
  ['"ä\u007f"', 'ä\u007f'],
  ['null', ''],
  [' true', 'true'],
  ['false\n', 'false'],
  ['-0.50E+10', '-0.50E+10'],
])('%j is the value %j', (json, value) => {
  expect(valueIn(json)).toBe(value);
});

test.each([
  ['an escape that is none', '"a\\v"'],
  ['an escape that ends', '"\\u12"'],
  ['half a pair', '"a\\ud83d"'],
  ['half a pair and another character', '"\\ud83d\\u0041"'],
  ['the second half of a pair', '"\\ude00"'],
  ['an escape without a letter', '"\\'],
  ['a string with an escape without an end', '"\\n'],
  ['an object', '{}'],
  ['a line end in a string', '"\n"'],
  ['a string without an end', '"a'],
  ['another space', '\v1'],
  ['nothing', ' '],
  ['two values', '1 2'],
  ['a longer word', 'nulls'],
])('%s is no value for it', (_, json) => {
  expect(valueIn(json)).toBeNull();
});

test('escapes become what they stand for', () => {
  expect(valueIn('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\u20ac\\uD83D\\uDe00!"')).toBe('"\\/\b\f\n\r\té€😀!');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...Array.from('01')), minLength: 40, maxLength: 40 }),
      (text, choices) => {
        const json = text
          .split('')
          .map((unit, i) =>
            choices[i] === '1'
              ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
              : JSON.stringify(unit).slice(1, -1),
          )
          .join('');
        expect(valueIn(`"${json}"`)).toBe(JSON.parse(`"${json}"`));
      },
    ),
  );
});

test('more than fits is not begun', () => {
  const cursor = new JsonCursor(3);
  expect(cursor.begin(Buffer.from('"\\"'))).toBe(true);
  expect(cursor.begin(Buffer.from('"\\""'))).toBe(false);
});

test('numbers are those of JSON', () => {
  const characters = fc.string({ unit: fc.constantFrom(...Array.from('0123.eE+-')), maxLength: 8 });
  const digits = fc.double().map((number) => JSON.stringify(number));
  fc.assert(
    fc.property(fc.oneof(characters, digits), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const value = text === 'null' ? '' : text;
      expect(valueIn(text)).toBe(isJson ? value : null);
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  ['1', 1],
  [' 100', 100],
  ['0', null],
  ['01', null],
  ['1000', null],
  ['-1', null],
  ['"1"', null],
  ['', null],
])('%j is the count %j', (json, count) => {
  expect(cursorAt(json).takesCount()).toBe(count);
});

test('a name is passed with its colon, or not at all', () => {
  const name = Buffer.from('"a"');
  for (const json of [' "a" : 1', '"a":1']) {
    const cursor = cursorAt(json);
    expect(cursor.takesName(name) && cursor.takesValue()).toBe(true);
  }
  for (const json of ['"a"', '"a" 1', '"ab":1', '"A":1', '']) {
    const cursor = cursorAt(json);
    expect(cursor.takesName(name)).toBe(false);
    expect(cursor.at).toBe(0);
  }
});
