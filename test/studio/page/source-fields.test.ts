import { describe, expect, it } from 'vitest';
import {
  fieldAt,
  movedField,
  originOf,
  type SourceField,
  type TextChange,
} from '../../../src/studio/page/source-fields.ts';

function textOf(text: string, at: string): string | null {
  const field = fieldAt(text, text.indexOf(at));
  return field === null ? null : text.slice(field.start, field.end);
}

function moved(text: string, at: string, x: number, y: number): string {
  const field = fieldAt(text, text.indexOf(at)) as SourceField;
  const changes = movedField(text, field, { x, y });
  if (typeof changes === 'string') return changes;
  return changes
    .toReversed()
    .reduce(
      (done: string, { from, to, insert }: TextChange) => done.slice(0, from) + insert + done.slice(to),
      text,
    );
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

describe('a field that is moved', () => {
  it.each([
    ['^XA^FO1,2^FDa^FS^XZ', 10, -1, '^XA^FO11,1^FDa^FS^XZ'],
    ['^XA^FT1,2,1^FDa^FS^XZ', 10, 20, '^XA^FT11,22,1^FDa^FS^XZ'],
    ['^XA^FO5^FDa^FS^XZ', 1, 2, '^XA^FO6,2^FDa^FS^XZ'],
    ['^XA^FO^FDa^FS^XZ', 3, 4, '^XA^FO3,4^FDa^FS^XZ'],
    ['^XA^FO,7^FDa^FS^XZ', 3, 4, '^XA^FO3,11^FDa^FS^XZ'],
    ['^XA^FO10,10^FDa^FS^XZ', -50, 0, '^XA^FO0,10^FDa^FS^XZ'],
    ['^XA^FT,30^FDa^FS^XZ', 5, 5, '^XA^FT,35^FDa^FS^XZ'],
    ['^XA^CD;^FO1;2^FDa^FS^XZ', 1, 1, '^XA^CD;^FO2;3^FDa^FS^XZ'],
    ['^XA^MUD^FO1,2^FDa^FS^XZ', 1, 1, '^XA^MUD^FO2,3^FDa^FS^XZ'],
  ])('%j by %i, %i is %j', (text, x, y, expected) => {
    expect(moved(text, '^FD', x, y)).toBe(expected);
  });

  it('has to have an origin, in dots', () => {
    expect(moved('^XA^FDa^FS^XZ', '^FD', 1, 1)).toBe('no-origin');
    expect(moved('^XA^FT1,2^FDa^FS^FT^FDb^FS^XZ', '^FDb', 1, 1)).toBe('no-coordinates');
    expect(moved('^XA^MUM^FO1,2^FDa^FS^XZ', '^FD', 1, 1)).toBe('units');
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
