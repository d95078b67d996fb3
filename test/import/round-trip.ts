import { differenceOf } from '../../src/import/draws-alike.ts';
import { type Imported, type ImportOptions, importStream } from '../../src/import/import-stream.ts';
import type { ImportedLabel } from '../../src/import/label-maker.ts';
import type { LabelSize } from '../../src/units.ts';

const SIZE: LabelSize = { widthMm: 102, heightMm: 153, dpi: 203 };

/** Imports one file with this text, a byte for each character. */
export function importText(text: string, options: ImportOptions = {}): Promise<Imported> {
  return importStream([{ name: 'stream.prn', bytes: Buffer.from(text, 'latin1') }], options);
}

/** The only label that a text prints. */
export async function onlyLabel(text: string, options: ImportOptions = {}): Promise<ImportedLabel> {
  const { labels } = await importText(text, options);
  if (labels.length !== 1) throw new Error(`${labels.length} labels`);
  return labels[0] as ImportedLabel;
}

/** Differences between the labels of an import and the stream, with the values that it gave them. */
export function differences({ stream, labels }: Imported): readonly (string | null)[] {
  return labels.map((label) => differenceOf(stream, label, SIZE));
}
