import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { linkedLabel, permalink } from '../../../src/studio/page/permalink.ts';

const LABEL = {
  id: 'shelf.json',
  name: 'Größe',
  kind: 'bundle',
  place: 'shelf.json',
  isManaged: true,
  examples: {},
  home: '',
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
      label: { ...LABEL, zpl: text, size, id: '', place: '', isManaged: false, revision: null },
      variables: { a: '😀' },
    });
  });

  const NOT_WHOLE = 'The link is incomplete';

  it('is passed over where it is none, and refused where it is not whole', async () => {
    expect(await linkedLabel('')).toBeNull();
    await expect(linkedLabel('#label=AAAA')).rejects.toThrow(NOT_WHOLE);
    await expect(linkedLabel('#label=%')).rejects.toThrow(NOT_WHOLE);
  });

  const linkTo = (bytes: string | Buffer) => `#label=${deflateRawSync(bytes).toString('base64url')}`;
  const LINKED = { ...LABEL, size: { widthMm: 1, heightMm: 1, dpi: 203 }, variables: {} };

  it.each([
    null,
    [],
    { ...LINKED, zpl: 1 },
    { ...LINKED, encoding: 'x' },
    { ...LINKED, size: null },
    { ...LINKED, variables: { a: 1 } },
    { ...LINKED, variables: undefined },
    { ...LINKED, dynamicTokens: [{}] },
  ])('is refused where somebody made it of something else: %j', async (value) => {
    await expect(linkedLabel(linkTo(JSON.stringify(value)))).rejects.toThrow(NOT_WHOLE);
    expect(await linkedLabel(linkTo(JSON.stringify(LINKED)))).not.toBeNull();
  });

  it('is refused where it is a few bytes that become too many', async () => {
    const zpl = 'x'.repeat(9 * 1024 * 1024);
    await expect(linkedLabel(linkTo(JSON.stringify({ ...LINKED, zpl })))).rejects.toThrow(NOT_WHOLE);
  });
});
