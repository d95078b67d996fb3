import { describe, expect, it } from 'vitest';
import { linkedLabel, permalink } from '../../../src/studio/page/permalink.ts';

const LABEL = {
  id: 'shelf.json',
  name: 'Größe',
  kind: 'bundle',
  place: 'shelf.json',
  encoding: 'utf-8',
  zpl: '^XA^XZ',
  size: null,
  fieldTransforms: [{ variable: 'a', steps: [{ op: 'trim' }] }],
  dynamicTokens: ['b'],
  outputFormat: 'vector',
  revision: 'abc',
} as const;

describe('the fragment of a link', () => {
  it('holds the label as it is edited, with its values, and nothing of where it is', async () => {
    const text = `^XA^FDZoë {a}^FS${'^FO1,2^GB3,4^FS'.repeat(500)}^XZ`;
    const size = { widthMm: 50, heightMm: 25, dpi: 300 };
    const fragment = await permalink({ label: LABEL, text, size, variables: { a: '😀' } });
    expect(fragment).toMatch(/^#label=[\w-]+$/);
    expect(fragment.length).toBeLessThan(1000);
    expect(await linkedLabel(fragment)).toEqual({
      label: { ...LABEL, zpl: text, size, id: '', place: '', revision: null },
      variables: { a: '😀' },
    });
  });

  it('is passed over where it is none, or not whole', async () => {
    expect(await linkedLabel('')).toBeNull();
    expect(await linkedLabel('#label=AAAA')).toBeNull();
    expect(await linkedLabel('#label=%')).toBeNull();
  });
});
