import { describe, expect, it } from 'vitest';
import { fieldAt, originOf, type SourceField } from '../../../src/studio/page/source-fields.ts';

function textOf(text: string, at: string): string | null {
  const field = fieldAt(text, text.indexOf(at));
  return field === null ? null : text.slice(field.start, field.end);
}

describe('the field at a place of the source', () => {
  it.each([
    ['^XA^FO1,2^FDa^FS\n^FO3,4^FDb^FS^XZ', '^FDb', '^FO3,4^FDb^FS'],
    ['^XA^BY2^FO1,2^BCN^FDa^FS^XZ', 'a^FS', '^FO1,2^BCN^FDa^FS'],
    ['^XA^BY2^FO1,2^FDa^FS^XZ', '^BY', '^BY2^FO1,2^FDa^FS'],
    ['^XA^FO1,2^GB3,4^XZ', '^GB', '^FO1,2^GB3,4'],
    ['^XA^FDa^FS^XZ', '^FD', '^FDa^FS'],
    ['^XA^FO1,2^FDZoë^FS^XZ', '^FD', '^FO1,2^FDZoë^FS'],
  ])('in %j at %j is %j', (text, at, expected) => {
    expect(textOf(text, at)).toBe(expected);
  });

  it.each(['^XA', '^XZ', 'nothing'])('is none at %j', (at) => {
    expect(textOf('^XA^FDa^FS^XZ\nnothing', at)).toBeNull();
  });
});

it.each([
  ['^XA^FO1,2^FDa^FS^XZ', { x: 1, y: 2 }],
  ['^XA^FO1,2^FT,30,1^FDa^FS^XZ', { x: 0, y: 30 }],
  ['^XA^CD;^FO5^FDa^FS^XZ', { x: 5, y: 0 }],
  ['^XA^FT^FDa^FS^XZ', null],
  ['^XA^FDa^FS^XZ', null],
])('the origin of the field in %j is %j', (text, expected) => {
  expect(originOf(fieldAt(text, text.indexOf('^FDa')) as SourceField)).toEqual(expected);
});
