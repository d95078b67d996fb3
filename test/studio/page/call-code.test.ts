import { expect, it } from 'vitest';
import { callCode } from '../../../src/studio/page/call-code.ts';

const LABEL = {
  id: 'service:0a8b7c6d',
  name: 'a',
  kind: 'service',
  place: '',
  encoding: 'utf-8',
  zpl: '',
  size: null,
  fieldTransforms: [],
  dynamicTokens: [],
  outputFormat: 'vector',
  revision: null,
} as const;

it('quotes values for a shell', () => {
  const code = callCode('curl', { label: LABEL, variables: { name: `O'Neil "x"` } });
  expect(code).toContain('"$URL/labels/0a8b7c6d/render"');
  expect(code).toContain(`-d '{"format":"png","variables":{"name":"O'\\''Neil \\"x\\""}}'`);
});

it('says where the id of a label of a file comes from', () => {
  const label = { ...LABEL, id: 'a.zpl', kind: 'zpl' } as const;
  for (const language of ['curl', 'Python', 'TypeScript'] as const) {
    const code = callCode(language, { label, variables: {} });
    expect(code).toContain('LABEL_ID is what `platen labels import` prints');
    expect(code).toContain('LABEL_ID');
  }
});
