import { expect, test } from 'vitest';
import { BundleError, parseBundles, toBundle } from '../src/bundle.ts';
import type { StoredLabel } from '../src/store/store.ts';

const BUNDLE = {
  name: 'Shipping',
  width: 101.6,
  height: 152.4,
  dpi: 203,
  output_format: 'vector',
  zpl: '^XA^XZ',
};

test('reads one bundle, an array and JSON Lines alike', () => {
  const one = JSON.stringify(BUNDLE, null, 2);
  const line = JSON.stringify(BUNDLE);
  expect(parseBundles(one).single).toBe(true);
  expect(parseBundles(`[${one}]`).single).toBe(false);
  expect(parseBundles(`[${one},${one}]`).labels).toHaveLength(2);
  expect(parseBundles(`\uFEFF${line}\r\n\n${line}\n`).labels).toHaveLength(2);
  expect(parseBundles(`${line}\n${line}`).labels[1]).toEqual(parseBundles(one).labels[0]);
});

test('accepts every state that the API can report', () => {
  const { labels } = parseBundles(
    JSON.stringify({
      ...BUNDLE,
      id: 'A53742C5-810E-1FF9-BBAC-5C6E02FC18A8',
      width: -1,
      height: 0,
      dpi: 1e300,
      output_format: 'bitmap',
      zpl: null,
      team_id: 'blue',
      field_transforms: 'not even a list',
      revision: 7,
      created_at: '2026-01-01T00:00:00.000Z',
    }),
  );
  expect(labels[0]).toEqual({
    id: 'a53742c5-810e-1ff9-bbac-5c6e02fc18a8',
    name: 'Shipping',
    size: { widthMm: -1, heightMm: 0, dpi: 1e300 },
    outputFormat: 'bitmap',
    zpl: null,
    teamId: 'blue',
    dynamicTokens: [],
    fieldTransforms: 'not even a list',
  });
});

test('takes a bundle without zpl for one with none', () => {
  const { zpl: _, ...rest } = BUNDLE;
  expect(parseBundles(JSON.stringify(rest)).labels[0]?.zpl).toBeNull();
});

test.each([
  ['', 'is not JSON'],
  ['hello', 'is not JSON'],
  ['{"name": "x",\n', 'is not JSON'],
  ['[]', 'holds no label'],
  ['1', 'a bundle: expected object'],
  ['{}', 'name'],
  [JSON.stringify({ ...BUNDLE, width: '10' }), 'width: expected number'],
  [JSON.stringify({ ...BUNDLE, output_format: 'svg' }), 'output_format'],
  [JSON.stringify({ ...BUNDLE, id: '1' }), 'id: must be a UUID'],
  [JSON.stringify({ ...BUNDLE, dynamic_tokens: [1] }), 'dynamic_tokens.0'],
  [JSON.stringify(BUNDLE).replace('101.6', '1e999'), 'width'],
  [JSON.stringify([BUNDLE, { ...BUNDLE, name: 'a\0' }]), 'index 1: name must not hold NUL'],
  [JSON.stringify({ ...BUNDLE, zpl: '\ud800' }), 'zpl holds half of a surrogate pair'],
  [JSON.stringify([BUNDLE, { ...BUNDLE, dpi: null }]), 'index 1: dpi'],
  [`${JSON.stringify(BUNDLE)}\n${JSON.stringify({ ...BUNDLE, name: 1 })}`, 'index 1: name'],
  [`${JSON.stringify(BUNDLE)}\n\n{oops`, 'line 3 is not JSON'],
])('refuses %j and says where and why', (text, message) => {
  expect(() => parseBundles(text)).toThrow(BundleError);
  expect(() => parseBundles(text)).toThrow(message);
});

test('exports what imports to the same label', () => {
  const label: StoredLabel = {
    id: 'a53742c5-810e-4ff9-bbac-5c6e02fc18a8',
    accountId: 'account',
    teamId: null,
    name: 'Größe \u2028',
    size: { widthMm: 0.1 + 0.2, heightMm: 152.4, dpi: 203 },
    outputFormat: 'vector',
    revision: 3,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    zpl: '^XA\r\n^FD\u0000é{x}^FS^XZ\uFEFF',
    dynamicTokens: ['x'],
    fieldTransforms: [{ variable: 'x', steps: [{ op: 'trim' }] }],
  };
  const { id, name, size, outputFormat, zpl, dynamicTokens, fieldTransforms, teamId } = label;
  expect(parseBundles(JSON.stringify(toBundle(label))).labels).toEqual([
    { id, name, size, outputFormat, zpl, dynamicTokens, fieldTransforms, teamId },
  ]);
});
