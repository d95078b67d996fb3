import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import type { Row, RowLayout } from '../../../src/batch/stages.ts';

const LAYOUT: RowLayout = {
  kind: 'cells',
  delimiter: ',',
  columns: ['SKU', 'name', 'qty', 'other'],
  reportColumns: 0,
  variables: { SKU: 'sku', name: 'name' },
  set: {},
  copies: 2,
  copiesColumn: 'qty',
  nameTemplate: null,
};
const JSON_LAYOUT: RowLayout = { ...LAYOUT, kind: 'json', columns: ['SKU', 'name', 'qty'] };

function rowsOf(text: string, layout: RowLayout): readonly Row[] {
  const { rows, fault } = readRows({ firstRow: 1, bytes: Buffer.from(text) }, layout);
  expect(fault).toBeNull();
  return rows;
}

function faultOf(text: string, layout: RowLayout): string | null {
  const rows = rowsOf(text, layout);
  expect(rows).toHaveLength(1);
  return (rows[0] as Row).fault;
}

describe('a row of CSV', () => {
  test('has its cells as they came, the variables that the label uses, and its copies', () => {
    expect(rowsOf('A1, Smith ,3,x\n\nA2,"a, ""b""\nc",,\n', LAYOUT)).toEqual([
      {
        cells: ['A1', ' Smith ', '3', 'x'],
        others: '',
        variables: { sku: 'A1', name: ' Smith ' },
        copies: 3,
        fault: null,
      },
      {
        cells: ['A2', 'a, "b"\nc', '', ''],
        others: '',
        variables: { sku: 'A2', name: 'a, "b"\nc' },
        copies: 2,
        fault: null,
      },
    ]);
  });

  test('has the values of --set where its cell is empty, or no column has the name', () => {
    const layout = { ...LAYOUT, set: { name: 'none', site: 'Ulm' } };
    expect(rowsOf('A1,,,\nA2,x,,\n', layout).map(({ variables }) => variables)).toEqual([
      { sku: 'A1', name: 'none', site: 'Ulm' },
      { sku: 'A2', name: 'x', site: 'Ulm' },
    ]);
  });

  test.each([
    [
      'too many cells',
      'A,B,1,x,y',
      'it has 5 cells and the header 4 columns: write values that contain the delimiter in quotes',
    ],
    [
      'a delimiter at its end',
      'A,B,1,x,',
      'it has 5 cells and the header 4 columns: write values that contain the delimiter in quotes',
    ],
    [
      'too few cells',
      'A,B,1',
      'it has 3 cells and the header 4 columns: write a delimiter for an empty cell too',
    ],
    ['one cell', 'A', 'it has 1 cell and the header 4 columns: write a delimiter for an empty cell too'],
    ['a NUL', 'A,B,1,x\0', 'column 4 ("other") has a NUL, which no label can print'],
    ['a NUL in quotes', '"A\0",B,1,x', 'column 1 ("SKU") has a NUL, which no label can print'],
    [
      'a value that is too long',
      `A,${'x'.repeat(1001)},1,x`,
      'column 2 ("name") has a value of 1001 characters; at most 1000 are allowed',
    ],
    ['no copies', 'A,B,0,x', 'column 3 ("qty") has "0" copies; allowed are 1 to 100'],
    ['too many copies', 'A,B,101,x', 'column 3 ("qty") has "101" copies; allowed are 1 to 100'],
    ['a word for copies', 'A,B,1e1,x', 'column 3 ("qty") has "1e1" copies; allowed are 1 to 100'],
  ])('with %s cannot be printed, and costs itself only', (_, line, fault) => {
    expect(faultOf(`${line}\n`, LAYOUT)).toBe(fault);
    expect(rowsOf(`A,B,1,x\n${line}\nC,D,2,y`, LAYOUT).map((row) => row.fault)).toEqual([null, fault, null]);
  });

  test.each([
    ['a value of 1000 characters', `A,${'x'.repeat(1000)},1,x`],
    ['more characters in a column that the label does not use', `A,B,1,${'x'.repeat(1001)}`],
    ['100 copies, in spaces', 'A,B, 100 ,x'],
  ])('may have %s', (_, line) => {
    expect(faultOf(line, LAYOUT)).toBeNull();
  });

  test('with a wrong quote ends the chunk behind those before it', () => {
    const bytes = Buffer.from('A,B,1,x\n\nC,"D",1,x\nE,F"G,1,x\nH,I,1,x\n');
    const { rows, fault } = readRows({ firstRow: 7, bytes }, LAYOUT);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['A', 'C']);
    expect(fault).toMatchObject({
      name: 'InputFault',
      row: 9,
      message:
        'column 2 ("name") has a quote inside its value: write the value in quotes, and each quote in it twice',
    });
  });
});

