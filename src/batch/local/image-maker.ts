import { ArtifactBuilder } from '../../engine/artifact-builder.ts';
import { drawRecord } from '../../engine/draw-record.ts';
import type { LabelSource } from '../../engine/task.ts';
import type { Template } from '../../template/template.ts';
import type { ThreadData } from './chunk-messages.ts';
import type { RecordMaker } from './record-maker.ts';

/** Makes PNGs, or pages of a PDF. */
export function imageMaker(
  { label, now: instant }: ThreadData,
  template: Template,
  format: 'pdf' | 'png',
): RecordMaker {
  const { size, fieldTransforms } = label;
  const now = new Date(instant);
  const source: LabelSource = {
    id: '',
    accountId: '',
    contentId: '',
    zpl: Buffer.from(label.zpl),
    size,
    dynamicTokens: [],
    fieldTransforms,
  };
  return ({ variables, copies }) => {
    const artifact = new ArtifactBuilder();
    const { images, unresolved, warnings } = drawRecord(source, template, format, variables, {
      now,
      compress: (bitmap, meter) => artifact.compress(bitmap, meter),
    });
    if (format === 'png') {
      const { body } = artifact.images(format, size, images, {});
      return { labels: 1, blocks: [body], pages: [], unresolved, warnings: warnings.texts };
    }
    const blocks = images.map(({ stream }) => stream);
    const labels = copies * images.length;
    return { labels, blocks, pages: images, unresolved, warnings: warnings.texts };
  };
}
