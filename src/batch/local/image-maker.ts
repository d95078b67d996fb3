import { ArtifactBuilder } from '../../engine/artifact-builder.ts';
import { drawRecord } from '../../engine/draw-record.ts';
import type { LabelSource } from '../../engine/task.ts';
import { compile } from '../../template/compile.ts';
import { byteStringOf } from '../../zpl/byte-string.ts';
import type { ThreadData } from './chunk-messages.ts';
import type { RecordMaker } from './record-maker.ts';

/** Makes PNGs, or pages of a PDF. */
export function imageMaker({ label, now: instant }: ThreadData, format: 'pdf' | 'png'): RecordMaker {
  const { size, fieldTransforms } = label;
  const zpl = Buffer.from(label.zpl);
  const template = compile({ zpl: byteStringOf(zpl), fieldTransforms, dynamicTokens: [] });
  const now = new Date(instant);
  const source: LabelSource = {
    id: '',
    accountId: '',
    contentId: '',
    zpl,
    size,
    dynamicTokens: [],
    fieldTransforms,
  };
  return ({ variables, copies }) => {
    const artifact = new ArtifactBuilder();
    const { images, unresolved } = drawRecord(source, template, format, variables, {
      now,
      compress: (bitmap, meter) => artifact.compress(bitmap, meter),
    });
    if (format === 'png') {
      const { body } = artifact.images(format, size, images, {});
      return { labels: 1, blocks: [body], pages: [], unresolved };
    }
    const blocks = images.map(({ stream }) => stream);
    return { labels: copies * images.length, blocks, pages: images, unresolved };
  };
}
