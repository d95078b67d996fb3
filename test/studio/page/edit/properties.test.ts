import { describe, expect, it } from 'vitest';
import { propertiesOf } from '../../../../src/studio/page/edit/properties.ts';
import { applied } from '../../../../src/studio/page/edit/text-changes.ts';
import { fieldAt, type SourceField } from '../../../../src/studio/page/source-fields.ts';
import { differingRows, drawnRows } from './drawn-rows.ts';

function fieldOf(text: string, at: string): SourceField {
  return fieldAt(text, text.indexOf(at)) as SourceField;
}

function valuesOf(text: string, at: string): Readonly<Record<string, string>> {
  return Object.fromEntries(propertiesOf(text, fieldOf(text, at)).map(({ id, value }) => [id, value]));
}

function changed(text: string, at: string, id: string, value: string): string {
  const property = propertiesOf(text, fieldOf(text, at)).find((each) => each.id === id);
  if (property === undefined) throw new Error(`there is no ${id}`);
  return applied(text, property.change(value));
}

describe('the properties of a field', () => {
  it('are its data and the parameters of its commands', () => {
    expect(valuesOf('^XA^FO20,30^A0r,40,35^FB300,2,0,C^FDa^FS^XZ', '^FD')).toEqual({
      'data text': 'a',
      'data variable': '',
      '^FO0 x': '20',
      '^FO0 y': '30',
      '^FO0 justification': '',
      '^A0 font': '0',
      '^A0 orientation': 'R',
      '^A0 height': '40',
      '^A0 width': '35',
      '^FB0 width': '300',
      '^FB0 lines': '2',
      '^FB0 spacing': '0',
      '^FB0 justification': 'C',
      '^FB0 indent': '',
    });
  });

  it('are the default font and the bar code defaults too', () => {
    const text = '^XA^CFD,20^BY3^FO1,1^FDa^FS^FO2,2^BCN,50^FD1^FS^XZ';
    expect(valuesOf(text, '^FDa')).toMatchObject({ 'default font': 'D', 'default height': '20' });
    expect(valuesOf(text, '^FD1')).toMatchObject({ 'bars module': '3', 'bars ratio': '3' });
    expect(Object.keys(valuesOf(text, '^FD1'))).not.toContain('bars height');
  });

  it.each([
    ['^XA^FO20,30^A0N,40^FDa^FS^XZ', '^FO0 x', '7', '^XA^FO7,30^A0N,40^FDa^FS^XZ'],
    ['^XA^FO20\n^A0N,40^FDa^FS^XZ', '^FO0 y', '7', '^XA^FO20,7\n^A0N,40^FDa^FS^XZ'],
    ['^XA^FO20,30^A0,40^FDa^FS^XZ', '^A0 orientation', 'R', '^XA^FO20,30^A0R,40^FDa^FS^XZ'],
    ['^XA^FO20,30^A0,40^FDa^FS^XZ', '^A0 font', 'D', '^XA^FO20,30^AD,40^FDa^FS^XZ'],
    ['^XA^FO20,30^A0N^FDa^FS^XZ', '^A0 width', '9', '^XA^FO20,30^A0N,,9^FDa^FS^XZ'],
    ['^XA^FO1,1^GB9,9,2^FS^XZ', '^GB0 thickness', '4', '^XA^FO1,1^GB9,9,4^FS^XZ'],
    ['^XA^FO1,1^BCN,50^FD1^FS^XZ', '^BC0 line', 'N', '^XA^FO1,1^BCN,50,N^FD1^FS^XZ'],
    ['^XA^FO1,1^BQN,2,4^FDQA,a^FS^XZ', 'data text', 'b', '^XA^FO1,1^BQN,2,4^FDQA,b^FS^XZ'],
    ['^XA^FO1,1^FDa^FS^XZ', 'data variable', 'name', '^XA^FO1,1^FD{name}^FS^XZ'],
    ['^XA^FO1,1^FD{name}^FS^XZ', 'data variable', '', '^XA^FO1,1^FDname^FS^XZ'],
    ['^XA^FO1,1^FDa^FS^XZ', 'data text', '^XZ~JA', '^XA^FO1,1^FH^FD_5EXZ_7EJA^FS^XZ'],
    ['^XA^FO1,1^FH\\^FDa^FS^XZ', 'data text', '\\5E^', '^XA^FO1,1^FH\\^FD\\5C5E\\5E^FS^XZ'],
    ['^XA^FO1,1^FB99,2^FDa^FS^XZ', 'data text', 'a\nb', '^XA^FO1,1^FB99,2^FDa\\&b^FS^XZ'],
    [
      '^XA^CFD,20^FO1,1^FDa^FS^FO2,2^FDb^FS^XZ',
      'default height',
      '30',
      '^XA^CFD,20^FO1,1^ADN,30,^FDa^FS^FO2,2^FDb^FS^XZ',
    ],
    ['^XA^CD;^FO20;30^FDa^FS^XZ', '^FO0 y', '7', '^XA^CD;^FO20;7^FDa^FS^XZ'],
  ])('of %j: %s becomes %j: %j', (text, id, value, expected) => {
    expect(changed(text, '^FO', id, value)).toBe(expected);
  });

  it.each(['plain', 'a^b', '_41', '_C3_BC', 'a_b', '~JA^XZ', '{x}'])('of data keep %j', (data) => {
    for (const text of ['^XA^FO1,1^FDx^FS^XZ', '^XA^FO1,1^FH^FDx^FS^XZ']) {
      const after = changed(text, '^FO', 'data text', data);
      expect(valuesOf(after, '^FO')['data text']).toBe(data);
      expect(after.match(/\^XZ/g)).toHaveLength(1);
    }
  });
});

describe('a bar code default that other fields share', () => {
  const code = (y: number, data: string): string => `^FO20,${y}^BCN,40,N^FD${data}^FS\n`;
  const shared = `^XA\n^BY2,3,50\n${code(20, 'A1')}${code(100, 'B2')}${code(180, 'C3')}^XZ\n^XA${code(20, 'D4')}^XZ`;

  it('is written for one field alone, and the others are drawn as they were', () => {
    const after = changed(shared, 'B2', 'bars module', '4');
    expect(after).toBe(shared.replace('^FO20,100^BC', '^FO20,100^BY4^BC').replace('B2^FS', 'B2^FS^BY2'));
    const [before, drawn] = [drawnRows(shared), drawnRows(after)];
    const rows = differingRows(before[0], drawn[0]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((y) => y >= 100 && y < 140)).toBe(true);
    expect(differingRows(before[1], drawn[1])).toEqual([]);
    expect(changed(after, 'B2', 'bars module', '5')).toBe(after.replace('^BY4', '^BY5'));
  });

  it('is changed where it stands if nobody else takes it', () => {
    const alone = '^XA^BY2^FO1,1^BCN,40^FD1^FS^BY3^FO1,90^BCN,40^FD2^FS^XZ';
    expect(changed(alone, '^FD1', 'bars module', '4')).toBe(alone.replace('^BY2', '^BY4'));
    expect(changed(alone, '^FD2', 'bars ratio', '2')).toBe(alone.replace('^FO1,90^BC', '^FO1,90^BY,2^BC'));
  });
});
