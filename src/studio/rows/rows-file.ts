import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentIn, EMPTY } from '../../batch/output/document.ts';
import type { GrowingFile } from '../../batch/output/growing-file.ts';
import type { DraftLabel } from '../engine/messages.ts';
import type { AnswerFrame } from '../frames.ts';
import type { CheckedRows } from './check-rows.ts';
import { makeRows } from './row-maker.ts';
import type { RowTable } from './row-table.ts';

/**
 * Makes one file of all rows that can be printed, the bytes of `platen batch --local`: ZPL, or a PDF with a page for
 * each label. A message after each frame of bytes lists their rows, with the failed ones. Throws as {@link makeRows}
 * does.
 */
export async function rowsFile(
  draft: DraftLabel,
  table: RowTable,
  format: 'zpl' | 'pdf',
  signal: AbortSignal,
): Promise<AsyncGenerator<AnswerFrame<CheckedRows>>> {
  const { label, rows } = await makeRows(draft, table, { format, validates: false, signal });
  return framed();

  async function* framed(): AsyncGenerator<AnswerFrame<CheckedRows>> {
    const sidePath = join(tmpdir(), `platen-${randomUUID()}.offsets`);
    const file = new TakenFile();
    const { stateReset, size } = label;
    const document = await documentIn(file, sidePath, { format, stateReset, size }, EMPTY);
    try {
      for await (using made of rows) {
        for (const piece of made.pieces) await document.add(piece);
        yield { kind: 'bytes', bytes: file.take() };
        const failed = made.failed.map(({ row, reason }) => [row, reason] as const);
        yield { kind: 'message', message: { firstRow: made.firstRow, rows: made.rows, failed } };
      }
      await document.end();
      yield { kind: 'bytes', bytes: file.take() };
    } finally {
      await document.close();
      await rm(sidePath, { force: true });
    }
  }
}

/** A file in memory whose new bytes are taken as it grows. */
class TakenFile implements GrowingFile {
  length = 0;
  #waiting: Uint8Array[] = [];

  async append(bytes: Uint8Array): Promise<void> {
    this.length += bytes.length;
    this.#waiting.push(new Uint8Array(bytes));
  }

  /** The bytes since the last call. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    return bytes;
  }

  async flush(): Promise<void> {}
  async sync(): Promise<void> {}
  async close(): Promise<void> {}
}
