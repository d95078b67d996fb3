import { describe, expect, it } from 'vitest';
import { copiedFields, orderedFields, pastedFields } from '../../../../src/studio/page/edit/copy-fields.ts';
import {
  fieldsIn,
  movedField,
  removedFields,
  turnedField,
} from '../../../../src/studio/page/edit/field-edits.ts';
import { type Insertion, newFields, SHAPES, SYMBOLS } from '../../../../src/studio/page/edit/new-fields.ts';
import { applied, mapped } from '../../../../src/studio/page/edit/text-changes.ts';
import type { SourceField } from '../../../../src/studio/page/source-fields.ts';
import { differingRows, drawnRows } from './drawn-rows.ts';

function fields(text: string, ...at: readonly string[]): readonly SourceField[] {
  return fieldsIn(
    text,
    at.map((each) => ({ start: text.indexOf(each), end: text.indexOf(each) + 1 })),
  );
}

function removed(text: string, ...at: readonly string[]): string {
  return applied(text, removedFields(text, fields(text, ...at)));
}

const done = (text: string, insertion: Insertion | string): string =>
  typeof insertion === 'string' ? insertion : applied(text, insertion.changes);

describe('a field that is moved', () => {
  const moved = (text: string, at: string, x: number, y: number): string => {
    const changes = movedField(text, fields(text, at)[0] as SourceField, { x, y });
    return typeof changes === 'string' ? changes : applied(text, changes);
  };

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

describe('removed fields', () => {
  it.each([
    ['^XA\n^FO1,1^FDa^FS\n^FO2,2^FDb^FS\n^XZ', 'a^FS', '^XA\n^FO2,2^FDb^FS\n^XZ'],
    ['^XA^FO1,1^FDa^FS^FO2,2^FDb^FS^XZ', 'a^FS', '^XA^FO2,2^FDb^FS^XZ'],
    ['^XA^FO1,1^CFD,20^FDa^FS^FO2,2^FDb^FS^XZ', 'a^FS', '^XA^CFD,20^FO2,2^FDb^FS^XZ'],
    ['^XA^FO1,1^BY3^BCN^FDa^FS^XZ', 'a^FS', '^XA^XZ'],
    ['^XA^FO1,1^BY3^BCN^FDa^FS^FO1,9^BCN^FDb^FS^XZ', 'a^FS', '^XA^BY3^FO1,9^BCN^FDb^FS^XZ'],
  ])('%j without %j is %j', (text, at, expected) => {
    expect(removed(text, at)).toBe(expected);
  });
});

describe('copied fields', () => {
  it('look the same elsewhere', () => {
    const text = '^XA^CFD,30^FWR^BY3,2,40^LH5,6^FO50,50^FDa^FS^FO200,10^BC,,N^FDA1^FS^XZ';
    const copied = copiedFields(text, fields(text, 'a^FS', 'A1'));
    expect(copied).toBe('^FO55,56^ADR,30,^FDa^FS\n^FO205,16^BY3,2,40^BCR,,N^FDA1^FS');
    const target = '^XA^LH1,2^CFE,9^XZ';
    const pasted = done(target, pastedFields(target, 0, copied, { x: 0, y: 0 }));
    expect(drawnRows(pasted)).toEqual(drawnRows(text));
  });

  it('are written in the prefixes of the label, and give bar codes behind it their defaults back', () => {
    const text = '^XA^CC!!CD;!FO1;1!BCN;9!FDx!FS\n!XZ!XA!FO1;1!BCN;9!FDx!FS!XZ';
    const pasted = pastedFields(text, 0, '^FO1,2^BY4,3,10^BCN,30^FDa,b^FS', { x: 10, y: 10 });
    expect(done(text, pasted)).toBe(
      text.replace('\n!XZ', '\n!FO11;12!BY4;3;10!BCN;30!FDa,b!FS!BY2;3;10\n!XZ'),
    );
  });

  it('are none in any other text', () => {
    expect(pastedFields('^XA^XZ', 4, 'hello ^FO1', { x: 0, y: 0 })).toBe('no-field');
    expect(pastedFields('hello', 0, '^FO1,1^FDa^FS', { x: 0, y: 0 })).toBe('no-label');
    expect(pastedFields('^XA^MUM^XZ', 0, '^FO1,1^FDa^FS', { x: 0, y: 0 })).toBe('units');
  });
});

describe('fields in another order', () => {
  const text = '^XA\n^BY2\n^FO1,1^BCN,20,N^FDa^FS\n^BY4\n^FO1,90^BCN,20,N^FDb^FS\n^FO1,200^FDc^FS\n^XZ';

  it('keep their look', () => {
    const front = orderedFields(text, fields(text, 'a^FS'), 'front');
    expect(done(text, front)).toBe(
      '^XA\n^BY2\n^BY4\n^FO1,90^BCN,20,N^FDb^FS\n^FO1,200^FDc^FS\n^FO1,1^BY2,3,10^BCN,20,N^FDa^FS\n^XZ',
    );
    expect(drawnRows(done(text, front))).toEqual(drawnRows(text));
    const back = orderedFields(text, fields(text, 'c^FS'), 'back');
    expect(drawnRows(done(text, back))).toEqual(drawnRows(text));
    expect(typeof back === 'string' ? null : done(text, back).slice(back.start)).toMatch(/^\^FO1,200/);
  });
});

describe('changes of the order', () => {
  const text = '^XA\n^FO1,1^FDa^FS\n^BY4\n^FO1,90^BCN,20,N^FDb^FS\n^FO1,200^FDc^FS\n^XZ';

  it.each([
    ['a^FS', 'front'],
    ['b^FS', 'front'],
    ['b^FS', 'back'],
    ['c^FS', 'back'],
  ] as const)('leave the others as they are written: %s to the %s', (own, to) => {
    const [field] = fields(text, own);
    const { changes } = orderedFields(text, [field as SourceField], to) as Insertion;
    for (const data of ['a^FS', 'b^FS', 'c^FS'].filter((each) => each !== own)) {
      const [{ start, end }] = fields(text, data) as [SourceField];
      expect(changes.filter(({ from, to: until }) => from < end && until > start)).toEqual([]);
    }
  });

  it('are not written where the order stays', () => {
    const inFront = '^XA\n^FO1,1^FDa^FS\n^FO1,9^GB9,9,9^FS\n^XZ';
    expect(orderedFields(inFront, fields(inFront, '^GB'), 'front')).toMatchObject({ changes: [] });
  });
});

describe('a turned field', () => {
  it.each([
    ['^XA^FO1,1^A0N,30^FDa^FS^XZ', '^XA^FO1,1^A0R,30^FDa^FS^XZ'],
    ['^XA^FO1,1^A0B,30^FDa^FS^XZ', '^XA^FO1,1^A0N,30^FDa^FS^XZ'],
    ['^XA^FWR^FO1,1^BC,30^FDa^FS^XZ', '^XA^FWR^FO1,1^BCI,30^FDa^FS^XZ'],
    ['^XA^CFD,20^FO1,1^FDa^FS^XZ', '^XA^CFD,20^FO1,1^ADR,20,^FDa^FS^XZ'],
    ['^XA^FO1,1^GB400,,3^FS^XZ', '^XA^FO1,1^GB,400,3^FS^XZ'],
    ['^XA^FO1,1^GD40,9,3^FS^XZ', '^XA^FO1,1^GD9,40,3,,L^FS^XZ'],
    ['^XA^FO1,1^BQN,2,4^FDQA,a^FS^XZ', null],
  ])('of %j is %j', (text, expected) => {
    const changes = turnedField(text, fields(text, '^FO')[0] as SourceField);
    expect(changes === null ? null : applied(text, changes)).toBe(expected);
  });
});

describe('a new field', () => {
  it('is the last of its label, on a line of its own', () => {
    const text = '^XA\n^LH10,5\n^XZ\n^XA^XZ';
    const [kind] = SHAPES;
    const inserted = newFields(text, 0, [{ down: 0, commands: kind?.commands(8) ?? [] }], { x: 100.4, y: 3 });
    expect(done(text, inserted)).toBe('^XA\n^LH10,5\n^FO90,0^A0N,32,32^FDText^FS\n^XZ\n^XA^XZ');
  });

  it('of several parts has them one below the other, also where the label home lies below its place', () => {
    const text = '^XA^LH0,50^XZ';
    const parts = [0, 8].map((down) => ({ down, commands: [['GB', 9, 8, 8]] as const }));
    const after = (y: number): string => done(text, newFields(text, 0, parts, { x: 3, y }));
    expect(after(60)).toBe('^XA^LH0,50^FO3,10^GB9,8,8^FS\n^FO3,18^GB9,8,8^FS^XZ');
    expect(after(20)).toBe('^XA^LH0,50^FO3,0^GB9,8,8^FS\n^FO3,8^GB9,8,8^FS^XZ');
  });

  it.each([...SHAPES, ...SYMBOLS].map((each) => [each.name, each] as const))(
    '%s prints something',
    (_, kind) => {
      for (const dotsPerMm of [6, 8, 12, 24]) {
        const inserted = newFields('^XA^XZ', 0, [{ down: 0, commands: kind.commands(dotsPerMm) }], {
          x: 10,
          y: 10,
        });
        const [rows = []] = drawnRows(done('^XA^XZ', inserted));
        expect(rows.filter((row) => /[^0,]/.test(row)).length).toBeGreaterThan(0);
      }
    },
  );

  it('leaves bar codes of later labels their defaults', () => {
    const text = '^XA^FO1,1^FDx^FS^XZ^XA^FO9,9^BCN,30,N^FDa^FS^XZ';
    const [code] = SYMBOLS;
    const after = done(
      text,
      newFields(text, 0, [{ down: 0, commands: code?.commands(24) ?? [] }], { x: 0, y: 0 }),
    );
    expect(differingRows(drawnRows(after)[1], drawnRows(text)[1])).toEqual([]);
  });
});

it.each([
  [0, 0],
  [4, 4],
  [5, 7],
  [9, 9],
  [12, 11],
])('a place %i of a changed text is %i', (at, expected) => {
  const changes = [
    { from: 5, to: 5, insert: 'ab' },
    { from: 8, to: 11, insert: '' },
  ];
  expect(mapped(at, changes)).toBe(expected === 9 ? 10 : expected);
});
