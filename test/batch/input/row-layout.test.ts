import { expect, test } from 'vitest';
import { layoutFor } from '../../../src/batch/input/row-layout.ts';

const INPUT = { kind: 'cells', delimiter: ',', columns: ['SKU', ' name ', 'other'], count: 2 } as const;
const LABEL = { tokens: ['sku', 'Name', 'tracking', 'DATE'] };
const NOTHING = { map: [], set: [], copies: 1, copiesColumn: null, nameTemplate: null };

test('columns fill the placeholders of their names, whatever their case and the spaces around them', () => {
  const { layout, notes } = layoutFor(INPUT, LABEL, NOTHING);
  expect(layout.variables).toEqual({ SKU: 'sku', ' name ': 'Name' });
  expect(notes).toEqual(['{tracking} has no column: it will be printed as it is']);
});
