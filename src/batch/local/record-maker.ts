import { ArtifactBuilder } from '../../engine/artifact-builder.ts';
import { drawRecord } from '../../engine/draw-record.ts';
import type { LabelSource } from '../../engine/task.ts';
import { compile } from '../../template/compile.ts';
import { substituteRecords } from '../../template/substitute.ts';
import { type ByteString, byteStringOf } from '../../zpl/byte-string.ts';
import type { PageImage, Row } from '../stages.ts';
import type { ThreadData } from './chunk-messages.ts';

/** The labels of one row, before they have a place. */
export interface MadeRecord {
  /** Of all copies. */
  readonly labels: number;
  /** One after the other; the pages of a PDF. Views are good until the next record is made. */
  readonly blocks: readonly (ByteString | Uint8Array)[];
  /** Each of them is a block. */
  readonly pages: readonly Omit<PageImage, 'stream'>[];
  readonly unresolved: number;
}

/** Makes the labels of a row. Throws a `FailureError` for everything that is wrong with its content. */
export type RecordMaker = (row: Row) => MadeRecord;

/** As a request of the API does it: ZPL as a print job of one record, PNG and PDF as a render. */
export function recordMaker({ label, format, now: instant }: ThreadData): RecordMaker {
  const zpl = Buffer.from(label.zpl);
  const template = compile({
    zpl: byteStringOf(zpl),
    fieldTransforms: label.fieldTransforms,
    dynamicTokens: [],
  });
  const now = new Date(instant);
  if (format === 'zpl') {
    return ({ variables, copies }) => {
      const { output, unresolved } = substituteRecords(template, [variables], copies, { now });
      const blocks = output;
      for (let copy = 1; copy < copies; copy++) blocks.push(template.stateReset, output[0] as ByteString);
      return { labels: copies, blocks, pages: [], unresolved };
    };
  }
  const source: LabelSource = {
    id: '',
    accountId: '',
    contentId: '',
    zpl,
    size: label.size,
    dynamicTokens: [],
    fieldTransforms: label.fieldTransforms,
  };
  return ({ variables, copies }) => {
    const artifact = new ArtifactBuilder();
    const { images, unresolved } = drawRecord(source, template, format, variables, {
      now,
      compress: (bitmap, meter) => artifact.compress(bitmap, meter),
    });
    if (format === 'png') {
      const { body } = artifact.images(format, label.size, images, {});
      return { labels: 1, blocks: [body], pages: [], unresolved };
    }
    const blocks = images.map(({ stream }) => stream);
    return { labels: copies * images.length, blocks, pages: images, unresolved };
  };
}
