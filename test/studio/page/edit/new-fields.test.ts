import { expect, it } from 'vitest';
import { isPictureField, pictureBox, replacedPictures } from '../../../../src/studio/page/edit/new-fields.ts';
import { fieldAt, type SourceField } from '../../../../src/studio/page/source-fields.ts';

const fieldsAt = (text: string, ...places: readonly string[]): [SourceField, ...SourceField[]] =>
  places.map((place) => fieldAt(text, text.indexOf(place))) as [SourceField, ...SourceField[]];

/** The text with one or two pictures in the place of its fields at these places. */
function replaced(text: string, places: readonly string[], downs: readonly number[] = [0]): string | null {
  const parts = downs.map((down) => ({ down, commands: [['GF', 'A', 1, 1, 1, 'FF'] as const] }));
  const insertion = replacedPictures(text, fieldsAt(text, ...places), parts, { x: 20.4, y: 30 });
  if (typeof insertion === 'string') return null;
  expect(insertion.changes[0]).toMatchObject({ from: insertion.start });
  return insertion.changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

it.each([
  [
    'stays below what is on it',
    '^XA^FO1,2^GFA,2,2,1,AAAA^FS^FO9,9^GB9,9,9^FS^XZ',
    [0],
    '^XA^FO20,30^GFA,1,1,1,FF^FS^FO9,9^GB9,9,9^FS^XZ',
  ],
  ['is reversed as it was', '^XA^FT1,2^GFA,2,2,1,AAAA^FR^FS^XZ', [0], '^XA^FO20,30^FR^GFA,1,1,1,FF^FS^XZ'],
  [
    'counts from the home of its label',
    '^XA^LH5,6^FO1,2^GFA,2,2,1,AAAA^FS^XZ',
    [0],
    '^XA^LH5,6^FO15,24^GFA,1,1,1,FF^FS^XZ',
  ],
  [
    'becomes several fields',
    '^XA\n^FO1,2^GFA,2,2,1,AAAA^FS\n^XZ',
    [0, 9],
    '^XA\n^FO20,30^GFA,1,1,1,FF^FS\n^FO20,39^GFA,1,1,1,FF^FS\n^XZ',
  ],
  [
    'has the prefixes of its field',
    '^XA^CC++CD;+FO1;2+GFA;2;2;1;AAAA+FS+XZ',
    [0],
    '^XA^CC++CD;+FO20;30+GFA;1;1;1;FF+FS+XZ',
  ],
])('a picture in the place of another %s', (_, text, downs, expected) => {
  expect(replaced(text, ['GFA'], downs)).toBe(expected);
});

it('a picture takes the place of several', () => {
  const text = '^XA\n^FO1,2^GFA,2,2,1,AAAA^FS\n^FO1,9^GFA,1,1,1,BB^FS\n^FO1,1^GB9,9,9^FS\n^XZ';
  expect(replaced(text, ['^GFA,2', '^GFA,1'])).toBe('^XA\n^FO20,30^GFA,1,1,1,FF^FS\n^FO1,1^GB9,9,9^FS\n^XZ');
});

it('a picture whose place is in millimetres is not replaced', () => {
  expect(replaced('^XA^MUM^FO1,2^GFA,2,2,1,AAAA^FS^XZ', ['^GFA'])).toBe(null);
});

it.each([
  ['^FO1,2^GFA,6,6,2,,:^FS', { x: 1, y: 2, width: 16, height: 3 }],
  ['^LH10,20^FO1,2^GFA,6,6,2,,:^FS', { x: 11, y: 22, width: 16, height: 3 }],
  ['^FT1,9^GFA,6,6,2,,:^FS', { x: 1, y: 6, width: 16, height: 3 }],
  ['^FO40,2,1^GFA,6,6,2,,:^FS', { x: 24, y: 2, width: 16, height: 3 }],
  ['^FT^GFA,6,6,2,,:^FS', null],
  ['^FO1,2^GFA,6,6,,FF^FS', null],
])('the dots of %s', (field, box) => {
  const text = `^XA${field}^XZ`;
  expect(pictureBox(text, fieldsAt(text, '^GF')[0])).toEqual(box);
});

it('a field is a picture if it has a ^GF and nothing else that prints', () => {
  const isPicture = (field: string): boolean => isPictureField(fieldsAt(`^XA${field}^XZ`, '^FO')[0]);
  expect(isPicture('^FO1,2^FR^GFA,1,1,1,FF^FS')).toBe(true);
  expect(isPicture('^FO1,2^FR^GFA,1,1,1,FF^FDx^FS')).toBe(false);
  expect(isPicture('^FO1,2^GB9,9,9^FS')).toBe(false);
});
