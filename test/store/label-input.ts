import type { LabelInput } from '../../src/store/store.ts';
import type { LabelSize } from '../../src/units.ts';

/** Members that a test gives of its label. */
export type LabelChanges = Partial<Omit<LabelInput, 'size'>> & { readonly size?: Partial<LabelSize> };

/** A label as a bundle gives it; override what a test is about. */
export function labelInput({ size, ...more }: LabelChanges = {}): LabelInput {
  return {
    name: 'Shipping',
    size: { widthMm: 101.6, heightMm: 152.4, dpi: 203, ...size },
    outputFormat: 'vector',
    zpl: '^XA^FDx^FS^XZ',
    dynamicTokens: [],
    fieldTransforms: [],
    teamId: null,
    ...more,
  };
}
