import { expect, it } from 'vitest';
import { ImportedNames } from '../../src/import/variable-names.ts';

it.each([
  ['Tracking', 'tracking'],
  ['  Ship to / Name ', 'ship_to_name'],
  ['Größe (m²)', 'grosse_m2'],
  ['Ærø', 'aero'],
  ['', 'field_7'],
  ['---', 'field_7'],
  ['追跡番号', 'field_7'],
  ['date', 'date_7'],
  ['Counter', 'counter_7'],
  ['constructor', 'constructor_7'],
  ['__proto__', 'proto'],
  ['{x}', 'x'],
  ['field', 'field_7'],
  ['a'.repeat(100), 'a'.repeat(68)],
])('calls field 7 %j %s', (prompt, name) => {
  expect(new ImportedNames([]).take(prompt, 7, false)).toBe(name);
});

it('keeps letters of all alphabets where the label can hold them', () => {
  const names = new ImportedNames([]);
  expect(names.take('追跡番号 2', 7, true)).toBe('追跡番号_2');
  expect(names.take('Größe', 8, true)).toBe('grosse');
  expect(names.take('Номер', 9, true)).toBe('номер');
});

it('tells fields of one name apart by their numbers', () => {
  const names = new ImportedNames(['brace']);
  expect(names.take('Code', 3, false)).toBe('code');
  expect(names.take('code', 4, false)).toBe('code_4');
  expect(names.take('CODE', 4, false)).toBe('code_4_2');
  expect(names.take('Brace', 5, false)).toBe('brace_5');
});
