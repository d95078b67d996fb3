import { describe, expect, it } from 'vitest';
import type { Rectangle } from '../../../src/bitmap/box.ts';
import { traceLabels } from '../../../src/engine/traced-labels.ts';
import { movedField } from '../../../src/studio/page/edit/field-edits.ts';
import { growingCorner, resizedField } from '../../../src/studio/page/edit/resize-field.ts';
import { cornerOf, toFieldCorner, toFieldDots } from '../../../src/studio/page/geometry.ts';

import { fieldAt, type SourceField, type TextChange } from '../../../src/studio/page/source-fields.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';

const SIZE = { widthMm: 65, heightMm: 65, dpi: 203 };

/** The last field of the first label, where it is drawn, and how the label is printed. */
function lastField(zpl: string) {
  const options = { now: new Date(0), deadline: () => false };
  const [traced] = traceLabels(toByteString(zpl), SIZE, { first: 0, count: 1 }, options).labels;
  const { element, box } = traced?.boxes.at(-1) ?? {};
  if (traced === undefined || element === undefined || box == null) throw new Error('nothing is drawn');
  const { inverted, mirrored, doubled = false } = traced.label;
  const finish = { inverted, mirrored, doubled };
  return { finish, box, field: fieldAt(zpl, element.span.start) as SourceField };
}

function changed(zpl: string, changes: readonly TextChange[]): string {
  return changes
    .toReversed()
    .reduce((text: string, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), zpl);
}

const TEXT = '^A0N,40^FDHello^FS^XZ';

describe('a field that is moved by 20, -10 is drawn there', () => {
  it.each([
    `^XA^FO100,100${TEXT}`,
    `^XA^FT100,100${TEXT}`,
    `^XA^FO300,100,1${TEXT}`,
    `^XA^LH30,40^FO100,100${TEXT}`,
    `^XA^LS50^FO100,100${TEXT}`,
    `^XA^LT20^FO100,100${TEXT}`,
    `^XA^PW400^FO100,100${TEXT}`,
    `^XA^POI^FO100,100${TEXT}`,
    `^XA^PMY^FO100,100${TEXT}`,
    `^XA^JMB^FO100,100${TEXT}`,
    `^XA^POI^PMY^JMB^LH9,8^LS7^FT100,200${TEXT}`,
    '^XA^FWR^FO100,100^A0,40^FDHello^FS^XZ',
    '^XA^FWB^FT100,300^A0,40^FDHello^FS^XZ',
    `^XA^FO100,100^FB200,2,0,R${TEXT}`,
    '^XA^DFR:A^FO100,100^A0N,40^FN1^FS^XZ^XA^XFR:A^FN1^FDHello^FS^XZ',
  ])('%s', (zpl) => {
    const { finish, box, field } = lastField(zpl);
    const changes = movedField(zpl, field, toFieldDots(finish, { x: 20, y: -10 }));
    const after = lastField(changed(zpl, changes as readonly TextChange[])).box;
    expect(after).toEqual({ ...box, x: box.x + 20, y: box.y - 10 });
  });
});

/** Dots by which the cell of a character is larger than its dots, at twice the size. */
const CELL = 10;

describe('a field of twice the size', () => {
  const ORIGINS = ['^FO300,300', '^FO300,300,1', '^FT300,300', '^FT300,300,1'];
  const KINDS = ['N', 'R', 'I', 'B'].flatMap((turn) => [`^A0${turn},40^FDHEH`, `^BC${turn},80,N^FDHEH`]);
  const OTHERS = [
    '^B4N,8,B^FDABC',
    '^BBN,30^FDABC',
    '^BFN,8,4^FDABC',
    '^BRN,1,3^FD095212345432',
    '^BTN,2,2,40,4,2^FD123456,ABC',
  ];
  const cases = ORIGINS.flatMap((origin) => [...KINDS, ...OTHERS, '^GB80,60,3'].map((kind) => origin + kind));

  it.each([...cases.map((field) => `^XA${field}^FS^XZ`), '^XA^POI^FT300,300^GB80,60,3^FS^XZ'])(
    '%s keeps the corner across from the one that grows',
    (zpl) => {
      const { finish, box, field } = lastField(zpl);
      const corner = toFieldCorner(finish, growingCorner(zpl, field));
      const across = { isRight: !corner.isRight, isLower: !corner.isLower };
      const after = lastField(changed(zpl, resizedField(zpl, field, { x: 2, y: 2 }))).box;
      expect(after.width + after.height).toBeGreaterThan(box.width + box.height + 20);
      const stays = (side: Rectangle) => cornerOf(side, across);
      expect(Math.abs(stays(after).x - stays(box).x)).toBeLessThanOrEqual(CELL);
      expect(Math.abs(stays(after).y - stays(box).y)).toBeLessThanOrEqual(CELL);
    },
  );
});
