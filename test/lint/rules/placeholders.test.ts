import { expect, it, test } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

const codesOf = (zpl: string, options: Parameters<typeof lint>[1] = {}) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, value }) => [code, offset, value]);

it('knows the names of the editor', () => {
  const zpl = '^XA^FO50,50^A0N,30^FD{traking}^FS^XZ';
  expect(codesOf(zpl)).toEqual([]);
  expect(codesOf(zpl, { dynamicTokens: ['tracking'] })).toEqual([
    ['placeholder-misspelled', 21, '{traking}'],
  ]);
});

test.each([
  '{line1} {line2} {line2}',
  '{item} {items} {items}',
  '{"id":"{id}"}',
  '{DATE:YYYY-MM-DDTHH:mm:ssZ}',
])('lets %s be', (text) => {
  expect(codesOf(`^XA^FO50,50^A0N,30^FD${text}^FS^XZ`)).toEqual([]);
});

it('lets a brace be that the value of a placeholder may open', () => {
  const codes = (data: string) => codesOf(`^XA^FO50,50^A0N,30^FD${data}^FS^XZ`).map(([code]) => code);
  expect(codes('M & S {brace}GmbH}')).toEqual([]);
  expect(codes('M & S GmbH}')).toEqual(['placeholder-not-closed']);
  expect(codes('{name} of {firm')).toEqual(['placeholder-not-closed']);
});
