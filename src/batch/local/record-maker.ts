import { compile } from '../../template/compile.ts';
import { substituteRecords } from '../../template/substitute.ts';
import type { Template } from '../../template/template.ts';
import { type ByteString, byteStringOf } from '../../zpl/byte-string.ts';
import type { BatchLabel, PageImage, Row } from '../stages.ts';
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
  /** Of pictures. */
  readonly warnings?: readonly string[];
}

/** Makes the labels of a row. Throws a `FailureError` for everything that is wrong with its content. */
export type RecordMaker = (row: Row) => MadeRecord;

/** A label as its rows are made of it. */
export function templateOf({ zpl, fieldTransforms }: BatchLabel): Template {
  return compile({ zpl: byteStringOf(Buffer.from(zpl)), fieldTransforms, dynamicTokens: [] });
}

/**
 * As a request of the API does it: ZPL as a print job of one record, PNG and PDF as a render. What draws, native code and
 * fonts, is loaded for those two only.
 */
export async function recordMaker(data: ThreadData, template: Template): Promise<RecordMaker> {
  const { format } = data;
  if (format === 'zpl') return zplMaker(data, template);
  const { imageMaker } = await import('./image-maker.ts');
  return imageMaker(data, template, format);
}

function zplMaker({ now: instant }: ThreadData, template: Template): RecordMaker {
  const now = new Date(instant);
  return ({ variables, copies }) => {
    const { output, unresolved } = substituteRecords(template, [variables], copies, { now });
    const blocks = output;
    for (let copy = 1; copy < copies; copy++) blocks.push(template.stateReset, output[0] as ByteString);
    return { labels: copies, blocks, pages: [], unresolved };
  };
}
