import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BatchStopped, BatchUsage } from '../../../src/batch/batch-failure.ts';
import { readBatchLabel, stateResetOf } from '../../../src/batch/local/label-file.ts';

const SIZE = { widthMm: 50, heightMm: 25, dpi: 203 };
const NO_SIZE = { widthMm: null, heightMm: null, dpi: null };
const ZPL = '^XA^FO9,9^FD{name} {Straße}^FS^CC~~XZ';
const BUNDLE = { name: 'Shelf', width: 50, height: 25, dpi: 203, zpl: ZPL };

function written(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-label-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ofBundle = (bundle: unknown) => readBatchLabel(written('label.json', JSON.stringify(bundle)), NO_SIZE);

test('bare ZPL is a label of the given size, with the names of its placeholders', async () => {
  expect(await readBatchLabel(written('shelf.zpl', ZPL), SIZE)).toEqual({
    id: null,
    revision: null,
    name: 'shelf',
    size: SIZE,
    zpl: ZPL,
    fieldTransforms: [],
    tokens: ['name', 'Straße'],
    stateReset: stateResetOf(ZPL),
  });
});

test('bare ZPL needs a size, a bundle has one', async () => {
  await expect(readBatchLabel(written('a.zpl', ZPL), { ...SIZE, dpi: null })).rejects.toThrow(BatchUsage);
  const bundle = written('a.json', JSON.stringify(BUNDLE));
  await expect(readBatchLabel(bundle, SIZE)).rejects.toThrow(/has a size: leave --width-mm/);
  expect(await readBatchLabel(bundle, NO_SIZE)).toMatchObject({ name: 'Shelf', size: SIZE });
});

test('a bundle has saved names beside those of its placeholders, and transforms', async () => {
  const fieldTransforms = [{ variable: 'name', steps: [{ op: 'trim' }] }];
  const label = await ofBundle({ ...BUNDLE, dynamic_tokens: ['order'], field_transforms: fieldTransforms });
  expect(label).toMatchObject({ tokens: ['order', 'name', 'Straße'], fieldTransforms });
});

test.each([
  ['several labels', [BUNDLE, BUNDLE], /holds 2 labels, and a batch prints one/],
  ['no ZPL', { ...BUNDLE, zpl: null }, /no saved ZPL/],
  ['a bitmap with dynamic content', { ...BUNDLE, output_format: 'bitmap' }, /saved as bitmap/],
  ['malformed transforms', { ...BUNDLE, field_transforms: [{ variable: '' }] }, /transform 1 is malformed/],
  ['too many placeholders', { ...BUNDLE, zpl: `^XA^FD${'{a}'.repeat(10_001)}^FS^XZ` }, /placeholders/],
  ['what is no bundle', { zpl: ZPL }, /name: /],
])('a bundle of %s is refused before any row is read', async (_, bundle, message) => {
  const refused = ofBundle(bundle);
  await expect(refused).rejects.toThrow(BatchStopped);
  await expect(refused).rejects.toThrow(message);
});

test('a file that is not there, or no text, is named', async () => {
  await expect(readBatchLabel('/nowhere/a.zpl', SIZE)).rejects.toThrow(/\/nowhere\/a\.zpl.*no such file/);
  const latin1 = written('latin1.zpl', Buffer.from('^XA^FDé^FS^XZ', 'latin1'));
  await expect(readBatchLabel(latin1, SIZE)).rejects.toThrow(/latin1\.zpl is not UTF-8/);
});

test('the reset of a label that changes nothing is empty', () => {
  expect(stateResetOf('^XA^FDx^FS^XZ')).toHaveLength(0);
  expect(stateResetOf(ZPL).length).toBeGreaterThan(0);
});
