import { FailureError, failureInFull } from '../../errors.ts';
import { doLabelaryTask, doPageTask } from '../../labelary/labelary-task.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { findingsOf } from './draft-findings.ts';
import { droppedStream } from './dropped-stream.ts';
import { madeFile, shownBitmap } from './made-file.ts';
import { printerBytes } from './printer-bytes.ts';
import { printerDifference, printerStream } from './printer-difference.ts';
import { readBarcodesOf } from './read-barcodes.ts';
import { readTable } from './read-table.ts';
import { scaledDraft } from './scaled-draft.ts';
import type { StudioReply, StudioResults, StudioTask } from './tasks.ts';
import { viewOf } from './view.ts';

/** Does a task in this thread. Faults of the label are a result; other errors are thrown. */
export async function studioTask(task: StudioTask): Promise<StudioReply> {
  try {
    return { ok: true, result: await resultOf(task) };
  } catch (error) {
    if (error instanceof FailureError)
      return {
        ok: false,
        status: error.failure.code === 'too_large' ? 413 : 422,
        message: failureInFull(error.failure),
      };
    if (error instanceof RequestRefusal) return { ok: false, status: error.status, message: error.message };
    throw error;
  }
}

async function resultOf(task: StudioTask): Promise<StudioResults[StudioTask['kind']]> {
  switch (task.kind) {
    case 'view':
      return viewOf(task.draft, task.first, task.count);
    case 'findings':
      return findingsOf(task.draft, task.printer);
    case 'file':
      return madeFile(task.draft, task.format, task.index);
    case 'barcodes':
      return readBarcodesOf(shownBitmap(task.draft, task.index));
    case 'import':
      return droppedStream(task.name, task.stream, task.choices);
    case 'scale':
      return scaledDraft(task.draft, task.toDpi);
    case 'print':
      return printerBytes(task);
    case 'difference': {
      const { zplDifference } = await import('../../convert/zpl-difference.ts');
      return zplDifference(task.from, task.to);
    }
    case 'printer-stream':
      return printerStream(task.draft, task.index);
    case 'printer-difference':
      return printerDifference(task.draft, task.index, task.preview);
    case 'rows':
      return readTable(task.table);
    case 'picture': {
      const { placedPicture } = await import('./placed-picture.ts');
      return placedPicture(task.file, task.choices);
    }
    case 'labelary':
      return task.task.kind === 'page' ? doPageTask(task.task) : doLabelaryTask(task.task);
    default:
      return task satisfies never;
  }
}
