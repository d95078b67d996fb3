import { describe, expect, it } from 'vitest';
import { changedBundle, examplesOf, readBundles } from '../../../src/studio/workspace/bundle-text.ts';

const SIZE = { widthMm: 50, heightMm: 30, dpi: 203 };

/** The file with other ZPL and another height in the bundle of an index. */
function saved(text: string, index: number): string {
  const file = readBundles(text);
  const bundle = file?.bundles[index];
  if (file == null || bundle === undefined) throw new Error('there is no such bundle');
  const fieldTransforms = bundle['field_transforms'] ?? [];
  const content = {
    zpl: '^XA^FDé"^FS^XZ',
    encoding: 'utf-8',
    size: SIZE,
    fieldTransforms,
    examples: null,
  } as const;
  return file.write(index, changedBundle(bundle, content));
}

const ZPL = JSON.stringify('^XA^FDé"^FS^XZ');

describe('a bundle that is saved', () => {
  it('changes the lines of what was changed, however the file is formatted', () => {
    const text = [
      '{ "name": "a\\u00e9\\"}",',
      '\t"width": 50.0, "height": 25, "dpi": 203,',
      '  "dynamic_tokens": ["a", "b"], "other": {"zpl": [1.50, {}, "]"], "revision": 1},',
      '  "zpl": "^XA^XZ",',
      '  "field_transforms": [{ "variable": "a", "steps": [{ "op": "trim" }] }],',
      '  "revision" : 3',
      '}',
      '',
    ].join('\r\n');
    const expected = text
      .replace('"height": 25', '"height": 30')
      .replace('"zpl": "^XA^XZ"', `"zpl": ${ZPL}`)
      .replace('"revision" : 3', '"revision" : 4');
    expect(saved(text, 0)).toBe(expected);
    expect(saved(`\uFEFF${text}`, 0)).toBe(`\uFEFF${expected}`);
  });

  const line = (name: string, height: number, zpl: string) =>
    `{"name":"${name}","width":50,"height":${height},"dpi":203,"zpl":${zpl}}`;

  it('of an array leaves the others as they are', () => {
    const file = (b: string) => `[\n${line('a', 25, '""')},\n  ${b},${line('c', 1e2, '""')}\n]`;
    expect(saved(file(line('b', 25, '""')), 1)).toBe(file(line('b', 30, ZPL)));
  });

  it('of JSON Lines leaves the other lines as they are', () => {
    const file = (b: string) => `\n${line('a', 25, '""')}\n\n ${b}\r\n${line('c', 25, '""')}`;
    expect(saved(file(line('b', 25, '""')), 1)).toBe(file(line('b', 30, ZPL)));
  });

  it('gets a member that it has not, like those that it has', () => {
    const text = '{\n  "name": "a",\n  "width": 50,\n  "zpl": ""\n}\n';
    const expected = `{\n  "name": "a",\n  "width": 50,\n  "zpl": ${ZPL},\n  "height": 30,\n  "dpi": 203\n}\n`;
    expect(saved(text, 0)).toBe(expected);
  });

  it('of which a member stands twice, has the last one changed, which counts', () => {
    const text = '{"zpl":"x","name":"a","width":50,"height":30,"dpi":203,"zpl":""}';
    expect(saved(text, 0)).toBe(`{"zpl":"x","name":"a","width":50,"height":30,"dpi":203,"zpl":${ZPL}}`);
  });
});

it.each(['', '[]', '{"name": "a"}', '[1]', 'null', '{"name":"a","width":1,"zpl":""}\nx'])(
  '%j is no file of bundles',
  (text) => {
    expect(readBundles(text)).toBeNull();
  },
);

describe('example values of a bundle', () => {
  const bundle = { name: 'a', width: 50, height: 30, dpi: 203, zpl: '^XA^XZ', examples: { b: '1' } };
  const content = { zpl: '^XA^XZ', encoding: 'utf-8', size: SIZE, fieldTransforms: [] } as const;

  it('are texts, numbers and truth values', () => {
    const examples = { name: 'Ada', price: 2.5, isNew: true, none: null, list: [1] };
    expect(examplesOf({ examples })).toEqual({ name: 'Ada', price: '2.5', isNew: 'true' });
    for (const none of [undefined, null, 'Ada', ['Ada']]) expect(examplesOf({ examples: none })).toEqual({});
  });

  it('are written where they are given, and stay where they are not', () => {
    expect(changedBundle(bundle, { ...content, examples: null })).toEqual(bundle);
    expect(changedBundle(bundle, { ...content, examples: { b: '2', c: 'é' } })).toEqual({
      ...bundle,
      examples: { b: '2', c: 'é' },
    });
  });

  it('stay as they are written where they are no text, or the same', () => {
    const examples = { price: 2.5, list: [1], none: null, b: '1', gone: 'x' };
    const changed = changedBundle(
      { ...bundle, examples },
      { ...content, examples: { price: '2.5', b: '2', c: 'é' } },
    );
    expect(changed['examples']).toEqual({ price: 2.5, list: [1], none: null, b: '2', c: 'é' });
  });
});
