import type { LabelSource } from '../../src/engine/task.ts';

/** Members that a test gives of its label, with its ZPL as text. */
export type LabelText = Partial<Omit<LabelSource, 'zpl'>> & { readonly zpl?: string };

/** The label with what a test says of it. */
export function changed(label: LabelSource, { zpl, ...more }: LabelText): LabelSource {
  return { ...label, ...more, ...(zpl === undefined ? {} : { zpl: Buffer.from(zpl) }) };
}
