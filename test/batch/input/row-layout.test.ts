import { describe, expect, test } from 'vitest';
import { BatchUsage } from '../../../src/batch/batch-failure.ts';
import { type LayoutOptions, layoutFor } from '../../../src/batch/input/row-layout.ts';
import type { RowInput } from '../../../src/batch/stages.ts';

const INPUT = {
  kind: 'cells',
  delimiter: ';',
  columns: ['SKU', ' name ', 'other'],
  reportColumns: 0,
  count: 2,
} as const;
const NOTHING: LayoutOptions = { map: [], set: [], copies: 1, copiesColumn: null, nameTemplate: null };

function layoutOf(
  options: Partial<LayoutOptions>,
  tokens: readonly string[] = ['sku', 'Name'],
  input: Partial<RowInput> = {},
) {
  return layoutFor({ ...INPUT, ...input }, { tokens }, { ...NOTHING, ...options });
}

const columnsOf = (...parameters: Parameters<typeof layoutOf>) => layoutOf(...parameters).layout.variables;
const notesOf = (...parameters: Parameters<typeof layoutOf>) => layoutOf(...parameters).notes;

describe('columns fill placeholders', () => {
  test('of their names, whatever their case and the spaces around them', () => {
    expect(layoutOf({ copies: 3, copiesColumn: 'OTHER', nameTemplate: '{sku}-{row}-{ Name }' })).toEqual({
      layout: {
        kind: 'cells',
        delimiter: ';',
        columns: INPUT.columns,
        reportColumns: 0,
        variables: { SKU: 'sku', ' name ': 'Name' },
        set: {},
        copies: 3,
        copiesColumn: 'other',
        nameTemplate: '{sku}-{row}-{ Name }',
      },
      notes: [],
    });
  });

  test('that they are mapped to, and then not those of their names', () => {
    expect(columnsOf({ map: ['other = SKU'] })).toEqual({ other: 'sku', ' name ': 'Name' });
    expect(columnsOf({ map: ['SKU=NAME', 'name=sku'] })).toEqual({ SKU: 'Name', ' name ': 'sku' });
  });

  test('but not one of a name that no variable may have', () => {
    expect(columnsOf({}, ['constructor', 'sku'], { columns: ['constructor', 'sku'] })).toEqual({
      sku: 'sku',
    });
  });

  test('of objects after the first too', () => {
    const json = { kind: 'json', columns: ['SKU', 'x'] } as const;
    expect(columnsOf({ map: ['x=Name'] }, ['sku', 'name', 'lot', 'X'], json)).toEqual({
      SKU: 'sku',
      x: 'name',
      lot: 'lot',
    });
  });
});

test('values that are set keep their spaces, and are spelled as in the label', () => {
  expect(layoutOf({ set: ['NAME= a=b ', 'sku='] }).layout.set).toEqual({ Name: ' a=b ', sku: '' });
});

describe('notes tell', () => {
  test.each<[string, Parameters<typeof layoutOf>, readonly string[]]>([
    [
      'what nothing fills, automatic tokens apart',
      [{}, ['sku', 'tracking', 'DATE', 'COUNTER']],
      ['{tracking} has no column: it will be printed unchanged'],
    ],
    [
      'that a column cannot fill a placeholder of a reserved name',
      [{}, ['sku', 'constructor'], { columns: ['sku', 'constructor'] }],
      [
        '{constructor} has a name that no value can have: it will be printed unchanged; rename it in the label',
      ],
    ],
    ['nothing of what --set fills', [{ set: ['tracking=1'] }, ['sku', 'tracking']], []],
    [
      'what only later objects may have',
      [{}, ['sku', 'lot'], { kind: 'json' }],
      ['{lot} is not a member of the first object: it will be printed unchanged in rows without it'],
    ],
    [
      'that no column is used',
      [{}, ['DATE']],
      ['the label uses no column of the input: it is the same for all rows'],
    ],
    ['that there are no rows', [{}, ['sku'], { count: 0 }], ['the input has a header and no rows']],
    ['that an array is empty', [{}, [], { count: 0, kind: 'json', columns: [] }], ['the input has no rows']],
    [
      'that a value is printed nowhere',
      [{ map: ['other=lot'], set: ['site=Ulm'] }],
      [
        'the label has no {lot}: its value is printed nowhere',
        'the label has no {site}: its value is printed nowhere',
      ],
    ],
    [
      'that a column takes the place of the clock',
      [{}, ['sku', 'DATE'], { columns: ['sku', 'date'] }],
      ['{DATE} is filled by the column date, not by the clock or the counter'],
    ],
    [
      'that a value takes the place of the counter',
      [{ set: ['counter=1'] }, ['sku', 'COUNTER']],
      ['{COUNTER} is filled by --set, not by the clock or the counter'],
    ],
  ])('%s', (_, parameters, notes) => {
    expect(notesOf(...parameters)).toEqual(notes);
  });
});

describe('options that do not fit are refused:', () => {
  test.each<[Partial<LayoutOptions>, string]>([
    [{ map: ['sku'] }, '--map sku: COLUMN=VARIABLE is expected'],
    [{ map: ['=sku'] }, '--map: the input has no column ""; it has SKU, name, other'],
    [{ map: ['sku='] }, '--map: the variable must not have a blank name'],
    [{ map: ['weight=sku'] }, '--map: the input has no column "weight"; it has SKU, name, other'],
    [{ map: ['sku=a', 'SKU=b'] }, '--map gives the column SKU two variables'],
    [{ map: ['sku=a', 'name=A'] }, '--map gives the variable A two columns, SKU and name'],
    [{ map: ['sku=constructor'] }, '--map: the variable must not use the reserved name "constructor"'],
    [{ set: ['site'] }, '--set site: NAME=VALUE is expected'],
    [{ set: ['=Ulm'] }, '--set: the variable must not have a blank name'],
    [{ set: [`${'n'.repeat(81)}=Ulm`] }, '--set: the variable has a name longer than 80 characters'],
    [{ set: ['site=Ulm', 'Site=Bonn'] }, '--set gives Site two values'],
    [{ set: [`site=${'x'.repeat(1001)}`] }, '--set site has 1001 characters; at most 1000 are allowed'],
    [{ copiesColumn: 'qty' }, '--copies-column: the input has no column "qty"; it has SKU, name, other'],
    [
      { nameTemplate: '{sku}-{lot}' },
      '--name-template "{sku}-{lot}" names no column of the input: {lot}; there are SKU,  name , other',
    ],
  ])('%j', (options, message) => {
    expect(() => layoutOf(options)).toThrow(new BatchUsage(message));
  });

  test('more variables than a request takes', () => {
    const columns = Array.from({ length: 50 }, (_, at) => `v${at}`);
    expect(Object.keys(columnsOf({}, columns, { columns }))).toHaveLength(50);
    expect(() => layoutOf({ set: ['site=Ulm'] }, columns, { columns })).toThrow(
      new BatchUsage('the label takes 51 values of each row; at most 50 are allowed'),
    );
  });
});
