import type { CompressedDots } from '../../encode/compressed-dots.ts';
import type { LabelSource } from '../../engine/task.ts';
import { compile } from '../../template/compile.ts';
import { substituteRecords } from '../../template/substitute.ts';
import type { Template } from '../../template/template.ts';
import { type ByteString, byteStringOf } from '../../zpl/byte-string.ts';
import type { BatchLabel, Row } from '../stages.ts';
import type { MakerThreadData } from './chunk-messages.ts';

/** The labels of one row, before they are packed. */
export interface RenderedRecord {
  /** The number of labels, copies included. */
  readonly labels: number;
  /** The content of the labels in order: ZPL, a PNG, or the pages of a PDF. Views are valid until the next record. */
  readonly blocks: readonly (ByteString | Uint8Array)[];
  /** The sizes of pages, each of which is a block; empty for ZPL and PNG. */
  readonly pages: readonly Omit<CompressedDots, 'stream'>[];
  readonly unresolved: number;
  /** Warnings of pictures. */
  readonly warnings?: readonly string[];
}

/** Makes the labels of a row. Throws a `FailureError` for a fault of its content. */
export type RecordMaker = (row: Row) => RenderedRecord;

/** Labels that this thread has made images of: the drawings of each have their own key. */
let labels = 0;

/** The label, compiled for its rows. */
export function templateOf({ zpl, fieldTransforms }: BatchLabel): Template {
  return compile({ zpl: byteStringOf(Buffer.from(zpl)), fieldTransforms, dynamicTokens: [] });
}

/**
 * Makes the maker of a format. Its output is that of a request to the API: a print job of one record for ZPL, a render
 * for PNG and PDF. Native code and fonts are loaded for these two only.
 */
export async function recordMaker(data: MakerThreadData, template: Template): Promise<RecordMaker> {
  const { format } = data;
  return format === 'zpl' ? zplMaker(data, template) : await imageMaker(data, template, format);
}

function zplMaker({ now: instant }: MakerThreadData, template: Template): RecordMaker {
  const now = new Date(instant);
  return ({ variables, copies }) => {
    const { output, unresolved } = substituteRecords(template, [variables], copies, { now });
    const blocks = output;
    for (let copy = 1; copy < copies; copy++) blocks.push(template.stateReset, output[0] as ByteString);
    return { labels: copies, blocks, pages: [], unresolved };
  };
}

/** Makes PNGs, or pages of a PDF. */
async function imageMaker(
  { label, now: instant }: MakerThreadData,
  template: Template,
  format: 'pdf' | 'png',
): Promise<RecordMaker> {
  const [{ ArtifactBuilder }, { drawRecord }] = await Promise.all([
    import('../../engine/artifact-builder.ts'),
    import('../../engine/draw-record.ts'),
  ]);
  const { size, fieldTransforms } = label;
  const now = new Date(instant);
  const source: LabelSource = {
    id: '',
    accountId: '',
    contentId: `batch ${++labels}`,
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