describe('a row of JSON', () => {
  test('has its values as the API inserts them, with the digits of numbers', () => {
    const line = '{"SKU":1.50,"name":null,"qty":3,"extra":{"a":[1.0,"x"]},"more":true}';
    expect(rowsOf(`${line}\r\n\n{"name":"ä \\u00e4","SKU":{"a":1e400}}`, JSON_LAYOUT)).toEqual([
      {
        cells: ['1.50', '', '3'],
        others: '{"extra":{"a":[1.0,"x"]},"more":true}',
        variables: { sku: '1.50', name: '' },
        copies: 3,
        fault: null,
      },
      {
        cells: ['{"a":1e400}', 'ä ä', ''],
        others: '',
        variables: { sku: '{"a":1e400}', name: 'ä ä' },
        copies: 2,
        fault: null,
      },
    ]);
  });

  test('without a member has no such variable, so that its placeholder stays, unless --set fills it', () => {
    expect(rowsOf('{"SKU":"A"}', JSON_LAYOUT)[0]?.variables).toEqual({ sku: 'A' });
    const layout = { ...JSON_LAYOUT, set: { name: 'none' } };
    expect(rowsOf('{"SKU":"A"}', layout)[0]?.variables).toEqual({ sku: 'A', name: 'none' });
    expect(rowsOf('{"SKU":"A","name":null}', layout)[0]?.variables).toEqual({ sku: 'A', name: 'none' });
  });

  test('may name its members in another case, and have those that the first object has not', () => {
    const layout = { ...JSON_LAYOUT, variables: { ...JSON_LAYOUT.variables, lot: 'lot' } };
    expect(rowsOf('{" sku ":"A","NAME":"B","Lot":"7"}', layout)[0]?.variables).toEqual({
      sku: 'A',
      name: 'B',
      lot: '7',
    });
  });

  test.each([
    ['no JSON', '{"SKU":"A"', 'the row is not valid JSON'],
    ['no object', '["A"]', 'the row must be a JSON object'],
    ['null', 'null', 'the row must be a JSON object'],
    ['a number', '3', 'the row must be a JSON object'],
    ['a number that would be written otherwise', '1.0', 'the row must be a JSON object'],
    ['a number of many digits', '12345678901234567890', 'the row must be a JSON object'],
    ['a member twice', '{"SKU":"A","SKU":"B"}', 'SKU appears twice in the row'],
    ['a name twice', '{"SKU":"A","sku ":"B"}', 'the row has the name "sku" twice'],
    [
      'a value that is too long',
      `{"name":"${'x'.repeat(1001)}"}`,
      'member "name" has a value of 1001 characters; at most 1000 are allowed',
    ],
    ['copies in part', '{"qty":1.5}', 'member "qty" has "1.5" copies; allowed are 1 to 100'],
    [
      'nesting without end',
      `{"a":${'['.repeat(600)}${']'.repeat(600)}}`,
      'the row nests objects and arrays deeper than 512 levels',
    ],
    ['a NUL', '{"SKU":"a\\u0000"}', 'member "SKU" has a NUL, which no label can print'],
  ])('with %s cannot be printed', (_, line, fault) => {
    expect(faultOf(line, JSON_LAYOUT)).toBe(fault);
  });

  test('with more variables than a request takes cannot be printed; what the label does not use does not count', () => {
    const names = Array.from({ length: 51 }, (_, at) => `v${at}`);
    const variables = Object.fromEntries(names.map((name) => [name, name]));
    const layout = { ...JSON_LAYOUT, columns: names, copiesColumn: null };
    const line = JSON.stringify(variables);
    expect(faultOf(line, { ...layout, variables })).toBe('the row has 51 variables; at most 50 are allowed');
    expect(faultOf(line, { ...layout, variables: { v0: 'v0' } })).toBeNull();
  });

  test('that is no object is kept as it came', () => {
    expect(rowsOf('{"SKU":\n{}', JSON_LAYOUT)[0]).toMatchObject({ cells: [], others: '{"SKU":' });
  });
});
