import type { LabelInput } from '../../src/store/store.ts';

/** A label as a bundle gives it; override what a test is about. */
export function labelInput(more: Partial<LabelInput> = {}): LabelInput {
  return {
    name: 'Shipping',
    width: 101.6,
    height: 152.4,
    dpi: 203,
    outputFormat: 'vector',
    zpl: '^XA^FDx^FS^XZ',
    dynamicTokens: [],
    fieldTransforms: [],
    teamId: null,
    ...more,
  };
}
