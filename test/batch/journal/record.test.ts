import { expect, test } from 'vitest';
import { changes, type Fingerprint, fingerprintOf } from '../../../src/batch/journal/record.ts';
import type { BatchLabel } from '../../../src/batch/stages.ts';

const WAS: Fingerprint = {
  input: 'a',
  label: { name: 'shelf', revision: 3, digest: 'x' },
  options: { '--format': 'zpl', '--split': null, '--set': ['a=1', 'b=2'], '--local': false },
};

test('the same has no changes', () => {
  expect(changes(WAS, structuredClone(WAS))).toEqual([]);
});

test.each<[Partial<Fingerprint>, string]>([
  [{ input: 'b' }, 'the input is not the one that the journal is of'],
  [{ label: { name: 'shelf', revision: 4, digest: 'y' } }, 'label shelf was revision 3, is 4'],
  [{ label: { name: 'shelf', revision: null, digest: 'y' } }, 'label shelf is not as it was'],
  [{ label: { name: 'bin', revision: 3, digest: 'x' } }, 'the label was shelf, is bin'],
  [{ options: { ...WAS.options, '--format': 'pdf' } }, '--format was zpl, is pdf'],
  [{ options: { ...WAS.options, '--split': 5 } }, '--split was not given, is 5'],
  [{ options: { ...WAS.options, '--set': [] } }, '--set was a=1, b=2, is not given'],
  [{ options: { ...WAS.options, '--local': true } }, '--local was not given, is given'],
  [{ options: { ...WAS.options, '--new': 'x' } }, '--new was not given, is x'],
])('says that it changed: %j', (part, words) => {
  expect(changes(WAS, { ...WAS, ...part })).toEqual([words]);
});

test('takes options that a journal of an older version lacks for ones that were not given', () => {
  const options = { ...WAS.options, '--new': null, '--switch': false };
  expect(changes(WAS, { ...WAS, options })).toEqual([]);
});

test('says everything that changed', () => {
  const is = { input: 'b', label: { name: 'bin', revision: 1, digest: 'z' }, options: {} };
  expect(changes(WAS, is)).toHaveLength(4);
});

test('is of everything that is saved of the label', () => {
  const label: BatchLabel = {
    id: 'shelf',
    revision: 3,
    name: 'Shelf',
    size: { widthMm: 50, heightMm: 25, dpi: 203 },
    zpl: '^XA^XZ',
    fieldTransforms: [],
    tokens: ['name'],
    stateReset: new Uint8Array(),
  };
  const of = (part: Partial<BatchLabel>) => fingerprintOf('a', { ...label, ...part }, {});
  const was = of({});
  expect(was.label).toMatchObject({ name: 'shelf', revision: 3 });
  expect(changes(was, of({}))).toEqual([]);
  for (const part of [
    { zpl: '^XA^FS^XZ' },
    { size: { ...label.size, dpi: 300 } },
    { fieldTransforms: [{}] },
    { tokens: [] },
  ]) {
    expect(changes(was, of(part))).toEqual(['label shelf is not as it was']);
  }
});
