import { ConvertFault, type PictureOptions } from '../convert/convert-picture.ts';
import type { PdfReply, PdfTask } from '../convert/pdf-task.ts';
import { BoundedThread, BoundPassed } from '../threads/bounded-thread.ts';
import { workerModule } from '../worker-module.ts';

/** A page that takes longer is given up. */
const PAGE_MS = 10_000;

/**
 * The ZPL of a page of a PDF, or of all pages, drawn in a thread: the work in a page cannot be counted before it is
 * done. Rejects with a `ConvertFault` that says why there is none.
 *
 * @param page its number, from 1
 */
export async function pdfPages(
  file: Uint8Array,
  page: number | 'all',
  options: PictureOptions,
  pageMs: number = PAGE_MS,
): Promise<readonly string[]> {
  const first = page === 'all' ? 1 : page;
  const thread = new BoundedThread<PdfTask, PdfReply>(workerModule('convert'), {
    subject: 'a page of the PDF',
    startsNow: false,
    taskMs: pageMs,
    waitingMax: 1,
  });
  const texts: string[] = [];
  try {
    for (let number = first, last = first; number <= last; number++) {
      const reply = await thread.run({ file, page: number, options });
      if (!reply.ok) throw new ConvertFault(reply.message);
      texts.push(reply.zpl);
      if (page === 'all') last = reply.pageCount;
    }
    return texts;
  } catch (error) {
    throw error instanceof BoundPassed ? new ConvertFault(error.message) : error;
  } finally {
    await thread.stop();
  }
}
